import { describeFailure } from '../../electron/contract/failures/render-failure.ts';
import type { Capabilities, Engine } from '../../electron/contract/catalog.ts';
import type { Connection } from '../../electron/contract/connection.ts';
import type { Mode } from '../../electron/contract/profile.ts';
import type { Settings } from '../../electron/contract/settings.ts';

export const modeTitles: Readonly<Record<Mode, string>> = { proxy: 'Proxy', direct: 'Direct' };

/** Describes the state of the connection in a few words. */
export function connectionText(connection: Connection): string {
  switch (connection.state) {
    case 'starting':
      return 'Starting the connection…';
    case 'ready':
      return `${connection.profile.name} · ${modeTitles[connection.mode]}`;
    case 'failed':
      return describeFailure(connection.failure).message;
  }
}

/** Returns a model's capabilities, a text or two each. */
export function capabilityText({ chat, completion, tools, reasoning, reasoningEffort }: Capabilities): readonly string[] {
  return [
    chat && 'chat',
    completion && 'text completion',
    tools && 'tools',
    reasoning && 'thinking',
    reasoning && reasoningEffort && 'thinking effort',
  ].filter((text) => text !== false);
}

export const themeTitles: Readonly<Record<Settings['theme'], string>> = {
  system: 'System',
  light: 'Light',
  dark: 'Dark',
};

/** Names of the engine kinds, in the order they are offered. */
export const engineTitles: Readonly<Record<Engine, string>> = { A: 'A (like vLLM)', B: 'B (like SGLang)', unknown: 'Not known' };
