import { createFailures } from './create-failures.ts';
import { fileFailures } from './files.ts';
import { programFailures } from './program.ts';

/** Failures of code that runs before the first page is served. All texts together would delay it. */
export const { failure, fail } = createFailures({ ...fileFailures, ...programFailures });
