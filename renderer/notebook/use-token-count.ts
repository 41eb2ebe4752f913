import { useEffect, useState } from 'react';
import type { TokenCount } from '../../electron/contract/tokens.ts';
import { useSession } from '../state/session.ts';
import type { Notebook } from './notebook.ts';
import { notebookText } from './text.ts';

const pauseMs = 400;

/** Counts the tokens of the text after a pause in writing, and once while the model writes. Undefined until the first count. */
export function useTokenCount(notebook: Notebook, model: string | undefined, isBusy: boolean): TokenCount | undefined {
  const { bridge } = useSession();
  const [count, setCount] = useState<TokenCount>();
  useEffect(() => {
    if (model === undefined) return undefined;
    let controller = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = async () => {
      controller = new AbortController();
      const { signal } = controller;
      const result = await bridge.call('notebook.countTokens', { model, text: notebook.text.read().text }, { signal });
      if (result.ok && !signal.aborted) setCount(result.value);
    };
    const later = () => {
      clearTimeout(timer);
      controller.abort();
      timer = setTimeout(() => void read(), pauseMs);
    };
    later();
    const stop = isBusy ? undefined : notebook.text.subscribe(later);
    return () => {
      stop?.();
      clearTimeout(timer);
      controller.abort();
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
