import { normalize } from '../search/normalize.ts';
import type { Migration } from '../../shared/sqlite/migrate.ts';

/** The version this program reads and writes. */
export const schemaVersion = 4;

/** Version 2: folders exist without conversations, and are counted by an index. */
const foldersSchema = `
CREATE TABLE folder (name TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
CREATE INDEX conversation_foldered ON conversation (folder) WHERE folder IS NOT NULL AND trashed_at IS NULL AND is_archived = 0;
`;

/** Version 3: tokens with their log probabilities, apart from the answers. */
const tokensSchema = `
CREATE TABLE token_block (
  message INTEGER NOT NULL REFERENCES message (key) ON DELETE CASCADE,
  first INTEGER NOT NULL,
  tokens TEXT NOT NULL,
  PRIMARY KEY (message, first)
) STRICT, WITHOUT ROWID;
`;

/**
 * Message keys follow time (repository/message-key.ts), so that the full-text index, which is ordered by key, returns the newest
 * first. Large columns come last, so that walking a tree never reads them.
 */
export const schema = `
CREATE TABLE conversation (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  title TEXT NOT NULL,
  folded_title TEXT NOT NULL,
  is_named INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  folder TEXT,
  is_pinned INTEGER NOT NULL,
  is_archived INTEGER NOT NULL,
  trashed_at INTEGER,
  leaf INTEGER,
  settings TEXT NOT NULL
) STRICT;
CREATE INDEX conversation_current ON conversation (is_pinned DESC, updated_at DESC, key DESC) WHERE trashed_at IS NULL AND is_archived = 0;
CREATE INDEX conversation_archived ON conversation (is_pinned DESC, updated_at DESC, key DESC) WHERE trashed_at IS NULL AND is_archived = 1;
CREATE INDEX conversation_trash ON conversation (is_pinned DESC, updated_at DESC, key DESC) WHERE trashed_at IS NOT NULL;
CREATE INDEX conversation_folder ON conversation (folder, is_pinned DESC, updated_at DESC, key DESC) WHERE folder IS NOT NULL;
CREATE INDEX conversation_title ON conversation (updated_at DESC, key DESC, folded_title, folder) WHERE trashed_at IS NULL;

CREATE TABLE message (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  conversation INTEGER NOT NULL REFERENCES conversation (key) ON DELETE CASCADE,
  parent INTEGER REFERENCES message (key),
  role TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  removed_with INTEGER,
  state TEXT,
  model TEXT,
  mode TEXT,
  body TEXT NOT NULL
) STRICT;
CREATE INDEX message_place ON message (conversation, parent, key);
CREATE INDEX message_parent ON message (parent);
CREATE INDEX message_model ON message (model, conversation) WHERE model IS NOT NULL;
CREATE INDEX message_running ON message (key) WHERE state = 'running';
CREATE INDEX message_removed ON message (removed_with) WHERE removed_with IS NOT NULL;

CREATE TABLE removal (
  message INTEGER PRIMARY KEY REFERENCES message (key) ON DELETE CASCADE,
  removed_at INTEGER NOT NULL,
  former_leaf INTEGER
) STRICT;

CREATE TABLE growth (
  message INTEGER NOT NULL REFERENCES message (key) ON DELETE CASCADE,
  step INTEGER NOT NULL,
  deltas TEXT NOT NULL,
  PRIMARY KEY (message, step)
) STRICT, WITHOUT ROWID;

CREATE TABLE request (
  message INTEGER PRIMARY KEY REFERENCES message (key) ON DELETE CASCADE,
  body TEXT NOT NULL
) STRICT;

CREATE TABLE measurement (
  key INTEGER PRIMARY KEY,
  model TEXT NOT NULL,
  mode TEXT NOT NULL,
  measured_at INTEGER NOT NULL,
  tokens_per_second REAL NOT NULL,
  first_token_ms REAL NOT NULL
) STRICT;
CREATE INDEX measurement_way ON measurement (model, mode, key DESC);

CREATE TABLE unindexed (message INTEGER PRIMARY KEY REFERENCES message (key) ON DELETE CASCADE) STRICT;
CREATE VIRTUAL TABLE passage USING fts5 (text, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1');
CREATE VIRTUAL TABLE short_word USING fts5 (words, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii');
CREATE TRIGGER message_gone AFTER DELETE ON message BEGIN
  DELETE FROM passage WHERE rowid = old.key;
  DELETE FROM short_word WHERE rowid = old.key;
END;
${foldersSchema}${tokensSchema}`;

/** All migrations. One that has shipped is never changed; the tests have a file of each version. */
export const migrations: readonly Migration[] = [
  {
    from: 1,
    apply: (db) => {
      db.exec(foldersSchema);
      db.exec('INSERT INTO folder (name) SELECT DISTINCT folder FROM conversation WHERE folder IS NOT NULL');
    },
  },
  {
    from: 2,
    apply: (db) => {
      db.exec(tokensSchema);
      const hasTokens = `role = 'assistant' AND json_valid(body) AND json_type(body, '$.answer.logprobs') = 'array'
        AND json_array_length(body, '$.answer.logprobs') > 0`;
      db.exec(`
        INSERT INTO token_block (message, first, tokens) SELECT key, 0, (
          SELECT json_group_array(json_object(
            'text', value ->> 'token', 'logprob', value -> 'logprob', 'kind', 'content', 'alternatives',
            (SELECT json_group_array(json_object('text', top.value ->> 'token', 'logprob', top.value -> 'logprob'))
             FROM json_each(token.value, '$.top') AS top)
          )) FROM json_each(body, '$.answer.logprobs') AS token
        ) FROM message WHERE ${hasTokens};
        UPDATE message SET body = json_set(body, '$.answer.tokenCount', json_array_length(body, '$.answer.logprobs'),
          '$.answer.logprobs', NULL) WHERE ${hasTokens};`);
    },
  },
  {
    // typographic dashes, quotation marks and spaces are found as those of a keyboard
    from: 3,
    isAdditive: true,
    apply: (db) => {
      db.exec('INSERT OR IGNORE INTO unindexed (message) SELECT key FROM message');
      // only these, because ASCII is normalized as before
      const titles = db.all<{ key: number; title: string }>("SELECT key, title FROM conversation WHERE title GLOB '*[^ -~]*'");
      for (const { key, title } of titles) db.run('UPDATE conversation SET folded_title = ? WHERE key = ?', normalize(title), key);
    },
  },
];
