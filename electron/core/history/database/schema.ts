import type { DatabaseFormat } from '../../shared/sqlite/open-database.ts';

/**
 * Message keys follow time (repository/message-body.ts), so that the full-text index, which is ordered by key, returns the newest
 * first. Large columns come last, so that walking a tree never reads them.
 */
const conversations = `
CREATE TABLE conversation (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  title TEXT NOT NULL,
  normalized_title TEXT NOT NULL,
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
CREATE INDEX conversation_title ON conversation (updated_at DESC, key DESC, normalized_title, folder) WHERE trashed_at IS NULL;

CREATE TABLE folder (name TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
CREATE INDEX conversation_in_folder ON conversation (folder) WHERE folder IS NOT NULL AND trashed_at IS NULL AND is_archived = 0;

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
CREATE INDEX message_siblings ON message (conversation, parent, key);
CREATE INDEX message_parent ON message (parent);
CREATE INDEX message_model ON message (model, conversation) WHERE model IS NOT NULL;
CREATE INDEX message_running ON message (key) WHERE state = 'running';
CREATE INDEX message_removed ON message (removed_with) WHERE removed_with IS NOT NULL;

CREATE TABLE removal (
  message INTEGER PRIMARY KEY REFERENCES message (key) ON DELETE CASCADE,
  removed_at INTEGER NOT NULL,
  former_leaf INTEGER
) STRICT;

CREATE TABLE answer_delta (
  message INTEGER NOT NULL REFERENCES message (key) ON DELETE CASCADE,
  step INTEGER NOT NULL,
  deltas TEXT NOT NULL,
  PRIMARY KEY (message, step)
) STRICT, WITHOUT ROWID;

CREATE TABLE token_block (
  message INTEGER NOT NULL REFERENCES message (key) ON DELETE CASCADE,
  first INTEGER NOT NULL,
  tokens TEXT NOT NULL,
  PRIMARY KEY (message, first)
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
CREATE INDEX measurement_mode ON measurement (model, mode, key DESC);

CREATE TABLE unindexed (message INTEGER PRIMARY KEY REFERENCES message (key) ON DELETE CASCADE) STRICT;
CREATE VIRTUAL TABLE message_text USING fts5 (text, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1');
CREATE VIRTUAL TABLE short_word USING fts5 (words, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii');
CREATE TRIGGER message_deleted AFTER DELETE ON message BEGIN
  DELETE FROM message_text WHERE rowid = old.key;
  DELETE FROM short_word WHERE rowid = old.key;
END;
`;

/** An image without a message is deleted by a sweep, because a draft may name it: see repository/images.ts. */
const images = `
CREATE TABLE image (
  key INTEGER PRIMARY KEY,
  hash TEXT NOT NULL UNIQUE,
  type TEXT NOT NULL,
  width INTEGER NOT NULL,
  height INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  content BLOB NOT NULL
) STRICT;
CREATE TABLE message_image (
  message INTEGER NOT NULL REFERENCES message (key) ON DELETE CASCADE,
  image INTEGER NOT NULL REFERENCES image (key),
  PRIMARY KEY (message, image)
) STRICT, WITHOUT ROWID;
CREATE INDEX message_image_image ON message_image (image);
CREATE TABLE unused_image (image INTEGER PRIMARY KEY REFERENCES image (key) ON DELETE CASCADE) STRICT;
CREATE TRIGGER image_released AFTER DELETE ON message_image BEGIN
  INSERT OR IGNORE INTO unused_image (image) VALUES (old.image);
END;
`;

/** The history's file. */
export const historyFormat: DatabaseFormat = {
  name: 'history',
  schema: conversations + images,
  version: 2,
  migrations: { 1: (db) => db.exec(images) },
  tables: ['conversation', 'message', 'answer_delta', 'unindexed'],
};
