const list = (ids: readonly string[]): string => (ids.length === 0 ? 'none' : ids.join(', '));

/** What `causeway launch` says. */
export const launchText = {
  help: `Usage: causeway launch PROGRAM [options] [-- ARGUMENTS]

Starts a code assistant with the service's models. Causeway must be running. Without PROGRAM, lists the programs.
Its own configuration isn't changed. Everything after -- is passed to it.

  --model ID     Model to use (default: one that calls tools and has the most room)
  --port PORT    Port of the local API (default: the one that is used)
  --data FOLDER  Data folder (default: the app's)
`,
  list: 'Programs that causeway launch can start:',
  listed: (id: string, title: string, isInstalled: boolean) => `  ${id.padEnd(10)} ${title}${isInstalled ? '' : ' (not installed)'}`,
  argumentsHint: 'Put the program’s own arguments after --.',
  unknownProgram: (name: string, ids: readonly string[]) => `Causeway can’t start ${name}. Use one of these: ${list(ids)}.`,
  notInstalled: (title: string, command: string) => `${title} isn’t installed. Install it with: ${command}`,
  notRunning: 'Causeway isn’t running, or its local API is off. Start it, or run causeway --headless in another terminal.',
  keyName: (title: string, pid: number) => `${title} (terminal ${pid})`,
  noKey: 'The local API doesn’t accept a new local key. Check that --data names the data folder of the Causeway that is running.',
  unknownModel: (model: string, ids: readonly string[]) => `No model is called ${model}. Use one of these: ${list(ids)}.`,
  noFitModel: (title: string, ids: readonly string[]) =>
    `None of the models is fit for ${title}, which needs tool calls and a long context: ${list(ids)}.`,
  unfitModel: (title: string, model: string, reason: string) => `${title} can’t use ${model}. ${reason}`,
  starting: (title: string, model: string, profile: string, isDemo: boolean) =>
    `Starting ${title} with ${model} (${isDemo ? 'demo' : profile}).`,
};
