import { expect, test } from 'vitest';
import { failure } from '../../../electron/contract/failures/fail.ts';
import { createNotices } from '../../../electron/core/notices/notices.ts';
import { createEventBus } from '../../../electron/core/shared/event-bus.ts';

const notOpened = failure('database-not-opened', { database: 'history', file: 'history.db', detail: 'a folder' });
const replaced = failure('database-replaced', { database: 'history', setAside: 'history.db.damaged', detail: 'not a database' });

test('shows that a database can’t be used until it can', () => {
  const notices = createNotices(createEventBus());
  const [history, runs] = [notices.listenToDatabase(), notices.listenToDatabase()];
  history.onProblem(notOpened, false);
  runs.onOpen();
  expect(notices.read()).toHaveLength(1);
  history.onProblem(failure('database-stopped', { database: 'history' }), false);
  expect(notices.read(), 'the current problem only').toMatchObject([{ message: expect.stringContaining('stopped') }]);
  history.onOpen();
  expect(notices.read()).toEqual([]);
});

test('keeps what happened to the file when its database is opened again (catches a loss that nobody reads)', () => {
  const notices = createNotices(createEventBus());
  const history = notices.listenToDatabase();
  history.onProblem(replaced, true);
  history.onProblem(failure('database-stopped', { database: 'history' }), false);
  history.onOpen();
  expect(notices.read()).toMatchObject([{ remedy: expect.stringContaining('history.db.damaged') }]);
});
