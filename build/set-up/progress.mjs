import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { clearLine, cursorTo } from 'node:readline';

const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const isTerminal = process.stderr.isTTY;
const intervalMs = isTerminal ? 200 : 10_000;

/** Numbers the steps of a set-up. Returns a function that begins the next one and returns a function that runs its commands. */
export function numberSteps(total) {
  let number = 0;
  return (what) => {
    number += 1;
    return beginStep(`set-up ${number} of ${Math.max(number, total)}: ${what}`);
  };
}

/** Begins a step. Returns a function that runs its commands. */
export function beginStep(label) {
  if (!isTerminal) showLine(`${label}…`);
  return (command, args, options) => runCommand(label, command, args, options);
}

/**
 * Runs a command of a step. Meanwhile a line says what the step does, how far it is and how long it has taken: one updated line on a
 * terminal, otherwise a line every ten seconds. `readProgress` finds progress in a line of output, and `countProgress`
 * looks elsewhere. The other output is returned, and printed if the command fails, unless it `isQuiet`.
 *
 * @param {import('node:child_process').SpawnOptions & { readProgress?: (line: string) => string | undefined, countProgress?: () => string, isQuiet?: boolean }} [options]
 */
async function runCommand(label, command, args, options = {}) {
  const { readProgress, countProgress, isQuiet = false, ...spawnOptions } = options;
  const startedAt = Date.now();
  let progress;
  let output = '';
  const show = () => showLine(label, progress ?? countProgress?.(), duration(Date.now() - startedAt));
  if (isTerminal) show();
  const showing = setInterval(show, intervalMs);

  const child = spawn(command, args, { ...spawnOptions, stdio: ['ignore', 'pipe', 'pipe'] });
  const stop = (signal) => {
    child.kill(signal);
    process.exit(128 + constants.signals[signal]);
  };
  for (const signal of stopSignals) process.on(signal, stop);
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      for (const line of text.split(/(?<=\n)/)) {
        const found = readProgress?.(line);
        if (found === undefined) output += line;
        else progress = found;
      }
    });
  }
  const result = await new Promise((resolve) => {
    child.once('error', (error) => resolve({ status: 1, error, output }));
    child.once('close', (status) => resolve({ status: status ?? 1, output }));
  });
  for (const signal of stopSignals) process.off(signal, stop);
  clearInterval(showing);
  if (isTerminal) {
    showLine(label, duration(Date.now() - startedAt));
    process.stderr.write('\n');
  }
  if (result.status !== 0 && !isQuiet) process.stderr.write(output);
  return result;
}

/** Returns a share for a step's line. */
export function percent(done, total) {
  return total > 0 ? `${Math.floor((done / total) * 100)} %` : undefined;
}

let lastPrinted = '';

/** Prints a download's progress, for the step that runs this program. */
export function printDownload(done, total) {
  const line = `downloaded ${percent(done, total) ?? ''} of ${Math.round((total || done) / 2 ** 20)} MB`.replace(/ +/g, ' ');
  if (line !== lastPrinted) console.log(line);
  lastPrinted = line;
}

/** Reads a line of `printDownload`. */
export function readDownload(line) {
  return /^downloaded .*MB/.exec(line)?.[0];
}

function duration(ms) {
  return `${Math.round(ms / 1000)} s`;
}

function showLine(label, ...details) {
  const end = details.flatMap((detail) => (detail === undefined ? [] : [` · ${detail}`])).join('');
  if (!isTerminal) {
    process.stderr.write(`${label}${end}\n`);
    return;
  }
  const room = (process.stderr.columns || 80) - 1 - end.length; // a longer line would wrap, and stay
  cursorTo(process.stderr, 0);
  process.stderr.write(`${label.length > room ? `${label.slice(0, room - 1)}…` : label}${end}`);
  clearLine(process.stderr, 1);
}
