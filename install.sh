#!/bin/sh
# Installs the standalone program wf for this user: chooses the one for this machine, checks its SHA-256
# sum, and with gh its provenance, and puts it into a folder of yours. Needs no root and changes nothing else.
#
#   curl --proto '=https' --tlsv1.2 -fsSL https://github.com/<owner>/<name>/releases/latest/download/install.sh | sh
#
# WF_INSTALL     folder for the program; ~/.local/bin when it is not set
# WF_VERSION     release, such as v1.2.3; the latest when it is not set
# WF_TARGET      program, such as linux-x64-musl; that of this machine when it is not set
# WF_REPOSITORY  owner and name on GitHub
# WF_BASE_URL    where the files of the release are, instead of GitHub; http:// only if you say so here
set -eu

say() {
  printf '%s\n' "$*"
}

fail() {
  printf 'error: %s\n' "$*" >&2
  exit 1
}

has() {
  command -v "$1" > /dev/null 2>&1
}

has_glibc() {
  [ -e /lib64/ld-linux-x86-64.so.2 ] || [ -e /lib/ld-linux-aarch64.so.1 ]
}

target() {
  case "$(uname -m)" in
    x86_64 | amd64) processor=x64 ;;
    aarch64 | arm64) processor=arm64 ;;
    *) fail "There is no program for the processor $(uname -m)" ;;
  esac
  case "$(uname -s)" in
    Linux)
      library=
      for loader in /lib/ld-musl-*; do
        [ -e "$loader" ] && ! has_glibc && library=-musl
      done
      say "linux-$processor$library"
      ;;
    Darwin)
      # A shell that Rosetta translates says x86_64 on a machine that is not.
      [ "$(sysctl -n sysctl.proc_translated 2> /dev/null || say 0)" = 1 ] && processor=arm64
      say "macos-$processor"
      ;;
    *) fail "There is no program for $(uname -s); on Windows run install.ps1 in PowerShell" ;;
  esac
}

# download <url> <file>
download() {
  case "${WF_BASE_URL:-}" in
    http://*) protocols='=http,https' ;;
    *) protocols='=https' ;;
  esac
  if has curl; then
    curl --proto "$protocols" --tlsv1.2 -fsSL -o "$2" "$1"
  elif has wget; then
    wget -q -O "$2" "$1"
  else
    fail "Cannot download: neither curl nor wget is installed"
  fi
}

# sum <file>
sum() {
  if has sha256sum; then
    sha256sum < "$1"
  elif has shasum; then
    shasum -a 256 < "$1"
  elif has openssl; then
    openssl dgst -sha256 -r < "$1"
  else
    fail "Cannot check the sum: none of sha256sum, shasum and openssl is installed"
  fi | cut -d ' ' -f 1
}

# verify_provenance <file>: with gh, that the release workflow of the repository has built the file.
verify_provenance() {
  [ -z "${WF_BASE_URL:-}" ] || return 0
  if ! has gh || ! gh attestation verify --help > /dev/null 2>&1 || ! gh auth status > /dev/null 2>&1; then
    say "Its provenance was not checked: that needs gh, logged in"
  elif gh attestation verify "$1" --repo "$repository" > "$temporary/gh" 2>&1; then
    say "GitHub attests that $repository has built it"
  else
    cat "$temporary/gh" >&2
    fail "GitHub does not attest that $repository has built it: nothing was installed"
  fi
}

main() {
  repository=${WF_REPOSITORY:-wf-dev/wf}
  releases="https://github.com/$repository/releases"
  if [ -n "${WF_VERSION:-}" ]; then
    base=${WF_BASE_URL:-$releases/download/$WF_VERSION}
  else
    base=${WF_BASE_URL:-$releases/latest/download}
  fi
  [ -n "${WF_INSTALL:-${HOME:-}}" ] || fail "Cannot choose a folder: set HOME or WF_INSTALL"
  folder=${WF_INSTALL:-$HOME/.local/bin}
  name=wf-${WF_TARGET:-$(target)}

  temporary=$(mkdir -p "$folder" && mktemp -d "$folder/.wf-install.XXXXXX") ||
    fail "Cannot write into $folder: set WF_INSTALL to a folder of yours"
  trap 'rm -rf "$temporary"' EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM

  say "Fetching $name from $base"
  download "$base/SHA256SUMS" "$temporary/SHA256SUMS" || fail "Cannot fetch $base/SHA256SUMS"
  expected=$(sed -n "s/^\([0-9a-f]\{64\}\)  $name\$/\1/p" "$temporary/SHA256SUMS")
  [ -n "$expected" ] || fail "There is no $name in this release"
  if has gzip && grep -q "  $name.gz\$" "$temporary/SHA256SUMS"; then
    download "$base/$name.gz" "$temporary/wf.gz" || fail "Cannot fetch $base/$name.gz"
    gzip -dc "$temporary/wf.gz" > "$temporary/wf" || fail "Cannot decompress $name.gz: nothing was installed"
  else
    download "$base/$name" "$temporary/wf" || fail "Cannot fetch $base/$name"
  fi
  actual=$(sum "$temporary/wf")
  [ "$actual" = "$expected" ] || fail "The sum of $name is $actual, expected $expected: nothing was installed"
  say "The SHA-256 sum is right"
  verify_provenance "$temporary/wf"

  chmod 755 "$temporary/wf"
  mv -f "$temporary/wf" "$folder/wf"
  say "Installed $folder/wf"
  case ":${PATH:-}:" in
    *":$folder:"*) say "Try: wf demo" ;;
    *) say "$folder is not in PATH. Add it, or try: $folder/wf demo" ;;
  esac
}

# Called last, so that half a download does nothing.
main
