import { createStore, type Store } from '../../../renderer/state/store.ts';
import { afterNextFrames, afterPaint, watchFrames, type Frames } from './frames.ts';
import { sampleText, streamText, type Pace } from './sample-stream.ts';

/** Our way of rendering a growing answer, and the naive one. */
export type BenchVariant = 'ours' | 'naive';

/** What is streamed. */
export type BenchCase = 'mixed' | 'fence' | 'reasoning' | 'conversation';

/** What the page shows. */
export interface Scene {
  readonly variant: BenchVariant;
  readonly messages: readonly string[];
  readonly text: Store<string>;
  readonly isLive: Store<boolean>;
}

/** The figures of one run. */
export interface BenchRun {
  readonly frames: Frames;
  /** From a key to the frame that shows it, in milliseconds. */
  readonly typing: readonly number[];
  readonly characters: number;
}

/** The interface for the benchmark outside the page. */
export interface BenchDriver {
  readonly scene: Store<Scene | undefined>;
  /** Shows a scene without streaming. Resolves when it is rendered. */
  readonly set: (variant: BenchVariant, what: BenchCase, messages: number) => Promise<void>;
  /** Measures frames and typing while idle. */
  readonly idle: (milliseconds: number) => Promise<BenchRun>;
  /** Streams until the text is complete or the time is over. */
  readonly stream: (what: BenchCase, pace: Pace, milliseconds: number) => Promise<BenchRun>;
  /** Writes the missing rest at once, because memory is compared with the whole answer present. */
  readonly finish: (what: BenchCase, pace: Pace) => Promise<void>;
  /** Called by the view on each key. */
  readonly typed: (at: number) => void;
}

export function createBenchDriver(): BenchDriver {
  const scene = createStore<Scene | undefined>(undefined);
  let text = createStore('');
  let isLive = createStore(true);
  let typing: number[] = [];

  const watch = async (work: () => Promise<void>): Promise<BenchRun> => {
    typing = [];
    const frames = watchFrames();
    await work();
    await afterNextFrames();
    return { frames: frames.stop(), typing, characters: text.read().length };
  };

  return {
    scene,
    set: async (variant, what, messages) => {
      text = createStore('');
      isLive = createStore(true);
      const earlier = Array.from({ length: messages }, (_, index) => sampleText('mixed', 600, index));
      scene.write({ variant, messages: what === 'conversation' ? earlier : [], text, isLive });
      await afterNextFrames();
    },
    idle: (milliseconds) => watch(() => new Promise((resolve) => setTimeout(resolve, milliseconds))),
    stream: (what, pace, milliseconds) =>
      watch(async () => {
        await streamText(wholeText(what, pace), pace, milliseconds, (chunk) => text.write(text.read() + chunk));
        isLive.write(false);
      }),
    finish: async (what, pace) => {
      text.write(wholeText(what, pace));
      await afterNextFrames();
    },
    typed: (at) => requestAnimationFrame(() => afterPaint(() => typing.push(performance.now() - at))),
  };
}

function wholeText(what: BenchCase, { characters }: Pace): string {
  return sampleText(what === 'conversation' ? 'mixed' : what, characters, 7);
}
