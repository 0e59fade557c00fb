/** Matches cmdlets of PowerShell. */
const CMDLET =
  /^(?:get|set|new|out|add|clear|copy|move|remove|rename|invoke|start|stop|restart|write|import|export|enable|disable|install|uninstall|register|unregister|update|select|test|join|split|convert|convertto|convertfrom|expand|compress|mount|dismount|send|receive|enter|exit|push|pop|unblock|grant|revoke|reset|save|tee|foreach|where)-[a-z]+$/;

const WINDOWS = new Set(
  `copy xcopy robocopy move ren rename mklink attrib reg regedit icacls cacls takeown rundll32 regsvr32 mshta certutil
  bitsadmin wscript cscript assoc ftype schtasks sc net netsh wmic diskpart bcdedit vssadmin cipher fsutil msiexec
  forfiles setx subst powershell_ise wsl dir.exe call iex ni si sc ac gc gci sp saps spps md pushd.exe`
    .split(/\s+/),
);

/**
 * Reports whether a program, by its name in lower case, belongs to Windows, whose arguments have another
 * syntax.
 */
export function isOfWindows(name: string): boolean {
  return CMDLET.test(name) || WINDOWS.has(name);
}
