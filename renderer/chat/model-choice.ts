import type { Capabilities, Model } from '../../electron/contract/catalog.ts';
import type { Connection } from '../../electron/contract/connection.ts';
import { capabilityWords } from '../state/connection-words.ts';

/** The models one can talk to; none while there is no connection. */
export function chatModels(connection: Connection): readonly Model[] {
  return connection.state === 'ready' ? connection.models.filter(({ capabilities }) => capabilities.chat) : [];
}

/** The model to ask: the one that was chosen while it is there, else a quick and able one. */
export function pickModel(models: readonly Model[], chosenId: string | null): Model | undefined {
  return (
    models.find(({ id }) => id === chosenId) ??
    models.find(({ capabilities }) => capabilities.tools && !capabilities.reasoning) ??
    models.find(({ capabilities }) => !capabilities.reasoning) ??
    models[0]
  );
}

/** The models as they are offered, those that answer at once first. */
export function modelOptions(models: readonly Model[]) {
  const group = (title: string, isThinking: boolean) =>
    models
      .filter(({ capabilities }) => capabilities.reasoning === isThinking)
      .map(({ id, capabilities }) => ({ value: id, label: id, detail: detailOf(capabilities), group: title }));
  return [...group('Answers at once', false), ...group('Thinks first', true)];
}

/** What sets a model apart; that all of them chat and whether they think is said already. */
function detailOf(capabilities: Capabilities): string {
  const words = capabilityWords(capabilities).filter((word) => word !== 'chat' && word !== 'thinking');
  return words.length === 0 ? 'chat only' : words.join(', ');
}
