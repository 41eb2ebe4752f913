import { escapeHtml } from '../contract/text.ts';
import { startPage } from './app-identity.ts';

/** Crashes within this time count as a loop, in milliseconds. */
const loopWindow = 60_000;

export type CrashDecision = 'reload' | 'give-up' | 'stop';

/** Decides what to do after a crash: reload once, then show a plain page, then stop. */
export function decideAfterCrash(earlierCrashes: readonly number[], now: number): CrashDecision {
  const recent = earlierCrashes.filter((time) => now - time < loopWindow).length;
  return recent === 0 ? 'reload' : recent === 1 ? 'give-up' : 'stop';
}

/** Returns the page shown after repeated crashes. It has no script, because that could crash too. */
export function crashPageHtml(logFolder: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="color-scheme" content="light dark" />
    <title>Causeway</title>
  </head>
  <body>
    <main>
      <h1>Causeway's window keeps crashing</h1>
      <p>It crashed again right after it was reloaded, so Causeway has stopped trying. Your drafts are kept.</p>
      <p>What happened is in the log: <code>${escapeHtml(logFolder)}</code></p>
      <p><a href="${startPage}">Start again</a></p>
    </main>
  </body>
</html>
`;
}
