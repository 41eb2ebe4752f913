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

CREATE TABLE folder (name TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
CREATE INDEX conversation_foldered ON conversation (folder) WHERE folder IS NOT NULL AND trashed_at IS NULL AND is_archived = 0;

CREATE TABLE token_block (
  message INTEGER NOT NULL REFERENCES message (key) ON DELETE CASCADE,
  first INTEGER NOT NULL,
  tokens TEXT NOT NULL,
  PRIMARY KEY (message, first)
) STRICT, WITHOUT ROWID;

PRAGMA user_version = 4;
INSERT INTO conversation VALUES (1, 'c-1', 'chat', 'Bridges', 'bridges', 1, 1767614400000, 1767614410000, 'Lab', 0, 0, NULL, 28281830561, '{"model":"alpha-R1","systemPrompt":"","parameters":{"temperature":0.5},"toolIds":[]}');
INSERT INTO message VALUES (28281830400, 'm-1', 1, NULL, 'user', 1767614400000, NULL, NULL, NULL, NULL, '{"text":"How long?","attachments":[{"name":"plan.txt","language":null,"text":"a plan"}]}');
INSERT INTO message VALUES (28281830561, 'm-2', 1, 28281830400, 'assistant', 1767614410000, NULL, 'running', 'alpha-R1', 'direct', '{"answer":{"parts":[{"kind":"text","text":"Very "}],"finish":null,"usage":null,"metrics":null,"logprobs":null,"timings":{"firstTokenMs":null,"totalMs":0,"tokensPerSecond":null,"rateFrom":null},"notes":[]},"failure":null}');
INSERT INTO growth VALUES (28281830561, 1, '[{"kind":"append","index":0,"text":"long"}]');
INSERT INTO growth VALUES (28281830561, 2, '[{"kind":"append","index":0,"text":"."}]');
INSERT INTO request VALUES (28281830561, '{"model":"alpha-R1"}');
INSERT INTO measurement VALUES (1, 'alpha-R1', 'direct', 1767614410000, 42.0, 120.0);
INSERT INTO unindexed VALUES (28281830400);
INSERT INTO folder VALUES ('Lab');
INSERT INTO folder VALUES ('Nothing yet');
INSERT INTO token_block VALUES (28281830561, 0, '[{"text":"Very","logprob":-0.1,"alternatives":[{"text":"Very","logprob":-0.1}],"kind":"content"}]');
INSERT INTO token_block VALUES (28281830561, 1, '[{"text":" long","logprob":-0.2,"alternatives":[],"kind":"content"},{"text":".","logprob":-0.3,"alternatives":[],"kind":"content"}]');
