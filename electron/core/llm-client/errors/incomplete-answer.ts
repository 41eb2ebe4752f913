import type { Answer } from '../../../contract/answer.ts';
import type { Failure } from '../../../contract/failure.ts';
import { failure } from '../../../contract/failures/fail.ts';
import type { ReadEnd } from '../response/answer-reader.ts';

/** Returns the failure of an answer that was fully received but is incomplete or malformed. */
export function incompleteAnswerFailure(end: ReadEnd, answer: Omit<Answer, 'notes'>, host: string): Failure | undefined {
  switch (end) {
    case 'done':
      return describeAnswer(answer, host);
    case 'open':
      return describeOpen(answer, host);
    case 'nothing':
      return failure('answer-empty', { host });
    case 'markup':
      return failure('web-page-answered', { host });
    case 'too-long':
      return failure('answer-too-large', { host });
    case 'malformed':
      return failure('answer-malformed', { host });
  }
}

/** Without the end mark, only the finish reason tells whether the answer is complete. */
function describeOpen(answer: Omit<Answer, 'notes'>, host: string): Failure {
  if (answer.finish === null) return failure('answer-ended-early', { host });
  return answer.finish === 'aborted' ? failure('engine-stopped') : failure('answer-end-unmarked', { host });
}

function describeAnswer(answer: Omit<Answer, 'notes'>, host: string): Failure | undefined {
  if (answer.finish === 'aborted') return failure('engine-stopped');
  const isEmpty = answer.parts.length === 0 && answer.finish === null && answer.usage === null;
  return isEmpty ? failure('answer-not-from-model', { host }) : undefined;
}
