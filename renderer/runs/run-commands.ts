import type { Runs } from './runs.ts';
import { runsText } from './text.ts';

/** Returns the commands of runs for the command palette. */
export function runCommands(runs: Runs, show: () => void) {
  return [
    {
      id: 'new-run',
      title: runsText.commands.create,
      group: runsText.commands.group,
      keywords: ['table', 'batch', 'csv', 'rows'],
      run: () => {
        show();
        void runs.create();
      },
    },
    {
      id: 'open-run-recipe',
      title: runsText.commands.openRecipe,
      group: runsText.commands.group,
      run: () => {
        show();
        void runs.openRecipe();
      },
    },
  ];
}
