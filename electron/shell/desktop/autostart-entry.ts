/** The text of a freedesktop autostart entry that starts the program without its window. */
export function autostartEntry(executable: string): string {
  return `[Desktop Entry]
Type=Application
Name=Causeway
Comment=Keeps the way to your language models open
Exec=${quoted(executable)} --hidden
Terminal=false
X-GNOME-Autostart-enabled=true
`;
}

/** As the desktop entry specification quotes an argument. */
function quoted(word: string): string {
  return `"${word.replaceAll(/(["`$\\])/g, '\\$1').replaceAll('%', '%%')}"`;
}
