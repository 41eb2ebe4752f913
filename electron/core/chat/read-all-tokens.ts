import { ok, type Result } from '../../contract/failure.ts';
import type { StoredAnswer } from '../../contract/history.ts';
import type { Token } from '../../contract/tokens.ts';
import type { History } from '../history/history.ts';

/** The history's largest page. */
const pageSize = 20_000;

/** Reads all tokens of an answer, or null if it has none. */
export async function readAllTokens(history: History, { id, answer }: StoredAnswer): Promise<Result<readonly Token[] | null>> {
  if (answer.tokenCount === undefined) return ok(null);
  const tokens: Token[] = [];
  for (;;) {
    const page = await history.tokens({ messageId: id, from: tokens.length, limit: pageSize, withAlternatives: true });
    if (!page.ok) return page;
    for (const token of page.value.tokens) tokens.push(token);
    if (page.value.tokens.length === 0 || tokens.length >= page.value.total) return ok(tokens);
  }
}
