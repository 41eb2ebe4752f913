import { ok, type Result } from '../../contract/failure.ts';
import { cancelledCall, fail } from '../../contract/failures/fail.ts';
import type { ScoredText, ScoreRequest, ScoreExport, TokenCount } from '../../contract/tokens.ts';
import { abortable } from '../shared/abortable.ts';
import type { ChatDependencies } from './chat-dependencies.ts';
import { chooseModel } from '../llm-client/llm-client.ts';
import { scoreTokens } from '../../presentation/perplexity.ts';
import { byteOrderMark, formatCsv } from '../shared/csv.ts';
import { estimateTokens } from '../shared/estimate-tokens.ts';
import type { Parameters } from '../../contract/conversation.ts';
import type { Conversation, StoredMessage } from '../../contract/history.ts';
import { buildMessages } from './generate-answer.ts';
import { leavesOutTools, readSentImages } from './message-images.ts';
import { offeredTools } from './run-turn.ts';

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

/** Returns scored texts as CSV, one row per text or per token. */
export function scoresCsv({ rows, scores }: ScoreExport): string {
  return `${byteOrderMark}${rows === 'texts' ? textRows(scores) : tokenRows(scores)}`;
}

function textRows(scores: ScoreExport['scores']): string {
  return formatCsv([
    ['text', 'tokens', 'scored_tokens', 'logprob', 'perplexity'],
    ...scores.map(({ text, tokens }) => {
      const { scoredTokens, logprob, perplexity } = scoreTokens(tokens);
      return [text, tokens.length, scoredTokens, scoredTokens === 0 ? null : logprob, perplexity];
    }),
  ]);
}

function tokenRows(scores: ScoreExport['scores']): string {
  return formatCsv([
    ['text_number', 'token_number', 'token', 'logprob', 'probability'],
    ...scores.flatMap(({ tokens }, text) =>
      tokens.map((token, index) => {
        const { logprob } = scoreTokens([token]);
        const isScored = token.logprob !== null;
        return [text + 1, index + 1, token.text, isScored ? logprob : null, isScored ? Math.exp(logprob) : null];
      }),
    ),
  ]);
}

/** A count is shown while the user writes, so a slow engine gets no more time than this. */
const limitMs = 3000;

/** Counts the tokens of a text with the engine's tokenizer, or estimates them where there is none. */
export async function countTokens(
  { reach }: ChatDependencies,
  modelId: string,
  text: string,
  signal: AbortSignal,
): Promise<Result<TokenCount>> {
  const reached = await reach();
  if (!reached.ok) return reached;
  const { client, mode, models } = reached.value;
  const model = models.find(({ id }) => id === modelId);
  const limited = AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);
  const counted = model && mode === 'direct' ? await client.countTokens(model, text, limited) : undefined;
  return ok({
    tokens: counted ?? estimateTokens(text.length),
    isExact: counted !== undefined,
    contextLength: model?.contextLength ?? null,
  });
}

/** Returns the conversation up to a message as the text that the model reads. After a user's message it ends where the answer begins. */
export async function templateText(
  chat: ChatDependencies,
  message: StoredMessage,
  { settings }: Conversation,
  signal: AbortSignal,
): Promise<Result<string>> {
  const reached = await abortable(chat.reach(), signal);
  if (!reached) return cancelledCall;
  if (!reached.ok) return reached;
  const { client, mode, models } = reached.value;
  if (mode === 'proxy') return fail('template-needs-direct');
  const modelId = message.role === 'assistant' ? message.model : settings.model;
  if (modelId === null) return fail('no-model-selected');
  const model = chooseModel(models, modelId, mode, 'chat');
  if (!model.ok) return model;
  const path = await chat.history.path(message.id);
  if (!path.ok) return path;
  const images = await readSentImages(chat.history, path.value, model.value);
  if (!images.ok) return images;
  const { sent } = images.value;
  const messages = buildMessages({ path: path.value, systemPrompt: settings.systemPrompt }, sent);
  const offered = offeredTools(chat, settings).map(({ tool }) => tool);
  const tools = leavesOutTools(chat, offered, sent) ? [] : offered;
  const parameters = templateParameters(settings.parameters);
  return client.templateText({ model: model.value, messages, tools, parameters }, message.role !== 'assistant', signal);
}

/** The extra parameters that change what a chat template writes. */
const templateFields = new Set(['chat_template', 'chat_template_kwargs']);

function templateParameters({ reasoningEffort, extra = {} }: Parameters): Parameters {
  const fields = Object.entries(extra).filter(([name]) => templateFields.has(name));
  return { ...(reasoningEffort && { reasoningEffort }), extra: Object.fromEntries(fields) };
}
