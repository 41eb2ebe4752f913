import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, vi } from 'vitest';
import { plainConversationSettings } from '../../../electron/contract/constants.ts';
import type { Events } from '../../../electron/contract/events.ts';
import type { ContinueTextRequest, SendRequest, Turn, TurnStarted } from '../../../electron/contract/chat-turn.ts';
import { ok } from '../../../electron/contract/failure.ts';
import type { ConversationSettings, StoredAnswer, StoredMessage } from '../../../electron/contract/history.ts';
import type { Mode } from '../../../electron/contract/profile.ts';
import type { Model } from '../../../electron/contract/catalog.ts';
import { createChat, type Chat } from '../../../electron/core/chat/chat.ts';
import { openHistory, type History } from '../../../electron/core/history/history.ts';
import type { LlmClient } from '../../../electron/core/llm-client/llm-client.ts';
import { systemClock } from '../../../electron/core/shared/clock.ts';
import { createEventBus } from '../../../electron/core/shared/event-bus.ts';
import type { OfferedTool, Tools } from '../../../electron/core/tools/tools.ts';
import { waitOptions } from '../../support/wait-options.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { openRig, type Rig } from '../conformance/rig.ts';
import type { DemoOptions } from '../../support/demo/demo.ts';
import { must } from '../../support/must.ts';

export type ChatTools = Pick<Tools, 'offer' | 'run' | 'checkArguments'>;

export interface TestChatOptions {
  readonly demo?: DemoOptions;
  readonly tools?: Partial<ChatTools> & { readonly offered: readonly OfferedTool[] };
  readonly makesTitles?: boolean;
  readonly offersToolsWithImages?: boolean;
  readonly expectsBugs?: boolean;
  /** Sends the model only the first message each time, so that it repeats itself. */
  readonly forgets?: boolean;
  readonly mode?: Mode;
  /** Defaults to a new history. */
  readonly folder?: string;
}

/** A chat with its own demo. */
export interface TestChat {
  readonly rig: Rig;
  readonly chat: Chat;
  readonly history: History;
  /** The history operations that the chat has called. */
  readonly historyCalls: string[];
  readonly setMode: (mode: Mode) => void;
  /** Switches to another profile, whose service is the same demo. */
  readonly setProfile: (id: string) => void;
  readonly setModels: (change: (model: Model) => Model) => void;
  readonly emitted: { readonly [E in keyof Events]?: Events[E][] };
  /** Collects an event from now on. */
  readonly on: <E extends keyof Events>(event: E, listener: (payload: Events[E]) => void) => void;
  readonly send: (
    text: string,
    more?: Partial<Omit<SendRequest, 'settings'>> & { readonly settings?: Partial<ConversationSettings> },
  ) => Promise<TurnStarted>;
  /** Returns the branch in use once nothing is running. */
  readonly settled: (conversationId: string) => Promise<readonly StoredMessage[]>;
  /** Returns the last answer of the branch in use once nothing is running. */
  readonly answer: (begun: TurnStarted) => Promise<StoredAnswer>;
}

