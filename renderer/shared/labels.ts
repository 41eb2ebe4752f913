import { describeFailure } from '../../electron/contract/failures/render-failure.ts';
import type { Capabilities, Engine } from '../../electron/contract/catalog.ts';
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

/** Returns a model's capabilities, a text or two each. */
export function capabilityText({ chat, completion, tools, reasoning, reasoningEffort }: Capabilities): readonly string[] {
  const texts = sharedText.capabilities;
  return [
    chat && texts.chat,
    completion && texts.completion,
    tools && texts.tools,
    reasoning && texts.reasoning,
    reasoning && reasoningEffort && texts.reasoningEffort,
  ].filter((text) => text !== false);
}

export const themeTitles: Readonly<Record<Settings['theme'], string>> = sharedText.themes;

/** Names of the engine kinds, in the order they are offered. */
export const engineTitles: Readonly<Record<Engine, string>> = sharedText.engines;
