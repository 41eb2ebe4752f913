import type { DatabaseFormat } from '../../shared/sqlite/open-database.ts';

/**
 * A key is a number composed of the run, the row and the cell (keys.ts). Rows and results therefore need no index, and a run is a range
 * of keys. Long and rarely read fields are in `detail`, so that a scan of answers does not read them.
 */
const schema = `
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
  spent_tokens INTEGER NOT NULL,
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
`;

export const runsFormat: DatabaseFormat = {
  name: 'runs',
  schema,
  version: 1,
  tables: ['run', 'data_row', 'result', 'detail'],
  // a large table must not fill the memory of the process
  pragmas: ['cache_size = -8192', 'temp_store = FILE', 'wal_autocheckpoint = 1000'],
};
