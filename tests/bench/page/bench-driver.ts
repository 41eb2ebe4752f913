import { createStore, type Store } from '../../../renderer/state/store.ts';
import { afterNextFrames, afterPaint, watchFrames, type Frames } from './frames.ts';
import { sampleText, streamText, type Pace, type SampleKind } from './sample-stream.ts';

/** Our way of rendering a growing answer, and the naive one. */
export type BenchVariant = 'ours' | 'naive';

/** What is streamed. */
export type BenchCase = SampleKind | 'conversation';

/** What the page shows. */
export interface Scene {
  readonly variant: BenchVariant;
  readonly what: BenchCase;
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

export function createBenchDriver() {
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
    /** Shows a scene without streaming. Resolves when it is rendered. */
    set: async (variant: BenchVariant, what: BenchCase, messages: number) => {
      text = createStore('');
      isLive = createStore(true);
      const earlier = Array.from({ length: messages }, (_, index) => sampleText('mixed', 600, index));
      scene.write({ variant, what, messages: what === 'conversation' ? earlier : [], text, isLive });
      await afterNextFrames();
    },
    /** Measures frames and typing while idle. */
    idle: (milliseconds: number) => watch(() => new Promise((resolve) => setTimeout(resolve, milliseconds))),
    /** Streams until the text is complete or the time is over. */
    stream: (what: BenchCase, pace: Pace, milliseconds: number) =>
      watch(async () => {
        await streamText(wholeText(what, pace), pace, milliseconds, (chunk) => text.write(text.read() + chunk));
        isLive.write(false);
      }),
    /** Writes the missing rest at once, because memory is compared with the whole answer present. */
    finish: async (what: BenchCase, pace: Pace) => {
      text.write(wholeText(what, pace));
      await afterNextFrames();
    },
    /** Called by the view on each key. */
    typed: (at: number) => requestAnimationFrame(() => afterPaint(() => typing.push(performance.now() - at))),
  };
}

/** The interface for the benchmark outside the page. */
export type BenchDriver = ReturnType<typeof createBenchDriver>;

function wholeText(what: BenchCase, { characters }: Pace): string {
  return sampleText(what === 'conversation' ? 'mixed' : what, characters, 7);
}
