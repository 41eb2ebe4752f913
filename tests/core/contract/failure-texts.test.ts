import { expect, test } from 'vitest';
import type { Failure } from '../../../electron/contract/failure.ts';
import { failureTexts, type FailureReason } from '../../../electron/contract/failures/catalogue.ts';
import { renderFailure } from '../../../electron/contract/failures/render-failure.ts';
import { schemaProblemNames } from '../../../electron/contract/failures/tools.ts';
import { failuresWithoutDetail, placeholderFailure } from '../../support/placeholder-failure.ts';

const reasons = Object.keys(failureTexts) as FailureReason[];
const places = [
  ['window', { surface: 'window' }],
  ['terminal', { surface: 'terminal' }],
  ['api', { surface: 'api' }],
  ['check (instance)', { surface: 'check', site: 'instance' }],
  ['check (behind the tunnel)', { surface: 'check', site: 'behind-tunnel' }],
  ['check (straight)', { surface: 'check', site: 'straight' }],
  ['check (proxy)', { surface: 'check', site: 'proxy' }],
] as const;

test('keeps the text of every failure on every surface', async () => {
  const sections = reasons.map((reason) => {
    const all = variantsOf(reason).map((failure) => describeVariant(failure));
    return [`## ${reason} (${failureTexts[reason].code})`, ...new Set(all)].join('\n\n');
  });
  await expect(`# What a user reads when something fails\n\n${sections.join('\n\n')}\n`).toMatchFileSnapshot('failure-texts.md');
});

/** Returns the failure with all its details, without one of them that is optional, and with each value that selects a text. */
function variantsOf(reason: FailureReason): readonly Failure[] {
  if (reason === 'tool-schema-invalid') return schemaProblemNames.map((problem) => placeholderFailure(reason, { problem }));
  return [placeholderFailure(reason), ...failuresWithoutDetail(reason)];
}

function describeVariant(failure: Failure): string {
  const { message } = renderFailure(failure, { surface: 'window' });
  const remedies = new Map<string, string[]>();
  for (const [name, place] of places) {
    const { remedy } = renderFailure(failure, place);
    remedies.set(remedy, [...(remedies.get(remedy) ?? []), name]);
  }
  const lines = [...remedies].map(([remedy, names]) =>
    remedies.size === 1 ? `- ${remedy || '(no remedy)'}` : `- ${names.join(', ')}: ${remedy || '(no remedy)'}`,
  );
  return [message, '', ...lines].join('\n');
}

test.each(reasons)('%s says what happened in one sentence, and what to do in another', (reason) => {
  if (reason === 'recorded') return; // in the words of an earlier version
  for (const failure of variantsOf(reason))
    for (const [, place] of places) {
      const { message, remedy } = renderFailure(failure, place);
      expect(message + remedy).not.toContain('undefined');
      expect(sentences(message), message).toBe(1);
      expect(sentences(remedy), remedy).toBeLessThanOrEqual(1);
    }
});

function sentences(text: string): number {
  return text.split(/[.!?](?=\s+\p{Lu}|$)/u).filter((sentence) => sentence.trim() !== '').length;
}
