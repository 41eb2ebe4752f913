import { ok, type Result } from '../../contract/failure.ts';
import { cancelledCall, fail } from '../../contract/failures/fail.ts';
import type { ScoredText, ScoreRequest } from '../../contract/tokens.ts';
import { abortable } from '../shared/abortable.ts';
import type { ChatDependencies } from './chat-dependencies.ts';
import { chooseModel } from '../llm-client/llm-client.ts';

/** Scores texts one after the other, so that a long list leaves room for other requests. Each has its own failure. */
export async function scoreTexts(
  { reach, emit }: ChatDependencies,
  { id, model: modelId, texts, alternatives }: ScoreRequest,
  signal: AbortSignal,
): Promise<Result<readonly ScoredText[]>> {
  const reached = await abortable(reach(), signal);
  if (!reached) return cancelledCall;
  if (!reached.ok) return reached;
  const { client, mode, models } = reached.value;
  if (mode === 'proxy') return fail('scoring-needs-direct');
  const model = chooseModel(models, modelId, mode, 'completion');
  if (!model.ok) return model;
  const rows: ScoredText[] = [];
  for (const text of texts) {
    const scored = await client.score({ model: model.value, text, alternatives }, signal);
    if (signal.aborted) return cancelledCall;
    if (!scored.ok && scored.failure.reason === 'scoring-not-offered') return scored;
    rows.push(scored.ok ? { tokens: scored.value, failure: null } : { tokens: [], failure: scored.failure });
    emit('notebook.scoring', { id, done: rows.length, total: texts.length });
  }
  return ok(rows);
}
