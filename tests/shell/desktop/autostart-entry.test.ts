import { expect, test } from 'vitest';
import { autostartEntry } from '../../../electron/shell/desktop/autostart-entry.ts';

test('a path with blanks and signs is one word for the desktop', () => {
  expect(autostartEntry('/home/mara/My $Apps/100% "x"/causeway')).toContain('Exec="/home/mara/My \\$Apps/100%% \\"x\\"/causeway" --hidden');
});
