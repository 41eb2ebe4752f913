import { describeFailure } from '../../electron/contract/failures/render-failure.ts';
import type { Engine, Model } from '../../electron/contract/catalog.ts';
import type { Connection } from '../../electron/contract/connection.ts';
import type { Mode } from '../../electron/contract/profile.ts';
import type { Settings } from '../../electron/contract/settings.ts';
import { sharedText } from './text.ts';

export const modeTitles: Readonly<Record<Mode, string>> = sharedText.modes;

/** Describes the state of the connection in a few words. */
export function describeConnectionState(connection: Connection): string {
  switch (connection.state) {
    case 'starting':
      return sharedText.connection.connecting;
    case 'ready':
      return sharedText.connection.ready(connection.profile.name, modeTitles[connection.mode]);
    case 'failed':
      return describeFailure(connection.failure).message;
  }
}

/** Returns what a model can do, as far as it is known. */
export function capabilityText({ capabilities, seesImages }: Pick<Model, 'capabilities' | 'seesImages'>): readonly string[] {
  const { chat, completion, tools, reasoning, reasoningEffort } = capabilities;
  const texts = sharedText.capabilities;
  return [
    chat && texts.chat,
    completion && texts.completion,
    tools && texts.tools,
    reasoning && texts.reasoning,
    reasoning && reasoningEffort && texts.reasoningEffort,
    seesImages === true && texts.seesImages,
  ].filter((text) => text !== false);
}

export const themeTitles: Readonly<Record<Settings['theme'], string>> = sharedText.themes;

/** Names of the engine kinds, in the order they are offered. */
export const engineTitles: Readonly<Record<Engine, string>> = sharedText.engines;
