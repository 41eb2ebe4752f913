import type { RouteName } from '../../electron/contract/routes.ts';

/** Calls that change something, with the same result when they are made twice. */
const repeatableWrites = [
  'chat.send',
  'chat.stop',
  'connection.refresh',
  'connection.setMode',
  'drafts.keep',
  'history.change',
  'history.move',
  'history.purge',
  'history.restore',
  'history.saveImage',
  'history.trash',
  'library.putPreset',
  'library.putPrompt',
  'library.removePreset',
  'library.removePrompt',
  'library.setFavourite',
  'localApi.change',
  'localApi.recordBodies',
  'notebook.saveText',
  'notices.dismiss',
  'profiles.activate',
  'profiles.change',
  'runs.change',
  'runs.label',
  'settings.change',
  'token.forget',
  'token.set',
  'tools.allowHost',
  'tunnel.stop',
] as const satisfies readonly RouteName[];

/** Calls that only read. `history.open` also makes a branch the current one; a second call changes nothing. */
const reads = [
  'app.describe',
  'app.places',
  'catalog.findEnginePaths',
  'catalog.tryImages',
  'chat.requestCode',
  'chat.templateText',
  'chat.turns',
  'connection.read',
  'connectionCheck.run',
  'documents.readText',
  'drafts.read',
  'history.folders',
  'history.imageSpace',
  'history.list',
  'history.models',
  'history.newer',
  'history.notebookState',
  'history.older',
  'history.open',
  'history.readImage',
  'history.search',
  'history.speeds',
  'history.tokens',
  'history.tree',
  'library.read',
  'localApi.read',
  'localApi.describeProgramChange',
  'localApi.programs',
  'localApi.requests',
  'notebook.countTokens',
  'notebook.score',
  'notices.read',
  'profiles.read',
  'profiles.readSshAlias',
  'profiles.sshAliases',
  'questions.read',
  'runs.cell',
  'runs.list',
  'runs.page',
  'runs.preview',
  'runs.previewTable',
  'runs.read',
  'runs.statistics',
  'settings.read',
  'shell.fetchImage',
  'token.status',
  'tools.read',
  'tunnel.read',
] as const satisfies readonly RouteName[];

const writes: ReadonlySet<string> = new Set(repeatableWrites);
const repeatable: ReadonlySet<string> = new Set([...repeatableWrites, ...reads]);

/** Whether a call may be made again when its connection was lost before its answer. */
export function isRepeatable(route: string): boolean {
  return repeatable.has(route);
}

/** Whether a repeatable call carries what the user did. */
export function isRepeatableWrite(route: string): boolean {
  return writes.has(route);
}
