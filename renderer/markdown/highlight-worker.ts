import { common, createLowlight } from 'lowlight';
import { highlightCode, type HighlightAnswer, type HighlightRequest } from './highlighter.ts';

/** Highlights code in a worker, so that the window never waits for it. */
const lowlight = createLowlight(common);

addEventListener('message', ({ data }: MessageEvent<HighlightRequest>) => {
  const answer: HighlightAnswer = { id: data.id, runs: highlightCode(lowlight, data.language, data.pieces) };
  postMessage(answer);
});
