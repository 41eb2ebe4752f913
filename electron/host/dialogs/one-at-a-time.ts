import { ok } from '../../contract/failure.ts';
import type { Dialogs } from './dialogs.ts';

/** Lets one dialog be open at a time; another one asked for meanwhile is withdrawn: a page must not bury the user in them. */
export function oneAtATime({ chooseFileToSave, chooseFileToOpen, confirm }: Dialogs): Dialogs {
  let isOpen = false;
  const alone = async <T>(show: () => Promise<T>, withdrawn: T): Promise<T> => {
    if (isOpen) return withdrawn;
    isOpen = true;
    try {
      return await show();
    } finally {
      isOpen = false;
    }
  };
  return {
    chooseFileToSave: (...words) => alone(() => chooseFileToSave(...words), null),
    chooseFileToOpen: (...words) => alone(() => chooseFileToOpen(...words), ok(null)),
    confirm: (question) => alone(() => confirm(question), false),
  };
}
