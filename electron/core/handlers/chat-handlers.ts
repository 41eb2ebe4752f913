import { ok } from '../../contract/failure.ts';
import type { CoreRoute, Handlers } from '../../contract/routes.ts';
import type { Chat } from '../chat/chat.ts';

type ChatRoute = Extract<CoreRoute, `chat.${string}`>;

/** Conversing. */
export function chatHandlers(chat: Chat): Pick<Handlers<CoreRoute, unknown>, ChatRoute> {
  return {
    'chat.send': (turn) => chat.send(turn),
    'chat.complete': (turn) => chat.complete(turn),
    'chat.regenerate': ({ messageId, model }) => chat.regenerate(messageId, model),
    'chat.continue': ({ messageId }) => chat.continue(messageId),
    'chat.stop': async ({ conversationId }) => ok(await chat.stop(conversationId)),
    'chat.runs': () => ok(chat.runs()),
    'chat.decideCall': ({ messageId, callId, decision }) => chat.decideCall(messageId, callId, decision),
    'chat.editResult': ({ messageId, text }) => chat.editResult(messageId, text),
    'chat.requestCode': async ({ messageId, language }) => {
      const code = await chat.requestCode(messageId, language);
      return code.ok ? ok({ text: code.value }) : code;
    },
  };
}
