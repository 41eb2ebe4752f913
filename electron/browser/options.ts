import { parseArgs } from 'node:util';
import { ok, type Result } from '../contract/failure.ts';
import { fail } from '../contract/failures/start.ts';
import { shellWord } from '../core/program-start.ts';
import { unknownFlag } from '../command-line/program-arguments.ts';

/** Options of the window in a browser. */
export interface BrowserOptions {
  readonly port: number | undefined;
  /** Path under which a reverse proxy serves the pages, with leading and trailing slash. */
  readonly basePath: string;
  /** Host names of reverse proxies, as browsers use them. */
  readonly allowedHosts: readonly string[];
  /** Other OS users whose programs may connect, such as a reverse proxy's. */
  readonly allowedUsers: readonly string[];
  readonly opensWindow: boolean;
}

/** Flags for `parseArgs`, for command lines that have others too. */
export const browserFlags = {
  'browser-port': { type: 'string' },
  'base-path': { type: 'string' },
  'allow-host': { type: 'string', multiple: true },
  'allow-user': { type: 'string', multiple: true },
  'no-open': { type: 'boolean' },
} as const;

/** Descriptions of the flags for `--help`. */
export const browserFlagsHelp = `  --browser-port PORT    Port of the window in the browser (default: 7335)
  --no-open              Only print the link, even with a display
  --base-path /PATH/     Where a reverse proxy serves the window, such as /user/me/causeway/
  --allow-host NAME      Allow another host name, such as the reverse proxy's (repeatable)
  --allow-user NAME      Allow another user of this computer, such as the reverse proxy's (repeatable)`;

/** Parsed command line of `causeway --browser`. */
export interface BrowserCommand {
  readonly action: 'run' | 'approve' | 'help' | 'version';
  readonly data: string | undefined;
  readonly browser: BrowserOptions;
}

export const browserHelp = `Usage: causeway --browser [options]      (from source: npm run browser -- [options])

Runs Causeway in your browser, on this computer only. Prints a link that works once.

${browserFlagsHelp}
  --approve              Answer the pending approvals of a running Causeway in this terminal
  --data FOLDER          Data folder (default: the app's)
  --version, --help

Run it again to get a new link. Press Ctrl+C to stop it.
`;

/** Returns the flags that make a second start answer the approvals of the program with a data folder. */
export function approveFlags(data: string, defaultData: string): string {
  return `--browser --approve${data === defaultData ? '' : ` --data ${shellWord(data)}`}`;
}

/** Parses the command line. Fails with a sentence for a wrong flag. */
export function readBrowserCommand(args: readonly string[]): Result<BrowserCommand> {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        ...browserFlags,
        browser: { type: 'boolean' },
        approve: { type: 'boolean' },
        data: { type: 'string' },
        version: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    const browser = readBrowserOptions(values);
    if (!browser.ok) return browser;
    const action = values.help === true ? 'help' : values.version === true ? 'version' : values.approve === true ? 'approve' : 'run';
    return ok({ action, data: values.data, browser: browser.value });
  } catch (error) {
    return unknownFlag(error);
  }
}

/** Values of the flags, as returned by `parseArgs`. */
export type FlagValues = { readonly [Name in keyof typeof browserFlags]?: string | boolean | readonly (string | boolean)[] | undefined };

/** Validates the values of the flags. */
export function readBrowserOptions(values: FlagValues): Result<BrowserOptions> {
  const portText = values['browser-port'] as string | undefined;
  const port = portText === undefined ? undefined : Number(portText);
  if (port !== undefined && (!/^\d+$/.test(portText ?? '') || port < 1024 || port > 65534))
    return fail('flag-number', { flag: 'browser-port', min: 1024, max: 65534, given: portText ?? '' });
  const path = (values['base-path'] as string | undefined) ?? '/';
  if (!/^\/[\w./~@%+-]*$/.test(path) || path.includes('..')) return fail('flag-base-path', { given: path });
  const hosts = (values['allow-host'] as readonly string[] | undefined) ?? [];
  const badHost = hosts.find((host) => !/^[\w.-]+(:\d{1,5})?$|^\[[\da-f:]+\](:\d{1,5})?$/i.test(host));
  if (badHost !== undefined) return fail('flag-allow-host', { given: badHost });
  return ok({
    port,
    basePath: path.endsWith('/') ? path : `${path}/`,
    allowedHosts: hosts.map((host) => host.toLowerCase()),
    allowedUsers: (values['allow-user'] as readonly string[] | undefined) ?? [],
    opensWindow: values['no-open'] !== true,
  });
}

/** Splits the browser flags from a command line that has others too. */
export function splitBrowserFlags(args: readonly string[]): { readonly values: FlagValues; readonly others: readonly string[] } {
  const options = { ...browserFlags, browser: { type: 'boolean' } } as const;
  const { values, tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true, allowPositionals: true });
  const consumed = new Set<number>();
  for (const token of tokens) {
    if (token.kind !== 'option' || !(token.name in options)) continue;
    consumed.add(token.index);
    if (token.value !== undefined && !token.inlineValue) consumed.add(token.index + 1);
  }
  return { values, others: args.filter((_, index) => !consumed.has(index)) };
}
