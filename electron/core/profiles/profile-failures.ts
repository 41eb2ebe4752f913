import { failed, type Failed } from '../../contract/failure.ts';

/** None is in use, so there is nothing to connect to. */
export const noProfile: Failed = failed('invalid-input', 'No service is chosen.', 'Choose one on the Connection screen.');

/** It was removed since it was shown. */
export const unknownProfile: Failed = failed('invalid-input', 'This profile does not exist any more.', 'Choose another one.');
