import type { SshQuestion } from '../contract/connection.ts';

/** What a question asks for, to follow “needs”. */
const questionNames: Readonly<Record<SshQuestion['kind'], string>> = {
  'host-key': 'its host key confirmed',
  passphrase: 'the passphrase of your key',
  password: 'your password',
  prompts: 'answers to sign in',
};

function listFirst(names: readonly string[], limit: number): string {
  const more = names.length - limit;
  return names.slice(0, limit).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** What `causeway --headless` prints, besides failures and the help in options.ts. */
export const headlessText = {
  createKeyHint: 'Create a local key with --new-key NAME',
  noKey: {
    message: 'No local key exists, and programs need one in Proxy mode.',
    remedy: 'Create one with --new-key NAME in another terminal.',
  },
  shuttingDown: (requests: number) =>
    `shutting down; waiting for ${requests} ${requests === 1 ? 'request' : 'requests'} (press Ctrl+C again to force)`,
  run: {
    answered: (count: number, cells: number) => `${count}/${cells} answered`,
    failed: (count: number) => `${count} failed`,
    rate: (rows: number) => `${rows} rows/min`,
    left: (duration: string) => `${duration} left`,
    waiting: (problem: string | null) => `waiting: ${problem ?? 'the service is busy'}`,
    seconds: (count: number) => `${count} s`,
    minutes: (count: number) => `${count} min`,
    hours: (count: number) => `${count} h`,
    problems: (file: string, count: number, first: readonly { readonly message: string }[]) =>
      [
        `${file} has ${count} ${count === 1 ? 'problem' : 'problems'}:`,
        ...first.map(({ message }) => message),
        ...(count > first.length ? [`and ${count - first.length} more`] : []),
      ].join('\n  '),
    unknownColumns: (names: readonly string[], columns: readonly string[]) =>
      `${names.map((name) => `{{${name}}}`).join(', ')} ${names.length === 1 ? 'isn’t a column' : 'aren’t columns'} of the table and will be sent as written. Its columns are ${listFirst(columns, 20)}.`,
    end: (
      { done, failed, pending, cells }: Readonly<Record<'done' | 'failed' | 'pending' | 'cells', number>>,
      isTableIncomplete: boolean,
      out: string,
    ) =>
      `${done} of ${cells} answered${failed > 0 ? `, ${failed} failed` : ''}${pending > 0 ? `, ${pending} not sent` : ''}. The results are in ${out}.${isTableIncomplete ? ' They are incomplete, because not all rows of the table were read.' : ''}`,
  },
  unknownFields: (file: string, fields: readonly string[]) =>
    `${file} has ${fields.length === 1 ? 'an unknown field' : 'unknown fields'}: ${fields.join(', ')}. See --help profile.`,
  profileWritten: (file: string) => `Saved ${file}.`,
  profileNext: (file: string) => `Check the connection with --profile ${file} --check, then start without --check.`,
  askService: 'Base URL of the service (https://…): ',
  askInstance: 'Your cloud instance, for Direct mode (user@host, or empty): ',
  askEnginePaths: 'Engine paths (separated by commas, or empty): ',
  hostKeyDiffers: {
    message: (hop: string, fingerprint: string) => `The host key of ${hop} is ${fingerprint}, which differs from --host-key.`,
    remedy: 'Compare both with the fingerprint in your cloud console before you trust either.',
  },
  noTerminal: (hop: string, kind: SshQuestion['kind'], canAsk: boolean) =>
    `${hop} needs ${questionNames[kind]}, but there’s no terminal to ask.${canAsk ? '' : ' On Windows, only the server package can ask: npx .\\causeway-server-VERSION.tgz --headless.'}`,
  hostKey: {
    question: (address: string, hop: string, keyType: string, fingerprint: string, randomart: string) =>
      `\nThe host key of ${address} (${hop}) is unknown. Compare its ${keyType} fingerprint with the one in your cloud console:\n\n  ${fingerprint}\n\n${randomart}\n\n`,
    prompt: 'Does it match? Type yes to connect: ',
  },
  passphrase: (keyFile: string, isRetry: boolean) => `${isRetry ? 'Wrong passphrase. ' : ''}Passphrase of ${keyFile}: `,
  password: (login: string, hop: string, isRetry: boolean) => `${isRetry ? 'Wrong password. ' : ''}Password of ${login} on ${hop}: `,
  promptsRejected: (hop: string) => `${hop} didn’t accept that. If you used a one-time code, enter a new one.\n`,
};
