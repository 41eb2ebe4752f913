import { shellWord } from '../../shared/shell-word.ts';
import { directNote, isStreamed, keyVariable, type SentRequest } from './sent-request.ts';

/** Linux takes at most 128 KiB as one argument of a command. */
const mostInArgument = 100_000;

/** The request as a command for a shell. */
export function curlCode({ base, endpoint, hasKey, body }: SentRequest): string {
  const json = JSON.stringify(body);
  const isLong = Buffer.byteLength(json) > mostInArgument;
  const lines = [
    // without it the pieces are shown only once there are many
    `curl ${isStreamed({ body }) ? '--no-buffer ' : ''}${shellWord(`${base}${endpoint}`)}`,
    ...(hasKey ? [`-H "Authorization: Bearer $${keyVariable}"`] : []),
    `-H 'Content-Type: application/json'`,
    isLong ? `--data-binary @- <<'END_OF_BODY'` : `--data-raw ${shellWord(json)}`,
  ];
  // JSON has no line breaks of its own, so no line of it can be the end mark
  return `${hasKey ? '' : `# ${directNote}\n`}${lines.join(' \\\n  ')}\n${isLong ? `${json}\nEND_OF_BODY\n` : ''}`;
}
