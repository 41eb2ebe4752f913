import { randomInt } from 'node:crypto';
import { ok, type Result } from '../../contract/failure.ts';
import { cancelledCall } from '../../contract/failures/fail.ts';
import { chooseModel, type ServiceHandle } from '../llm-client/llm-client.ts';
import { writePng } from '../shared/images/write-png.ts';

/** Colors that no model confuses. */
const colors = {
  red: [255, 0, 0],
  green: [0, 128, 0],
  blue: [0, 0, 255],
  yellow: [255, 255, 0],
  black: [0, 0, 0],
  white: [255, 255, 255],
} as const;
const colorNames = Object.keys(colors) as readonly (keyof typeof colors)[]; // the record has exactly these keys
type Color = (typeof colorNames)[number];

const question =
  'This picture has two halves of different colors. Which color is the left half, and which is the right half? Answer with two words.';
/** Enough for a model that reasons first. */
const maxTokens = 2000;

/**
 * Asks a model which colors a tiny picture has. Two colors at random, because some models that don't see answer anyway, and guess.
 * Returns null if the answer or the failure doesn't tell whether it sees.
 */
export async function tryImages(
  { client, mode, models }: Pick<ServiceHandle, 'client' | 'mode' | 'models'>,
  modelId: string,
  signal: AbortSignal,
): Promise<Result<boolean | null>> {
  const model = chooseModel(models, modelId, mode, 'chat');
  if (!model.ok) return model;
  const left = randomInt(colorNames.length);
  const shown = [left, left + 1 + randomInt(colorNames.length - 1)].map((index) => colorNames[index % colorNames.length] ?? 'red');
  const picture = `data:image/png;base64,${twoColorPng(shown).toString('base64')}`;
  const { reasoningEffort } = model.value.capabilities;
  const parameters = { maxTokens, ...(reasoningEffort ? { reasoningEffort: 'low' as const } : {}) };
  const messages = [{ role: 'user', text: question, images: [picture] }] as const;
  const { answer, failure } = await client.chat({ model: model.value, messages, parameters }, { mode, signal }, () => undefined);
  if (signal.aborted) return cancelledCall;
  // nothing else in the request could be wrong
  if (failure) return ok(failure.reason === 'images-not-taken' || failure.reason === 'request-rejected' ? false : null);
  const text = answer.parts.map((part) => (part.kind === 'text' ? part.text : '')).join(' ');
  const named = [...new Set(text.toLowerCase().match(/[a-z]+/g))].filter((word) => colorNames.some((name) => name === word));
  if (named.length === 2 && named.every((name, index) => name === shown[index])) return ok(true);
  const isUnclear = text.trim() === '' || answer.finish === 'length' || named.length > shown.length;
  return ok(isUnclear ? null : false);
}

/** Larger than a patch of every model that sees. */
const side = 64;

/** Returns a PNG whose left half has one color and whose right half another. */
function twoColorPng(halves: readonly Color[]): Buffer {
  const row = halves.flatMap((name) => Array.from({ length: side / 2 }, () => colors[name]).flat());
  return writePng(side, side, Buffer.alloc(side * row.length, Buffer.from(row)));
}
