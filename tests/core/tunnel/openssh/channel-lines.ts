/** Returns the line that OpenSSH 9.2 logs for a new channel. */
export function createdLine(channel: number, name: string): string {
  return `debug1: channels.c:channel_new():503 (pid=7): channel ${channel}: new ${name} [${name === 'session' ? 'client-session' : name}] (inactive timeout: 0)\r`;
}

/** Returns the line that it logs when the instance has accepted the channel. */
export function confirmedLine(channel: number): string {
  return `debug2: channels.c:channel_input_open_confirmation():3518 (pid=7): channel ${channel}: open confirm rwindow 2097152 rmax 32768\r`;
}
