CREATE TABLE run (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  state TEXT NOT NULL,
  reason TEXT,
  is_dry_run INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  started_at INTEGER,
  ended_at INTEGER,
  running_ms REAL NOT NULL,
  rows INTEGER NOT NULL,
  is_reading INTEGER NOT NULL,
  done INTEGER NOT NULL,
  failed INTEGER NOT NULL,
  prompt_tokens INTEGER NOT NULL,
  completion_tokens INTEGER NOT NULL,
  requests INTEGER NOT NULL,
  refused INTEGER NOT NULL,
  fingerprint TEXT,
  recipe TEXT NOT NULL,
  source TEXT,
  provenance TEXT
) STRICT;
CREATE INDEX run_fingerprint ON run (fingerprint) WHERE fingerprint IS NOT NULL;

CREATE TABLE data_row (
  key INTEGER PRIMARY KEY,
  line INTEGER NOT NULL,
  label TEXT,
  note TEXT,
  data TEXT NOT NULL
) STRICT;

CREATE TABLE result (
  key INTEGER PRIMARY KEY,
  state TEXT NOT NULL,
  code TEXT,
  length INTEGER NOT NULL,
  first_token_ms REAL,
  total_ms REAL,
  prompt_tokens INTEGER,
  completion_tokens INTEGER,
  answer TEXT NOT NULL,
  fields TEXT
) STRICT;
CREATE INDEX result_failed ON result (key, code) WHERE state <> 'done';

CREATE TABLE detail (
  key INTEGER PRIMARY KEY,
  body TEXT NOT NULL
) STRICT;

PRAGMA user_version = 1;
INSERT INTO run VALUES (1, 'r-1', 'finished', 'complete', 0, 1767614400000, 1767614400000, 1767614410000, 10.5, 1, 0, 1, 0, 30, 12, 1, 0, NULL, '{"name":"Old","models":[],"templates":[],"repeats":1}', '{"fileName":"rows.csv","columns":["text"],"problems":[],"problemCount":0,"folder":null}', NULL);
INSERT INTO data_row VALUES (2097153, 2, NULL, NULL, '["pear"]');
INSERT INTO result VALUES (536871168, 'done', NULL, 4, 10.0, 20.0, 30, 12, 'good', NULL);
INSERT INTO detail VALUES (536871168, '{"reasoning":"","failure":null,"usage":null,"timings":null,"finish":"stop","attempts":1,"isRepaired":false,"notes":[],"address":null,"answeredAt":5}');
