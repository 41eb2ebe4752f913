import type { Answer } from '../../../contract/answer.ts';
import type { Token, TokenPage, TokenRequest } from '../../../contract/tokens.ts';
import type { Database } from '../../shared/sqlite/database.ts';

/** Tokens per row, so that a page of a long answer is read without the rest. */
const blockSize = 256;

/** A row of the table `token_block`. */
interface TokenRow {
  readonly first: number;
  readonly tokens: string;
}

/** Parses the tokens of a row. */
function parseBlock(json: string): readonly Token[] {
  return JSON.parse(json) as readonly Token[]; // written here alone
}

/** Returns the number of saved tokens of a message. */
function countTokens(db: Database, message: number): number {
  const last = db.one<{ total: number }>(
    'SELECT first + json_array_length(tokens) AS total FROM token_block WHERE message = ? ORDER BY first DESC LIMIT 1',
    message,
  );
  return last?.total ?? 0;
}

/** Returns all tokens of a message, or null if it has none. */
export function readTokens(db: Database, message: number): readonly Token[] | null {
  const rows = db.all<TokenRow>('SELECT first, tokens FROM token_block WHERE message = ? ORDER BY first', message);
  return rows.length === 0 ? null : rows.flatMap(({ tokens }) => parseBlock(tokens));
}

/** Adds tokens to a running answer. */
export function appendTokens(db: Database, message: number, tokens: readonly Token[]): void {
  if (tokens.length > 0) insertBlock(db, message, countTokens(db, message), tokens);
}

/** Saves the tokens of an answer apart from it. Those saved while it was running stay if it has none of its own. */
export function separateTokens(db: Database, message: number, answer: Answer): Answer {
  const { logprobs } = answer;
  if (logprobs) {
    db.run('DELETE FROM token_block WHERE message = ?', message);
    for (let first = 0; first < logprobs.length; first += blockSize)
      insertBlock(db, message, first, logprobs.slice(first, first + blockSize));
  }
  return withTokenCount(db, message, withoutTokens(answer));
}

/** Returns an answer without its tokens and their number. */
export function withoutTokens(answer: Answer): Answer {
  const { tokenCount: _, ...rest } = answer;
  return { ...rest, logprobs: null };
}

/** Returns an answer with the number of its saved tokens. */
export function withTokenCount(db: Database, message: number, answer: Answer): Answer {
  const tokenCount = countTokens(db, message);
  return tokenCount === 0 ? answer : { ...answer, tokenCount };
}

function insertBlock(db: Database, message: number, first: number, tokens: readonly Token[]): void {
  db.run('INSERT INTO token_block (message, first, tokens) VALUES (?, ?, ?)', message, first, JSON.stringify(tokens));
}

/** Reads a page of the tokens of a message. */
export function readTokenPage(db: Database, message: number, { from, limit, withAlternatives }: TokenRequest): TokenPage {
  const rows = db.all<TokenRow>(
    `SELECT first, tokens FROM token_block WHERE message = ?1 AND first < ?2
     AND first >= coalesce((SELECT max(first) FROM token_block WHERE message = ?1 AND first <= ?3), 0) ORDER BY first`,
    message,
    from + limit,
    from,
  );
  const tokens = rows.flatMap(({ first, tokens: json }) => {
    const block = parseBlock(json);
    return block.slice(Math.max(0, from - first), Math.max(0, from + limit - first));
  });
  const page = withAlternatives ? tokens : tokens.map((token) => Object.assign(token, { alternatives: [] })); // just parsed, so nobody else has them
  return { total: countTokens(db, message), tokens: page };
}