/** Starts a demo and a chat with it, by default in proxy mode. */
export async function openTestChat(options: TestChatOptions = {}): Promise<TestChat> {
  const rig = await openRig(options.demo ? { demo: options.demo } : {});
  const events = createEventBus();
  const bugs: unknown[] = [];
  const history = openHistory({
    folder: options.folder ?? (await temporaryFolder()),
    clock: systemClock,
    onChange: (conversations) => events.emit('history.changed', conversations),
    onPurged: (ids) => events.emit('history.purged', ids),
    onBug: (error) => void bugs.push(error),
  });
  const historyCalls: string[] = [];
  const countedHistory = new Proxy(history, {
    get: (target, name, receiver) => {
      historyCalls.push(String(name));
      return Reflect.get(target, name, receiver) as unknown;
    },
  });
  const emitted: Record<string, unknown[]> = {};
  events.listen(({ event, payload }) => (emitted[event] ??= []).push(payload));
  const client: LlmClient = {
    ...rig.client,
    chat: (request, ...rest) =>
      rig.client.chat(options.forgets ? { ...request, messages: request.messages.slice(0, 1) } : request, ...rest),
  };
  let mode: Mode = options.mode ?? 'proxy';
  let profileId = 'demo';
  let models: readonly Model[] = [rig.alpha, rig.beta, rig.gamma];
  const chat = createChat({
    reach: async () => ok({ profileId, client, mode, models }),
    activeProfile: () => ({ id: profileId, name: `Profile ${profileId}` }),
    clock: { now: () => performance.now() },
    history: countedHistory,
    tools: {
      offer: (ids) => (options.tools?.offered ?? []).filter(({ id }) => ids.includes(id)),
      run: async () => expect.unreachable('no tool runs here'),
      checkArguments: () => undefined,
      ...options.tools,
    },
    emit: events.emit,
    makesTitles: () => options.makesTitles ?? false,
    offersToolsWithImages: () => options.offersToolsWithImages ?? false,
    onBug: (error) => void bugs.push(error),
  });
  historyCalls.length = 0; // it listens for deletions
  events.listen(({ event, payload }) => {
    if (event === 'history.changed') chat.conversationsChanged(payload);
  });
  onTestFinished(async () => {
    await chat.close();
    await history.close();
    if (!options.expectsBugs) expect(bugs).toEqual([]);
  });

  const settled = async (conversationId: string): Promise<readonly StoredMessage[]> => {
    const isUnderWay = (): boolean => talk.emitted['chat.turns']?.at(-1)?.some((turn) => turn.conversationId === conversationId) ?? false;
    await vi.waitFor(() => expect(isUnderWay()).toBe(false), waitOptions);
    return must(await history.open({ id: conversationId, at: null, limit: 500 })).messages;
  };
  const talk: TestChat = {
    rig,
    chat,
    history,
    historyCalls,
    emitted,
    setMode: (next) => void (mode = next),
    setProfile: (next) => void (profileId = next),
    setModels: (change) => void (models = models.map(change)),
    on: (event, listener) => {
      events.listen((message) => {
        if (message.event === event) listener(message.payload as never); // emit's signature ensures that event and payload match
      });
    },
    send: async (text, { settings, ...more } = {}) =>
      must(
        await chat.send({
          conversationId: randomUUID(),
          messageId: randomUUID(),
          parentId: null,
          text,
          attachments: [],
          settings: { ...plainConversationSettings, model: 'beta-4-scout', ...settings },
          ...more,
        }),
      ),
    settled,
    answer: async ({ conversationId }) => {
      const last = (await settled(conversationId)).at(-1);
      if (last?.role !== 'assistant') throw new Error('the last message is not an answer');
      return last;
    },
  };
  return talk;
}

/** Returns a request to continue a text of its own, or another one. */
export function textWith(text: Pick<ContinueTextRequest, 'prompt' | 'settings'> & Partial<ContinueTextRequest>): ContinueTextRequest {
  return { conversationId: randomUUID(), messageId: randomUUID(), parentId: null, ...text };
}

/** Joins all text of one kind. */
export function textOf({ answer }: StoredAnswer, kind: 'text' | 'reasoning' = 'text'): string {
  return answer.parts.map((part) => (part.kind === kind ? part.text : '')).join('');
}

/** Returns a tool as a conversation offers it. */
export function offeredTool(name: string, more: Partial<Omit<OfferedTool, 'tool'>> = {}): OfferedTool {
  const parameters = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
  return {
    id: name,
    binding: 'http',
    runsByItself: true,
    ...more,
    tool: { name, description: `Gives the ${name} of a city.`, parameters },
  };
}

/** Creates tools whose calls succeed, after `before`. `ran` has their arguments. */
export function workingTools(offered: readonly OfferedTool[], before: () => unknown = () => undefined) {
  const ran: string[] = [];
  const run: ChatTools['run'] = async (_id, args) => {
    ran.push(args);
    await before();
    return { text: 'fine', isError: false, by: 'http' };
  };
  return { ran, tools: { offered, run } };
}

/** Waits until this many calls of a turn wait for the user. */
export function waitingTurn({ chat }: TestChat, calls = 1): Promise<Turn> {
  return vi.waitFor(() => {
    const turn = chat.turns().find(({ state }) => state === 'waiting-for-user');
    if (turn === undefined || turn.waiting.length < calls) throw new Error('nothing waits yet');
    return turn;
  }, waitOptions);
}
