import { ok, type Result } from '../../../contract/failure.ts';
import type { TokenPage, TokenRequest } from '../../../contract/tokens.ts';
import type { Database } from '../../shared/sqlite/database.ts';
import { noMessage } from '../database/failures.ts';
import type { Messages } from './messages.ts';
import { countTokens, parseBlock, type TokenRow } from './token-blocks.ts';

/** Reads the tokens of answers, which are stored apart from them, because a list of messages has no use for them. */
export interface Tokens {
  readonly tokens: (request: TokenRequest) => Result<TokenPage>;
}

/** Creates the tokens of one database. */
export function createTokens(db: Database, { position }: Pick<Messages, 'position'>): Tokens {
  return {
    tokens: ({ messageId, from, limit, withAlternatives }) => {
      const found = position(messageId);
      if (!found) return noMessage();
      const rows = db.all<TokenRow>(
        `SELECT first, tokens FROM token_block WHERE message = ?1 AND first < ?2
         AND first >= coalesce((SELECT max(first) FROM token_block WHERE message = ?1 AND first <= ?3), 0) ORDER BY first`,
        found.key,
        from + limit,
        from,
      );
      const tokens = rows.flatMap(({ first, tokens: json }) => {
        const block = parseBlock(json);
        return block.slice(Math.max(0, from - first), Math.max(0, from + limit - first));
      });
      const page = withAlternatives ? tokens : tokens.map((token) => Object.assign(token, { alternatives: [] })); // just parsed, so nobody else has them
      return ok({ total: countTokens(db, found.key), tokens: page });
    },
  };
}
