import type { ScoredToken } from '../engines/score-generation.ts';
import type { Vocabulary } from '../engines/model-tokens.ts';

type Written = { readonly text: string; readonly logprob: number };

/** The numbers that the engines send for minus infinity, which JSON doesn't have. */
const impossible = { vllm: -9999, sglang: -3.4028234663852886e38 } as const;

function finite(logprob: number, engine: 'vllm' | 'sglang'): number {
  return logprob === -Infinity ? impossible[engine] : logprob;
}

/**
 * Lists a token's candidates. vLLM puts the token itself first and, in a chat, drops the last candidate for it. SGLang lists the most
 * likely ones, whether or not the token is one of them.
 */
function candidates(scored: ScoredToken, count: number, engine: 'vllm' | 'sglang', endpoint: 'chat' | 'text'): readonly Written[] {
  const { logprob, top } = scored;
  if (logprob === null) return [];
  if (engine === 'sglang') return top.map((each) => ({ text: each.text, logprob: finite(each.logprob, 'sglang') }));
  const own = { text: scored.text, logprob: finite(logprob, 'vllm') };
  const others = top
    .filter((each) => each.token !== scored.token)
    .map((each) => ({ text: each.text, logprob: finite(each.logprob, 'vllm') }));
  const all = [own, ...others];
  return endpoint === 'chat' ? all.slice(0, Math.max(count, 0)) : all.slice(0, scored.rank <= count ? Math.max(count, 1) : count + 1);
}

/** Formats log probabilities of a chat. Null if none are wanted, or there are no tokens. */
export function chatLogprobs(count: number | null, tokens: readonly ScoredToken[], engine: 'vllm' | 'sglang'): object | null {
  if (count === null || tokens.length === 0) return null;
  const format = ({ text, logprob }: Written): object => ({ token: text, logprob, bytes: [...Buffer.from(text)] });
  return {
    content: tokens.map((scored) => {
      const listed = candidates(scored, count, engine, 'chat');
      // SGLang builds its list from an object with the texts as names
      const shown = engine === 'sglang' ? collapsed(listed) : listed;
      return { ...format({ text: scored.text, logprob: finite(scored.logprob ?? 0, engine) }), top_logprobs: shown.map(format) };
    }),
  };
}

/** Formats log probabilities of a text completion. `offset` is that of the first token, in code points. */
export function textLogprobs(
  count: number | null,
  tokens: readonly ScoredToken[],
  engine: 'vllm' | 'sglang',
  offset: number,
): object | null {
  if (count === null) return null;
  let next = offset;
  const offsets = tokens.map(({ text }) => {
    const own = next;
    next += Array.from(text).length;
    return engine === 'vllm' ? own : -1;
  });
  const byText = (scored: ScoredToken): object | null =>
    scored.logprob === null
      ? null
      : Object.fromEntries(candidates(scored, count, engine, 'text').map(({ text, logprob }) => [text, logprob]));
  return {
    text_offset: offsets,
    token_logprobs: tokens.map(({ logprob }) => (logprob === null ? null : finite(logprob, engine))),
    tokens: tokens.map(({ text }) => text),
    top_logprobs: engine === 'sglang' && count === 0 ? [] : tokens.map(byText),
  };
}

/** Formats vLLM's `prompt_logprobs`. Names begin with a mark, because numbers would be sorted; `removeIdMarks` removes it. */
export function promptLogprobs(tokens: readonly ScoredToken[], vocabulary: Vocabulary): readonly (object | null)[] {
  return tokens.map((scored) => {
    if (scored.logprob === null) return null;
    const own = { token: scored.token, text: scored.text, logprob: scored.logprob, rank: scored.rank };
    const others = scored.top.map((each, index) => ({ ...each, rank: index + 1 })).filter((each) => each.token !== scored.token);
    return Object.fromEntries(
      [own, ...others].map(({ token, text, logprob, rank }) => [
        `#${vocabulary.idOf(token)}`,
        { logprob: finite(logprob, 'vllm'), rank, decoded_token: text },
      ]),
    );
  });
}

/** Removes the marks of `promptLogprobs` from a JSON text. */
export function removeIdMarks(json: string): string {
  return json.replaceAll(/"#(\d+)":\{"logprob"/g, '"$1":{"logprob"');
}

/** Keeps the last of those with the same text, as an object with the texts as names does. */
function collapsed(list: readonly Written[]): readonly Written[] {
  return [...new Map(list.map((each) => [each.text, each])).values()];
}
