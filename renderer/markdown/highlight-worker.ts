import { common, createLowlight } from 'lowlight';
import { highlightCode, type HighlightAnswer, type HighlightRequest } from './highlighter.ts';

/** Highlights code in a worker, so that the window never waits for it. */
const lowlight = createLowlight(common);

addEventListener('message', ({ data }: MessageEvent<HighlightRequest>) => {
  answer({ id: data.id, kind: 'begun' });
  answer({ id: data.id, kind: 'done', runs: highlightCode(lowlight, data.language, data.pieces) });
});

function answer(message: HighlightAnswer): void {
  postMessage(message);
}
