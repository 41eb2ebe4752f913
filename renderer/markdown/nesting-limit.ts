import type { TokenizerAndRendererExtension } from 'marked';

const deepest = 24;
const tooDeep = new RegExp(`^(?:[ \\t]*(?:>|[-*+](?=[ \\t])|\\d{1,9}[.)](?=[ \\t]))){${deepest},}[^\\n]*(?:\\n|$)`);
const rule = /^[-*_ \t]+\n?$/;

/** A line with quotes and lists nested past all reason is plain text: each level costs the lexer the whole line again. */
export const tooDeepBlock: TokenizerAndRendererExtension = {
  name: 'plain',
  level: 'block',
  tokenizer(source) {
    const [raw] = tooDeep.exec(source) ?? [];
    return raw === undefined || rule.test(raw) ? undefined : { type: 'plain', raw };
  },
};
