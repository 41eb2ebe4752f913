import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { selectionEnvironment } from '../steps/test-selection.ts';
import { electronRuntime, findWindowTrouble, installedElectron } from '../set-up/electron-runtime.mjs';
import { root } from '../set-up/places.mjs';
import { bundle } from '../steps/bundle.ts';
import { checks, type CheckName } from '../steps/checks.ts';
import { binary, run, runQuietly } from '../steps/command.ts';
import { withDisplay } from '../steps/electron-command.ts';
import { findChromium } from '../steps/find-chromium.ts';
import { findLeftOut } from '../steps/other-systems.ts';
import { describeTestRequest, parseTestArguments } from '../steps/parse-test-arguments.ts';
import { sideBySide } from '../steps/side-by-side.ts';
import { closingLine, describeSlowest, readPlaywrightReport, readVitestReport, sum, type Tally } from '../steps/tally.ts';

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

/** A suite. Its files are those that a word in their path can select, if there are any. */
interface Suite {
  readonly folders: readonly string[];
  /** Runs the whole suite, or some of its files. */
  readonly run: (files?: readonly string[]) => Tally | Promise<Tally>;
}

const unitFolders = ['browser', 'build', 'command-line', 'core', 'headless', 'host', 'renderer', 'shell', 'support'];

/** All suites, in order. */
const suites: Readonly<Record<string, Suite>> = {
  checks: {
    folders: [],
    run: async () =>
      sum(
        await sideBySide(
          (Object.keys(checks) as CheckName[]).map((name) => () => check(name)),
          cores,
        ),
      ),
  },
  unit: { folders: unitFolders, run: (files) => vitest('unit', 'unit', files) },
  architecture: { folders: ['architecture'], run: (files) => vitest('architecture', 'architecture', files) },
  integration: { folders: ['integration'], run: (files) => vitest('integration', 'integration*', files) },
  window: {
    folders: ['window'],
    run: (files) => withWindow('window', () => playwright('window.playwright.config.ts', 'window.json', files)),
  },
  e2e: { folders: ['e2e'], run: (files) => withElectron('e2e', () => playwright('playwright.config.ts', 'e2e.json', files)) },
  dist: {
    folders: ['dist'],
    run: async () =>
      sum([
        await vitest('server-package', 'dist', ['tests/dist/server-package.test.ts']),
        await withElectron('the packaged desktop program', () => vitest('dist', 'dist', ['tests/dist/packaged-app.test.ts'])),
      ]),
  },
  bench: {
    folders: [],
    run: async () =>
      sum(
        await sideBySide(
          benchmarks().map((file) => () => benchmarkNeeds[file]?.(`bench ${file}`, () => benchmark(file)) ?? benchmark(file)),
          cores + 1, // they wait a third of their time
        ),
      ),
  },
};

const request = parseTestArguments(process.argv.slice(2), Object.keys(suites));
if (typeof request === 'string') fail(request);
const { words } = request;
const selected = request.suites.flatMap((name) => {
  const suite = suites[name];
  if (!suite) return [];
  const files = words.length > 0 ? filesWith(words, suite.folders) : undefined;
  return files?.length === 0 ? [] : [{ name, run: () => runHere(suite, files) }];
});
if (selected.length === 0) {
  fail(
    `No suite is named ${words.join(' or ')}, and no test file has that in its path. The suites are: ${Object.keys(suites).join(', ')}.`,
  );
}

// Hundreds of processes load the same packages, so they share the compiled code.
process.env['NODE_COMPILE_CACHE'] ??= path.join(root, 'build/out/cache/compiled');
Object.assign(process.env, selectionEnvironment({ ...request, isQuick: request.scope === 'quick' }));
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
await bundle();
const tallies: Tally[] = [];
for (const { name, run: runSuite } of selected) {
  console.log(`\n── ${name}`);
  const startedAt = performance.now();
  tallies.push(await runSuite());
  console.log(`── ${name}: ${Math.round((performance.now() - startedAt) / 1000)} s`);
}
const total = sum(tallies);
console.log(`\n${describeSlowest(total)}\n\n${describeTestRequest(request)}\n${closingLine(total)}`);
process.exit(total.failures.length === 0 && total.passed > 0 ? 0 : 1);

function fail(sentence: string): never {
  console.error(sentence);
  process.exit(2);
}

/** Returns the test files of some folders of tests with one of the words in their path. */
function filesWith(wanted: readonly string[], folders: readonly string[]): readonly string[] {
  return folders
    .flatMap((folder) =>
      readdirSync(path.join(root, 'tests', folder), { recursive: true }).map(
        (file) => `tests/${folder}/${String(file).replaceAll('\\', '/')}`,
      ),
    )
    .filter((file) => file.endsWith('.test.ts') && wanted.some((word) => file.slice('tests/'.length).includes(word)));
}

/** Runs what this system can of a suite, and counts the files that it leaves out. */
async function runHere(suite: Suite, files?: readonly string[]): Promise<Tally> {
  const wanted = files ?? filesWith([''], suite.folders);
  const leftOut = findLeftOut(suite.folders).filter(({ file }) => wanted.includes(file));
  for (const [need, each] of Map.groupBy(leftOut, ({ need }) => need))
    console.log(`– files left out because they need ${need}: ${each.length}`);
  const skipped = { passed: 0, failures: [], skipped: leftOut.length, times: [] };
  return wanted.length > 0 && leftOut.length === wanted.length ? skipped : sum([await suite.run(files), skipped]);
}

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
  return { passed: 0, failures: [], skipped: 1, times: [] };
}

/** Runs a suite if Chromium is installed. Otherwise counts it as skipped. */
async function withChromium(what: string, suite: () => Promise<Tally>): Promise<Tally> {
  if (findChromium() !== undefined) return suite();
  console.log(`– ${what} is left out: there is no Chromium here; install one, or name it in CHROMIUM`);
  return { passed: 0, failures: [], skipped: 1, times: [] };
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
  return { passed: status === 0 ? 1 : 0, failures: status === 0 ? [] : [name], skipped: 0, times: [] };
}

function benchmarks(): readonly string[] {
  return readdirSync(path.join(root, 'tests/bench')).filter((name) => name.endsWith('.ts'));
}

async function vitest(name: string, projects: string, files: readonly string[] = []): Promise<Tally> {
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

async function playwright(config: string, report: string, files: readonly string[] = []): Promise<Tally> {
  const patterns = files.map((file) => `${file.replaceAll('.', String.raw`\.`)}$`);
  const status = await run(process.execPath, [binary('playwright/cli.js'), 'test', ...patterns, `--config=tests/${config}`]);
  return readTally(status, path.join(results, report), readPlaywrightReport);
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
  const tally = existsSync(report) ? read(report) : { passed: 0, failures: [], skipped: 0, times: [] };
  const isUnexplained = tally.failures.length === 0 && (status !== 0 || !existsSync(report));
  return isUnexplained ? { ...tally, failures: [`${path.basename(report)}: ended with status ${status} and named no failure`] } : tally;
}
