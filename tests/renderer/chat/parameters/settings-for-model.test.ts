import { describe, expect, test } from 'vitest';
import type { ConversationSettings } from '../../../../electron/contract/history.ts';
import {
  settingsForModel,
  effortUnsupportedReason,
  toolsUnsupportedReason,
  settingsSummary,
} from '../../../../renderer/chat/parameters/settings-for-model.ts';
import { modelWith } from '../answers.ts';
import { parametersText } from '../../../../renderer/chat/parameters/text.ts';

const alpha = modelWith('alpha-R1', { reasoning: true });
const scout = modelWith('beta-4-scout', { tools: true });
const oss = modelWith('gamma-oss-120b', { tools: true, reasoning: true, reasoningEffort: true });
const wanted: ConversationSettings = {
  model: null,
  systemPrompt: '',
  parameters: { temperature: 0.5, reasoningEffort: 'high', toolChoice: 'required' },
  toolIds: ['t1'],
};

describe('options that a model doesn’t support', () => {
  test('rejects a tool for alpha-R1 with the reason and never requests it (catches a request the engine rejects)', () => {
    expect(toolsUnsupportedReason(alpha)).toBe(parametersText.noTools('alpha-R1'));
    expect(settingsForModel(wanted, alpha.capabilities)).toEqual({ ...wanted, toolIds: [], parameters: { temperature: 0.5 } });
  });

  test('rejects an effort for beta-4-scout with the reason and never requests it (catches the same)', () => {
    expect(effortUnsupportedReason(scout)).toBe(parametersText.noEffort('beta-4-scout'));
    expect(settingsForModel(wanted, scout.capabilities)).toEqual({ ...wanted, parameters: { temperature: 0.5, toolChoice: 'required' } });
  });

  test('offers both when the model supports them (catches a control that is never there)', () => {
    expect([toolsUnsupportedReason(oss), effortUnsupportedReason(oss)]).toEqual([undefined, undefined]);
    expect(settingsForModel(wanted, oss.capabilities)).toEqual(wanted);
  });

  test('drops a tool choice without tools (catches “tool_choice is only allowed with tools”)', () =>
    expect(settingsForModel({ ...wanted, toolIds: [] }, oss.capabilities).parameters).toEqual({
      temperature: 0.5,
      reasoningEffort: 'high',
    }));

  test('leaves no undefined fields behind (catches “null” on the wire)', () =>
    expect(Object.keys(settingsForModel(wanted, alpha.capabilities).parameters)).toEqual(['temperature']));
});

test('summarizes only options that the model supports (catches “1 tool” with a model without tools)', () => {
  expect(settingsSummary(wanted, alpha)).toBe(parametersText.summary.temperature(0.5));
  const parts = [parametersText.summary.temperature(0.5), parametersText.summary.effort('high'), parametersText.summary.tools(1)];
  expect(settingsSummary(wanted, oss)).toBe([...parts, parametersText.summary.more].join(', '));
  expect(settingsSummary({ ...wanted, parameters: { ...wanted.parameters, toolChoice: 'auto' } }, oss)).toBe(parts.join(', '));
  expect(settingsSummary({ ...wanted, parameters: { maxTokens: 1, seed: 4 } }, alpha)).toBe(
    `${parametersText.summary.maxTokens(1)}, ${parametersText.summary.more}`,
  );
  expect(settingsSummary({ ...wanted, parameters: { seed: 4 }, toolIds: [] }, oss)).toBe(parametersText.summary.customized); // not “more” alone
  expect(settingsSummary({ ...wanted, parameters: {}, toolIds: [] }, oss)).toBe('Parameters');
});

test.each([{ topK: 5 }, { minP: 0.1 }, { repetitionPenalty: 1.1 }, { presencePenalty: 1 }, { frequencyPenalty: 1 }])(
  'says that %o is set (catches a setting that nothing shows)',
  (parameters) => expect(settingsSummary({ ...wanted, parameters, toolIds: [] }, oss)).toBe(parametersText.summary.customized),
);
