import { failed, ok, type Result } from '../../contract/failure.ts';

/** A host the user has listed, written in one way: `host` or `host:port`. */
export function parseAllowedHost(text: string): Result<string> {
  const match = /^(\[[0-9A-Fa-f:.]+\]|[^\s/?#@:[\]\\%*]+)(?::(\d{1,5}))?$/.exec(text.trim());
  const [, name = '', port] = match ?? [];
  const address = match && URL.canParse(`http://${name}/`) ? new URL(`http://${name}/`) : undefined;
  if (!address || address.hostname === '' || (port !== undefined && (Number(port) < 1 || Number(port) > 65_535))) {
    return failed(
      'invalid-input',
      'This is not a host.',
      'Write a name or an address, with a port if you like: printer.local:8080, 10.0.0.7 or [fd00::7]:80.',
    );
  }
  return ok(port === undefined ? address.hostname : `${address.hostname}:${Number(port)}`);
}

/** Whether an address is among the listed hosts; `hostname` as the URL parser writes it. */
export function isAllowedHost(entries: readonly string[], hostname: string, port: number): boolean {
  const name = hostname.toLowerCase();
  return entries.includes(name) || entries.includes(`${name}:${port}`);
}
