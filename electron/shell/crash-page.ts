import { escapeHtml } from '../contract/escape-html.ts';
import { startPage } from './app-urls.ts';

/** The page for a window that keeps crashing: plain, without a script that could crash too. */
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
