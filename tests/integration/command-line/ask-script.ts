import { readLine } from '../../../electron/command-line/terminal.ts';

/** Asks at its terminal for as long as the argument says. */
const { stdin: input, stdout: output } = process;
const answer = await readLine('question? ', { input, output, signal: AbortSignal.timeout(Number(process.argv[2])) }, false);
output.write(`answer: ${JSON.stringify(answer)}\n`);
process.exit();
