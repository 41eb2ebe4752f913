import type { CoreRoute, Handlers } from '../../contract/routes.ts';
import type { History } from '../history/history.ts';

type HistoryRoute = Extract<CoreRoute, `history.${string}`>;

/** What the window asks of the history. */
export function historyHandlers(history: History): Pick<Handlers<CoreRoute, { readonly signal: AbortSignal }>, HistoryRoute> {
  return {
    'history.list': (request) => history.list(request),
    'history.folders': () => history.folders(),
    'history.putFolder': ({ name, replaces }) => history.putFolder(name, replaces),
    'history.removeFolder': ({ name }) => history.removeFolder(name),
    'history.move': ({ ids, folder }) => history.move(ids, folder),
    'history.models': () => history.models(),
    'history.search': (request, { signal }) => history.search(request, signal),
    'history.open': ({ id, at, limit }) => history.open(id, at, limit),
    'history.older': ({ id, before, limit }) => history.older(id, before, limit),
    'history.newer': ({ id, after, limit }) => history.newer(id, after, limit),
    'history.change': ({ id, change }) => history.change(id, change),
    'history.trash': ({ ids }) => history.trash(ids),
    'history.restore': ({ ids }) => history.restore(ids),
    'history.purge': ({ ids }) => history.purge(ids),
    'history.emptyTrash': (_nothing, { signal }) => history.emptyTrash(signal),
    'history.deleteMessage': ({ messageId }) => history.deleteMessage(messageId),
    'history.restoreMessage': ({ messageId }) => history.restoreMessage(messageId),
    'history.speeds': () => history.speeds(),
  };
}
