import { createStore, type Store } from '../state/store.ts';
import { sampleText, streamText, type Pace } from './sample-stream.ts';

/** Our way of drawing a growing answer, and the one that most take. */
export type BenchVariant = 'ours' | 'naive';

/** What is streamed. */
export type BenchCase = 'mixed' | 'fence' | 'reasoning' | 'conversation';

/** What stands on the stage. */
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

/** What the benchmark outside can ask of the page. */
export interface BenchDriver {
  readonly scene: Store<Scene | undefined>;
  /** Sets the stage without streaming; resolves when it is drawn. */
  readonly set: (variant: BenchVariant, what: BenchCase, messages: number) => Promise<void>;
  /** Watches frames and typing for a while, with nothing else going on. */
  readonly idle: (milliseconds: number) => Promise<BenchRun>;
  /** Streams at a pace until the text is out or the time is over. */
  readonly stream: (what: BenchCase, pace: Pace, milliseconds: number) => Promise<BenchRun>;
  /** Gives what did not come in time, at once: what is held of an answer is compared when all of it is there. */
  readonly finish: (what: BenchCase, pace: Pace) => Promise<void>;
  /** Called by the view at each key. */
  readonly typed: (at: number) => void;
}

/** Makes the stage, empty. */
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
        await streamText(wholeText(what, pace), pace, milliseconds, (chunk) => {
          text.write(text.read() + chunk);
        });
        isLive.write(false);
      }),
    finish: async (what, pace) => {
      text.write(wholeText(what, pace));
      await afterNextFrames();
    },
    typed: (at) => {
      requestAnimationFrame(() => {
        afterPaint(() => typing.push(performance.now() - at));
      });
    },
  };
}

function wholeText(what: BenchCase, { characters }: Pace): string {
  return sampleText(what === 'conversation' ? 'mixed' : what, characters, 7);
}

function afterNextFrames(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => {
      requestAnimationFrame(() => {
        afterPaint(resolve);
      });
    });
  });
}

/** A message sent in a frame is delivered behind its painting. */
function afterPaint(then: () => void): void {
  const { port1, port2 } = new MessageChannel();
  port1.addEventListener(
    'message',
    () => {
      port1.close();
      then();
    },
    { once: true },
  );
  port1.start();
  port2.postMessage(null);
}

/** How the window drew for a while. */
interface Frames {
  readonly perSecond: number;
  /** The longest time between two frames, in milliseconds. */
  readonly longestStall: number;
  /** How much of the time went by in gaps over 50 ms, from 0 to 1. */
  readonly stalled: number;
}

/** Counts frames until it is stopped. */
function watchFrames(): { readonly stop: () => Frames } {
  const started = performance.now();
  const gaps: number[] = [];
  let last = started;
  let isOver = false;
  const onFrame = () => {
    if (isOver) return;
    // the clock's own time, not the frame's: that one stands still while a frame is late
    const now = performance.now();
    gaps.push(now - last);
    last = now;
    requestAnimationFrame(onFrame);
  };
  requestAnimationFrame(onFrame);
  return {
    stop: () => {
      isOver = true;
      const time = performance.now() - started;
      const stalled = gaps.filter((gap) => gap > 50).reduce((sum, gap) => sum + gap, 0);
      return { perSecond: (gaps.length / time) * 1000, longestStall: Math.max(...gaps), stalled: stalled / time };
    },
  };
}
