import { useEffect, useState } from 'react';
import type { TokenCount } from '../../electron/contract/tokens.ts';
import { useSession } from '../state/session.ts';
import type { Notebook } from './notebook.ts';
import { notebookText } from './text.ts';

const pauseMs = 400;

/** Characters counted per millisecond of pause while the model writes, so that a long text isn't sent again all the time. */
const charactersPerMs = 40;

/** Counts the tokens of the text after a pause in writing, and now and then while the model writes. Undefined until the first count. */
export function useTokenCount(notebook: Notebook, model: string | undefined, isBusy: boolean): TokenCount | undefined {
  const { bridge } = useSession();
  const [count, setCount] = useState<TokenCount>();
  useEffect(() => {
    if (model === undefined) return undefined;
    let controller = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isReading = false;
    const read = async () => {
      timer = undefined;
      const { text } = notebook.text.read();
      if (text === '') {
        setCount(undefined);
        return;
      }
      controller = new AbortController();
      const { signal } = controller;
      isReading = true;
      const result = await bridge.call('notebook.countTokens', { model, text }, { signal });
      if (signal.aborted) return;
      isReading = false;
      if (result.ok) setCount(result.value);
      if (notebook.text.read().text !== text) later(); // changes were ignored meanwhile
    };
    const cancel = () => {
      clearTimeout(timer);
      controller.abort();
      isReading = false;
    };
    const later = () => {
      if (!isBusy) {
        cancel();
        timer = setTimeout(() => void read(), pauseMs);
      } else if (timer === undefined && !isReading)
        timer = setTimeout(() => void read(), Math.max(pauseMs, notebook.text.read().text.length / charactersPerMs));
    };
    later();
    const stop = notebook.text.subscribe(later);
    return () => {
      stop();
      cancel();
    };
  }, [bridge, notebook, model, isBusy]);
  return count;
}

/** Describes a count and what is left of the model's context. */
export function describeCount({ tokens, isExact, contextLength }: TokenCount): string {
  const text = notebookText.count;
  const counted = isExact ? text.exact(tokens) : text.about(tokens);
  if (contextLength === null) return counted;
  const left = contextLength - tokens;
  return `${counted}, ${left < 0 ? text.over(-left) : text.left(left)}`;
}
