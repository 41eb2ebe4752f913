import { conform } from './conform.ts';
import { brokenAnswers, cancel } from './rules/broken-answers.ts';
import { finishReasons, modelLists, streams, usage } from './rules/dialects.ts';
import { errorBodies, midStreamErrors, unauthorizedBodies } from './rules/errors.ts';

conform(streams);
conform(usage);
conform(finishReasons);
conform(modelLists);
conform(errorBodies);
conform(unauthorizedBodies);
conform(midStreamErrors);
conform(brokenAnswers);
conform(cancel);
