import type { Engine } from '../../../electron/contract/catalog.ts';

/** What each kind of engine is called, in the order they are offered. */
export const engineTitles: Readonly<Record<Engine, string>> = { A: 'A (like vLLM)', B: 'B (like SGLang)', unknown: 'Not known' };
