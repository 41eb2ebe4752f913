import { escapeHtml } from '../contract/strings.ts';
import { shellText } from './text.ts';
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
      <h1>${shellText.crash.title}</h1>
      <p>${shellText.crash.page.stopped}</p>
      <p>${shellText.crash.page.log} <code>${escapeHtml(logFolder)}</code></p>
      <p><a href="${startPage}">${shellText.crash.page.tryAgain}</a></p>
    </main>
  </body>
</html>
`;
}
