let lastShown = 0;

/** Shows progress: one updated line on a terminal, otherwise a line every ten seconds. */
export function showProgress(name, done, total) {
  const isTerminal = process.stderr.isTTY;
  const isOver = total && done >= total;
  if (!isOver && Date.now() - lastShown < (isTerminal ? 100 : 10_000)) return;
  lastShown = Date.now();
  const share = total ? ` ${Math.floor((done / total) * 100)} %` : '';
  const line = `set-up: ${name}${share} (${(done / 2 ** 20).toFixed(0)} MB)`;
  process.stderr.write(isTerminal ? `\r${line}${isOver ? '\n' : ''}` : `${line}\n`);
}
