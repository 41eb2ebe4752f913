/** Returns the line that OpenSSH 9.2 logs for a new channel. */
export function createdLine(channel: number, name: string): string {
  return `debug1: channels.c:channel_new():503 (pid=7): channel ${channel}: new ${name} [${name === 'session' ? 'client-session' : name}] (inactive timeout: 0)\r`;
}

/** Returns the line that it logs when the instance has accepted the channel. */
export function confirmedLine(channel: number): string {
  return `debug2: channels.c:channel_input_open_confirmation():3518 (pid=7): channel ${channel}: open confirm rwindow 2097152 rmax 32768\r`;
}

/** Returns the line that it logs for a connection to one of its listeners, with -2 as the port of a socket. */
export function requestedLine(port: number): string {
  return `debug1: channels.c:channel_post_port_listener():1902 (pid=7): Connection to port ${port} forwarding to 127.0.0.1 port 9 requested.\r`;
}
