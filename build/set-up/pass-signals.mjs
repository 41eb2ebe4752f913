/**
 * Passes on to a child what would end this process; gives back how to stop that.
 * What a terminal sends reaches the child by itself, and a second one would break off what is still to end in order.
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
