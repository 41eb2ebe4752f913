import { describe, expect, test } from 'vitest';
import { modelsFor, pickModel, unavailableReason, modelPickerItems } from '../../../renderer/state/model-choice.ts';
import { modelWith, readyWith } from '../chat/answers.ts';
import { sharedText } from '../../../renderer/shared/text.ts';

const text = sharedText.modelPicker;

const thinker = modelWith('thinker', { reasoning: true }, { engine: 'sglang' });
const toolThinker = modelWith('tool-thinker', { reasoning: true, tools: true });
const quick = modelWith('quick', { tools: true }, { contextLength: 131_072 });
const gone = modelWith('old', {}, { presence: { proxy: 'gone', direct: 'listed' } });
const webOnly = modelWith('web', {}, { segment: null, engine: 'unknown' });

describe('pickModel', () => {
  test('prefers a model with tools and without reasoning (catches a first answer that makes one wait)', () => {
    expect(pickModel([thinker, toolThinker, quick], 'proxy', null)).toBe(quick);
    expect(pickModel([thinker, modelWith('plain')], 'proxy', null)?.id).toBe('plain');
    expect(pickModel([thinker], 'proxy', null)).toBe(thinker);
    expect(pickModel([], 'proxy', null)).toBeUndefined();
  });

  test('never picks an unavailable model by default (catches a first question that fails)', () => {
    expect(pickModel([gone], 'proxy', null)).toBeUndefined();
    expect(pickModel([webOnly, thinker], 'direct', null)).toBe(thinker);
  });

  test('returns the chosen model and no other (catches an answer by a model nobody chose)', () => {
    expect(pickModel([thinker, quick], 'proxy', 'thinker')).toBe(thinker);
    expect(pickModel([quick, gone], 'proxy', 'old')).toBe(gone);
    expect(pickModel([quick], 'proxy', 'lost')).toBeUndefined();
  });

  test('returns a model for the purpose only (catches offering a model for completion only)', () => {
    expect(modelsFor(readyWith([modelWith('writer', { chat: false, completion: true }), quick]), 'chat')).toEqual([quick]);
    expect(modelsFor({ state: 'starting' }, 'chat')).toEqual([]);
  });
});

describe('modelPickerItems', () => {
  const offer = { mode: 'proxy', chosenId: null, favourites: [], speeds: [] } as const;

  test('lists the current model first (catches Enter in the opened list changing the model)', () => {
    const rows = modelPickerItems([quick, thinker], { ...offer, chosenId: 'thinker', favourites: ['quick'] });
    expect(rows.map(({ id, group }) => `${group}: ${id}`)).toEqual([`${text.groups.current}: thinker`, `${text.groups.favourites}: quick`]);
  });

  test('disables an unavailable model and says why (catches a choice that fails later)', () => {
    expect(unavailableReason(gone, 'proxy')).toBe(text.gone);
    expect(unavailableReason(gone, 'direct')).toBeUndefined();
    expect(unavailableReason(webOnly, 'direct')).toBe(text.proxyOnly);
    expect(modelPickerItems([gone], offer)[0]).toMatchObject({ isDisabled: true, disabledReason: text.gone });
  });

  test('lists favourites, then engines, with available models first', () => {
    const rows = modelPickerItems([gone, quick, thinker, webOnly], { ...offer, favourites: ['thinker'] });
    expect(rows.map(({ id, group }) => `${group}: ${id}`)).toEqual([
      `${text.groups.favourites}: thinker`,
      `${text.groups.vllm}: quick`,
      `${text.groups.vllm}: old`,
      `${text.groups.unknown}: web`,
    ]);
  });

  test('shows only the speed measured in the active mode (catches the tunnel’s speed shown for the proxy)', () => {
    const speed = { model: 'quick', tokensPerSecond: 83.2, firstTokenMs: 100, answers: 3 };
    expect(modelPickerItems([quick], { ...offer, speeds: [{ ...speed, mode: 'direct' }] })[0]?.facts).toEqual([
      'chat, tools',
      text.context('128k tokens'),
    ]);
    expect(modelPickerItems([quick], { ...offer, speeds: [{ ...speed, mode: 'proxy' }] })[0]?.facts.at(-1)).toBe(text.speed('83 tokens/s'));
  });
});
