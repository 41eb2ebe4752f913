import { openStoredDatabase, type DatabaseFormat, type Opened, type OpenOptions } from '../../shared/sqlite/open-database.ts';
import { migrations, schema, schemaVersion } from './schema.ts';

/** The history's file. */
export const historyFormat: DatabaseFormat = {
  name: 'history',
  schema,
  version: schemaVersion,
  migrations,
  tables: ['conversation', 'message', 'growth', 'unindexed'],
};

/** Opens the history file, or creates it. */
export function openDatabase(options: OpenOptions): Opened {
  return openStoredDatabase(historyFormat, options);
}
