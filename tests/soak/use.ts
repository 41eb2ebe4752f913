/**
 * Program: `node use.ts MINUTES [SEED]`. Uses the shipped program as a user does, while its service, network and process fail. Ends with a
 * table of what it did, and fails if text was lost, a state was unexplained, something threw or the memory grew.
 */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'playwright/test';
import { root } from '../../build/set-up/places.mjs';
import { chatText } from '../../renderer/chat/text.ts';
import { median } from '../support/bench-report.ts';
import { seeded } from '../support/seeded.ts';
import { composer, lastMessage, startConversation } from '../support/window-chat.ts';
import { ask, findProblem, readTurn, textOf, waitForEnd } from './conversation.ts';
import { hangEnds, requestFaults, restarts } from './faults.ts';
import { patienceMs, startRig } from './rig.ts';

const [minutes = 60, seed = Date.now() % 100_000] = process.argv.slice(2).map(Number);
const maxProblems = 10;
/** The page and the program are not restarted after this share of the time, so that their memory can be compared. */
const restartShare = 2 / 3;
/** How much the memory may grow in the rest of the time, in MiB. */
const maxGrowth = 30;

const random = seeded(seed);
const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T; // not empty
const tally = new Map<string, number>();
const count = (what: string): void => void tally.set(what, (tally.get(what) ?? 0) + 1);

console.log(`${minutes} minutes of use, seed ${seed}`);
const rig = await startRig();
const { page, core } = rig;
const startedAt = Date.now();
const elapsedShare = (): number => (Date.now() - startedAt) / (minutes * 60_000);
/** The texts that must be in the history, by message. */
const texts = new Map<string, { readonly conversationId: string; readonly text: string }>();
const samples: Awaited<ReturnType<typeof rig.memory>>[] = [];
const problems: string[] = [];
let turn = 0;

while (elapsedShare() < 1 && problems.length < maxProblems) {
  turn += 1;
  try {
    if (random() < 0.15) await startConversation(page);
    if (random() < 0.1) await leaveDraft();
    await takeTurn();
  } catch (error) {
    await report(error instanceof Error ? error.message : String(error));
    rig.heal();
    await rig.reload();
  }
  if (elapsedShare() > restartShare) samples.push(await rig.memory());
}
await compareTexts();
for (const bug of await rig.bugs()) problems.push(JSON.stringify(bug));
const growth = compareMemory();
await rig.close();
console.table(Object.fromEntries([...tally].toSorted(([a], [b]) => a.localeCompare(b)).map(([what, times]) => [what, { times }])));
for (const problem of problems) console.log(`- ${problem}`);
console.log(
  problems.length === 0 ? 'No problems.' : `${problems.length} problems. Repeat them with: npm run soak -- use ${minutes} ${seed}`,
);
process.exit(problems.length > 0 || growth > maxGrowth ? 1 : 0);

/** Asks for words that the engine repeats, while something goes wrong, and compares what is stored and shown. */
async function takeTurn(): Promise<void> {
  const words = Array.from({ length: 20 + Math.floor(random() * 200) }, (_, index) => `t${turn}w${index}`).join(' ');
  const after = 2 + Math.floor(random() * 15); // the first piece has no text
  const what = pick([...Object.keys(requestFaults), ...Object.keys(hangEnds), 'no fault', 'no fault', 'no fault']);
  if (restarts.has(what) && elapsedShare() > restartShare) return;
  count(what);
  const makeFault = requestFaults[what];
  const endHang = Object.entries(hangEnds).find(([name]) => name === what)?.[1];
  if (makeFault) rig.fault({ ...makeFault(after), endpoint: 'chat', count: 'once' });
  const lift = endHang ? rig.fault({ kind: 'stall', after, endpoint: 'chat', count: 'once' }) : undefined;
  await ask(page, `Say: ${words}`);
  count('messages sent');
  let shown = '';
  if (endHang && lift) {
    const markdown = lastMessage(page).locator('.markdown');
    await expect(markdown).toContainText(/\S/, { timeout: patienceMs });
    shown = (await markdown.innerText()).trim();
    await endHang(rig, lift);
  }
  await check(words, what, shown);
  rig.heal();
  if (random() < 0.5 && (await lastMessage(page).getByRole('button', { name: chatText.tryAgain }).isVisible())) {
    await lastMessage(page).getByRole('button', { name: chatText.tryAgain }).click();
    count('answers regenerated');
    await expect(lastMessage(page).locator('.markdown')).toContainText(words.slice(-10), { timeout: patienceMs });
    await check(words, 'try again');
  }
}

/** Compares the question and its answer with what is stored. The answer must have at least the text that was shown. */
async function check(words: string, what: string, shown = ''): Promise<void> {
  await waitForEnd(page);
  const { question, answer } = await readTurn(rig);
  if (question.text !== `Say: ${words}`) await report(`${what}: the question is stored as ${question.text}`);
  if (!textOf(answer).startsWith(shown)) await report(`${what}: the window has shown ${shown}, and ${textOf(answer)} is stored`);
  const problem = await findProblem(page, answer, words);
  if (problem !== undefined) await report(`${what}: ${problem}`);
  count(`answers ${answer.state}`);
  for (const message of [question, answer]) texts.set(message.id, { conversationId: message.conversationId, text: textOf(message) });
}

/** Leaves a message unsent while the page or the program starts again. */
async function leaveDraft(): Promise<void> {
  if (elapsedShare() > restartShare) return;
  const text = `draft ${turn}`;
  await expect(composer(page)).toHaveAttribute('aria-busy', 'false', { timeout: patienceMs });
  await composer(page).fill(text);
  await expect(page.getByText(chatText.draft.saved)).toBeVisible({ timeout: patienceMs });
  await pick([rig.reload, () => rig.restart('SIGKILL')])();
  await expect(composer(page)).toHaveValue(text, { timeout: patienceMs });
  await composer(page).fill('');
  count('drafts restored');
}

/** Reads every text again from the history. */
async function compareTexts(): Promise<void> {
  await rig.restart('SIGKILL');
  for (const [id, { conversationId, text }] of texts) {
    const { messages } = await core.call('history.open', { id: conversationId, at: id, limit: 500 });
    const found = messages.find((message) => message.id === id);
    if (found === undefined || textOf(found) !== text) problems.push(`${id} is stored as ${found && textOf(found)} instead of ${text}`);
    count('texts compared');
  }
}

/** Prints the memory at the start and at the end of the time without restarts. Returns the growth in MiB. */
function compareMemory(): number {
  const size = Math.max(1, Math.floor(samples.length / 5));
  const rows = (['program', 'page'] as const).map((what) => {
    const values = samples.map((sample) => sample[what]);
    const [start, end] = [median(values.slice(0, size)), median(values.slice(-size))];
    return { what, start, end, growth: end - start };
  });
  console.log('Memory in MiB, without restarts:');
  console.table(
    rows.map(({ what, ...values }) => ({
      what,
      ...Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Math.round(value)])),
    })),
  );
  return Math.max(...rows.map(({ growth }) => growth));
}

async function report(problem: string): Promise<void> {
  const folder = path.join(root, 'tests/results/soak');
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, `turn-${turn}.png`);
  await page.screenshot({ path: file }).catch(() => undefined);
  problems.push(`turn ${turn}: ${problem} (${path.relative(root, file)})`);
  console.log(problems.at(-1));
}
