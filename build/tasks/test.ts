import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { electronRuntime, findWindowTrouble, installedElectron } from '../set-up/electron-runtime.mjs';
import { root } from '../set-up/places.mjs';
import { bundle } from '../steps/bundle.ts';
import { checks, type CheckName } from '../steps/checks.ts';
import { binary, run, runQuietly } from '../steps/command.ts';
import { withDisplay } from '../steps/electron-command.ts';
import { findChromium } from '../steps/find-chromium.ts';
import { sideBySide } from '../steps/side-by-side.ts';
import { closingLine, readPlaywrightReport, readVitestReport, sum, type Tally } from '../steps/tally.ts';

/** Requirements of benchmarks beyond Node. */
const benchmarkNeeds: Readonly<Record<string, typeof withElectron>> = {
  'chat.ts': withShell,
  'channel.ts': withChromium,
  'history-window.ts': withChromium,
  'notebook.ts': withShell,
};
/** Benchmarks that also open Electron's window, if Electron is installed. */
const windowBenchmarks: ReadonlySet<string> = new Set(['chat.ts', 'notebook.ts', 'start.ts']);

const cores = availableParallelism();
const results = path.join(root, 'tests/results');
// Hundreds of processes load the same packages, so they share the compiled code.
process.env['NODE_COMPILE_CACHE'] ??= path.join(root, 'build/out/cache/compiled');

/** The suites of `npm test`, in order. `npm test -- NAME…` runs only the named ones. */
const suites: Readonly<Record<string, () => Tally | Promise<Tally>>> = {
  checks: async () =>
    sum(
      await sideBySide(
        (Object.keys(checks) as CheckName[]).map((name) => () => check(name)),
        cores,
      ),
    ),
  unit: () => vitest('unit'),
  architecture: () => vitest('architecture'),
  integration: () => vitest('integration', 'integration*'),
  window: () => withWindow('window', () => playwright('window.playwright.config.ts', 'window.json', false)),
  e2e: () => withElectron('e2e', () => playwright('playwright.config.ts', 'e2e.json', true)),
  dist: async () =>
    sum([
      await vitest('server-package', 'dist', ['tests/dist/server-package.test.ts']),
      await withElectron('the packaged desktop program', () => vitest('dist', 'dist', ['tests/dist/packaged-app.test.ts'])),
    ]),
  bench: async () =>
    sum(
      await sideBySide(
        benchmarks().map((file) => () => benchmarkNeeds[file]?.(`bench ${file}`, () => benchmark(file)) ?? benchmark(file)),
        cores + 1, // they wait a third of their time
      ),
    ),
};

const selected = process.argv.slice(2);
const unknown = selected.filter((name) => !(name in suites));
if (unknown.length > 0) {
  console.error(`There is no suite ${unknown.join(', ')}. There are: ${Object.keys(suites).join(', ')}.`);
  process.exit(2);
}

rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
await bundle();
const tallies: Tally[] = [];
for (const [name, suite] of Object.entries(suites)) {
  if (selected.length > 0 && !selected.includes(name)) continue;
  console.log(`\n── ${name}`);
  const startedAt = performance.now();
  tallies.push(await suite());
  console.log(`── ${name}: ${Math.round((performance.now() - startedAt) / 1000)} s`);
}
const total = sum(tallies);
console.log(`\n${closingLine(total)}`);
process.exit(total.failures.length === 0 && total.passed > 0 ? 0 : 1);

async function check(name: CheckName): Promise<Tally> {
  const [file, ...args] = checks[name];
  return statusTally(
    `check ${name}`,
    await runQuietly(process.execPath, [path.join(root, file), ...args], path.join(results, `check-${name}.log`)),
  );
}

/** Runs a shortened benchmark, to check that it works. Its figures are not shown, because other work runs beside it. */
async function benchmark(file: string): Promise<Tally> {
  const { command, args } = withOptionalDisplay(
    [path.join('tests/bench', file), '--short'],
    windowBenchmarks.has(file) && electronRuntime() !== undefined,
  );
  return statusTally(`bench ${file}`, await runQuietly(command, args, path.join(results, `bench-${file}.log`)));
}

/** Runs a suite if Electron can open a window. Otherwise counts it as skipped. */
async function withElectron(what: string, suite: () => Promise<Tally>): Promise<Tally> {
  if (electronRuntime()) return suite();
  const installed = installedElectron();
  const trouble = installed && findWindowTrouble(installed.dist);
  console.log(`– ${what} is left out: ${trouble?.reason ?? `there is no Electron for ${process.platform} ${process.arch} here`}`);
  return { passed: 0, failures: [], skipped: 1 };
}

/** Runs a suite if Chromium is installed. Otherwise counts it as skipped. */
async function withChromium(what: string, suite: () => Promise<Tally>): Promise<Tally> {
  if (findChromium() !== undefined) return suite();
  console.log(`– ${what} is left out: there is no Chromium here; install one, or name it in CHROMIUM`);
  return { passed: 0, failures: [], skipped: 1 };
}

/** Runs a suite that uses every available shell. */
function withShell(what: string, suite: () => Promise<Tally>): Promise<Tally> {
  return electronRuntime() ? suite() : withChromium(what, suite);
}

/** Runs a suite that uses Electron's window on Linux if possible, and otherwise Chromium. */
function withWindow(what: string, suite: () => Promise<Tally>): Promise<Tally> {
  return process.platform === 'linux' && electronRuntime() ? suite() : withChromium(what, suite);
}

function statusTally(name: string, status: number): Tally {
  console.log(`${status === 0 ? '✓' : '✗'} ${name}`);
  return status === 0 ? { passed: 1, failures: [], skipped: 0 } : { passed: 0, failures: [name], skipped: 0 };
}

function benchmarks(): readonly string[] {
  return readdirSync(path.join(root, 'tests/bench')).filter((name) => name.endsWith('.ts'));
}

async function vitest(name: string, projects = name, files: readonly string[] = []): Promise<Tally> {
  const report = path.join(results, `${name}.json`);
  const args = [
    binary('vitest/vitest.mjs'),
    'run',
    ...files,
    '--config=tests/vitest.config.ts',
    `--project=${projects}`,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ];
  const wrapped = withOptionalDisplay(args, name === 'dist');
  return readTally(await run(wrapped.command, wrapped.args), report, readVitestReport);
}

async function playwright(config: string, report: string, opensWindow: boolean): Promise<Tally> {
  const wrapped = withOptionalDisplay([binary('playwright/cli.js'), 'test', `--config=tests/${config}`], opensWindow);
  return readTally(await run(wrapped.command, wrapped.args), path.join(results, report), readPlaywrightReport);
}

/** Returns a command on this Node. Adds a display only if it opens a window, because a virtual display may fail to start. */
function withOptionalDisplay(
  args: readonly string[],
  opensWindow: boolean,
): { readonly command: string; readonly args: readonly string[] } {
  return opensWindow ? withDisplay(process.execPath, args) : { command: process.execPath, args };
}

/** Reads a report. A runner that failed without naming a failure, or wrote no report, counts as a failure. */
function readTally(status: number, report: string, read: (file: string) => Tally): Tally {
  const tally = existsSync(report) ? read(report) : { passed: 0, failures: [], skipped: 0 };
  const isUnexplained = tally.failures.length === 0 && (status !== 0 || !existsSync(report));
  return isUnexplained ? { ...tally, failures: [`${path.basename(report)}: ended with status ${status} and named no failure`] } : tally;
}
