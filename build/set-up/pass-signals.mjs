/**
 * Forwards termination signals to a child. Returns a function that stops it. Signals from a terminal reach the child directly,
 * and a second one would force it to quit.
 */
export function passSignals(child) {
  const isAtTerminal = [process.stdin, process.stdout, process.stderr].some((stream) => stream.isTTY);
  const pass = (signal) => {
    if (signal === 'SIGTERM' || !isAtTerminal) child.kill(signal);
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, pass);
  return () => {
    for (const signal of signals) process.off(signal, pass);
  };
}
