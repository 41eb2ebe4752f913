import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { electronRuntime } from '../set-up/electron-runtime.mjs';
import { root } from '../set-up/places.mjs';
import { bundle } from '../steps/bundle.ts';
import { run } from '../steps/command.ts';
import { withDisplay } from '../steps/electron-command.ts';

const folder = path.join(root, 'tests/bench');
const [name = '', ...rest] = process.argv.slice(2);
const file = path.join(folder, `${name}.ts`);
if (!existsSync(file)) {
  const names = readdirSync(folder)
    .filter((each) => each.endsWith('.ts'))
    .map((each) => each.slice(0, -3));
  console.error(`Which benchmark? npm run bench -- NAME, where NAME is one of: ${names.join(', ')}`);
  process.exit(2);
}
await bundle();
const program = [file, ...rest];
// Only Electron needs a display.
const { command, args } = electronRuntime() ? withDisplay(process.execPath, program) : { command: process.execPath, args: program };
process.exit(await run(command, args));
