# Installs the standalone program wf for this user: checks its SHA-256 sum and puts it into a folder of
# yours. Needs no administrator; the folder is added to your own PATH.
#
#   irm https://github.com/<owner>/<name>/releases/latest/download/install.ps1 | iex
#
# WF_INSTALL     folder for the program; %LOCALAPPDATA%\wf\bin when it is not set
# WF_VERSION     release, such as v1.2.3; the latest when it is not set
# WF_REPOSITORY  owner and name on GitHub
# WF_BASE_URL    where the files of the release are, instead of GitHub
& {
  $ErrorActionPreference = 'Stop'
  $ProgressPreference = 'SilentlyContinue'

  $repository = if ($env:WF_REPOSITORY) { $env:WF_REPOSITORY } else { 'wf-dev/wf' }
  $releases = "https://github.com/$repository/releases"
  $base = if ($env:WF_BASE_URL) { $env:WF_BASE_URL }
    elseif ($env:WF_VERSION) { "$releases/download/$($env:WF_VERSION)" }
    else { "$releases/latest/download" }
  $folder = if ($env:WF_INSTALL) { $env:WF_INSTALL } else { Join-Path $env:LOCALAPPDATA 'wf\bin' }
  $name = 'wf-windows-x64.exe'

  New-Item -ItemType Directory -Force -Path $folder | Out-Null
  $temporary = Join-Path $folder ".wf-install.$PID.exe"
  try {
    Write-Output "Fetching $name from $base"
    $sums = (New-Object System.Net.WebClient).DownloadString("$base/SHA256SUMS")
    $line = $sums -split "`n" | Where-Object { $_ -match "^[0-9a-f]{64}  $([regex]::Escape($name))\s*$" }
    if (-not $line) { throw "There is no $name in this release" }
    Invoke-WebRequest -UseBasicParsing -Uri "$base/$name" -OutFile $temporary
    $expected = $line.Substring(0, 64)
    $actual = (Get-FileHash -Algorithm SHA256 -Path $temporary).Hash.ToLowerInvariant()
    if ($actual -ne $expected) {
      throw "The sum of $name is $actual, expected ${expected}: nothing was installed"
    }
    Write-Output 'The SHA-256 sum is right'
    Move-Item -Force -Path $temporary -Destination (Join-Path $folder 'wf.exe')
    Write-Output "Installed $(Join-Path $folder 'wf.exe')"
  } finally {
    if (Test-Path $temporary) { Remove-Item -Force $temporary }
  }

  $path = [Environment]::GetEnvironmentVariable('Path', 'User')
  if (($path -split ';') -notcontains $folder) {
    [Environment]::SetEnvironmentVariable('Path', (@($path, $folder) | Where-Object { $_ }) -join ';', 'User')
    Write-Output "Added $folder to your PATH; open a new terminal"
  }
  Write-Output 'Try: wf demo'
}
