import type { AnswerProgress } from '../../../electron/contract/chat-turn.ts';
import { ok } from '../../../electron/contract/failure.ts';
import type { Token } from '../../../electron/contract/tokens.ts';
import { createNotebook, type Notebook } from '../../../renderer/notebook/notebook.ts';
import type { Session } from '../../../renderer/state/session.ts';
import { createStore, type Store } from '../../../renderer/state/store.ts';
import { afterNextFrames, watchFrames } from './frames.ts';
import { sampleText, streamText } from './sample-stream.ts';

/** Our notebook, and a plain text field that shows the same text without anything about it. */
export type NotebookVariant = 'ours' | 'textarea';

/** What the page shows. */
export interface NotebookScene {
  readonly variant: NotebookVariant;
  readonly notebook: Notebook;
  readonly session: Session;
  /** The text of the plain field. */
  readonly plain: Store<string>;
}

const charactersPerToken = 4;
const settings = { model: 'bench', systemPrompt: '', parameters: {}, toolIds: [] };

export function createNotebookDriver() {
  const scene = createStore<NotebookScene | undefined>(undefined);
  let send: (progress: AnswerProgress) => void = () => undefined;
  let plain = createStore('');
  return {
    scene,
    /** Shows a text of so many characters with the probability of each token. Resolves when it is rendered. */
    set: async (variant: NotebookVariant, characters: number) => {
      const text = sampleText('mixed', characters, 7);
      plain = createStore(text);
      const made = createFakeSession(variant === 'ours' ? text : '');
      ({ send } = made);
      const notebook = createNotebook(made.session, () => undefined);
      if (variant === 'ours') await notebook.open('bench');
      scene.write({ variant, notebook, session: made.session, plain });
      await afterNextFrames();
      await afterNextFrames();
    },
    /** Counts the frames of the page without any work. */
    idle: async (milliseconds: number) => {
      const frames = watchFrames();
      await new Promise((resolve) => setTimeout(resolve, milliseconds));
      return frames.stop();
    },
    /** Streams a continuation. */
    stream: async (tokensPerSecond: number, milliseconds: number) => {
      const shown = scene.read();
      if (shown === undefined) throw new Error('nothing is shown');
      const isOurs = shown.variant === 'ours';
      if (isOurs) await shown.notebook.continueText({ settings, cursor: null, count: 1 });
      const total = Math.floor((tokensPerSecond * milliseconds) / 1000) * charactersPerToken;
      const text = sampleText('mixed', total, 3);
      const frames = watchFrames();
      let sent = 0;
      const pace = { chunksPerSecond: tokensPerSecond, charactersPerChunk: charactersPerToken, characters: total };
      await streamText(text, pace, milliseconds, (chunk) => {
        if (isOurs) send(progressOf(chunk, sent));
        else plain.write(plain.read() + chunk);
        sent += 1;
      });
      await afterNextFrames();
      return { ...frames.stop(), characters: sent * charactersPerToken };
    },
    /** Removes the scene. */
    clear: async () => {
      scene.write(undefined);
      send = () => undefined;
      plain = createStore('');
      await afterNextFrames();
    },
  };
}

/** The interface for the benchmark outside the page. */
export type NotebookDriver = ReturnType<typeof createNotebookDriver>;

function progressOf(chunk: string, index: number): AnswerProgress {
  return {
    conversationId: 'bench',
    messageId: 'live',
    deltas: [{ kind: 'append', index: 0, text: chunk }],
    tokens: { from: index, tokens: [tokenOf(chunk, index, true)] },
  };
}

/** Returns a token whose probability varies, with ten alternatives on request. */
function tokenOf(text: string, index: number, withAlternatives: boolean): Token {
  const logprob = -((index * 7919) % 97) / 12;
  const alternatives = withAlternatives
    ? Array.from({ length: 10 }, (_, rank) => ({ text: `${text}${rank}`, logprob: logprob - rank }))
    : [];
  return { text, logprob, alternatives, kind: 'content' };
}

/** A session that has one saved text, all of the model, and starts a continuation that the benchmark streams. */
function createFakeSession(text: string): { readonly session: Session; readonly send: (progress: AnswerProgress) => void } {
  const listeners: ((progress: AnswerProgress) => void)[] = [];
  const fields = { conversationId: 'bench', createdAt: 0, siblings: [] };
  const count = Math.ceil(text.length / charactersPerToken);
  const page = {
    conversation: { id: 'bench', kind: 'notebook', title: 'bench', trashedAt: null, settings },
    messages: [
      { ...fields, id: 'sent', parentId: null, role: 'user', text: 'A', attachments: [] },
      {
        ...fields,
        id: 'written',
        parentId: 'sent',
        role: 'assistant',
        model: 'bench',
        mode: 'direct',
        state: 'complete',
        failure: null,
        answer: { parts: [{ kind: 'text', text }], tokenCount: count, finish: 'stop', usage: null },
      },
    ],
    hasOlder: false,
    hasNewer: false,
  };
  const readTokens = ({ from, limit }: { readonly from: number; readonly limit: number }) => ({
    total: count,
    tokens: Array.from({ length: Math.min(limit, count - from) }, (_, index) => {
      const at = (from + index) * charactersPerToken;
      return tokenOf(text.slice(at, at + charactersPerToken), from + index, false);
    }),
  });
  const call = (route: string, input: never): Promise<unknown> => {
    if (route === 'history.open') return Promise.resolve(ok(page));
    if (route === 'history.tokens') return Promise.resolve(ok(readTokens(input)));
    if (route === 'notebook.continue') return Promise.resolve(ok({ conversationId: 'bench', messageId: 'live', messageIds: ['live'] }));
    return Promise.resolve(ok({ text: '' }));
  };
  const on = (event: string, listener: (progress: AnswerProgress) => void) => {
    if (event === 'chat.progress') listeners.push(listener);
    return () => undefined;
  };
  const session = { bridge: { call, on }, report: () => undefined, isMac: false } as unknown as Session; // all that the editor uses
  return {
    session,
    send: (progress) => {
      for (const listener of listeners) listener(progress);
    },
  };
}
