import type { Parameters } from '../../contract/conversation.ts';
import type { Result } from '../../contract/failure.ts';
import { cancelledCall, fail } from '../../contract/failures/fail.ts';
import type { Conversation, StoredMessage } from '../../contract/history.ts';
import { abortable } from '../shared/abortable.ts';
import type { ChatDependencies } from './chat-dependencies.ts';
import { chooseModel } from '../llm-client/llm-client.ts';
import { buildMessages } from './generate-answer.ts';
import { offeredTools } from './run-turn.ts';

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
  const messages = buildMessages({ path: path.value, systemPrompt: settings.systemPrompt });
  const tools = offeredTools(chat, settings).map(({ tool }) => tool);
  const parameters = templateParameters(settings.parameters);
  return client.templateText({ model: model.value, messages, tools, parameters }, message.role !== 'assistant', signal);
}

/** The extra parameters that change what a chat template writes. */
const templateFields = new Set(['chat_template', 'chat_template_kwargs']);

function templateParameters({ reasoningEffort, extra = {} }: Parameters): Parameters {
  const fields = Object.entries(extra).filter(([name]) => templateFields.has(name));
  return { ...(reasoningEffort && { reasoningEffort }), extra: Object.fromEntries(fields) };
}
