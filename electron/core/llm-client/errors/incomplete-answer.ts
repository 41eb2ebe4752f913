import type { Answer } from '../../../contract/answer.ts';
import type { Failure } from '../../../contract/failure.ts';
import { textFailure } from '../../../contract/failures/fail.ts';
import type { ReadEnd } from '../response/answer-reader.ts';

const tryAgain = 'What came is kept; try again or continue from there.';

/** Returns the failure of an answer that was fully received but is incomplete or malformed. */
export function incompleteAnswerFailure(end: ReadEnd, answer: Omit<Answer, 'notes'>, host: string): Failure | undefined {
  switch (end) {
    case 'done':
      return describeAnswer(answer, host);
    case 'open':
      return describeOpen(answer, host);
    case 'nothing':
      return textFailure('bad-answer', `${host} answered with nothing that can be read.`, 'Check the base URL, then try again.');
    case 'markup':
      return textFailure('not-the-service', `A web page answered at ${host}.`, 'Check the base URL of the profile.');
    case 'too-long':
      return textFailure('bad-answer', `${host} sent a single piece larger than any answer should have.`, tryAgain);
    case 'malformed':
      return textFailure('bad-answer', `A part of what ${host} sent could not be read, so the answer may have gaps.`, tryAgain);
  }
}

/** Without the end mark, only the finish reason tells whether the answer is complete. */
function describeOpen(answer: Omit<Answer, 'notes'>, host: string): Failure {
  if (answer.finish === null) return textFailure('answer-cut', `${host} ended the answer before it was complete.`, tryAgain);
  if (answer.finish === 'aborted') return engineAborted;
  return textFailure(
    'answer-cut',
    `${host} ended the stream without its end mark; the answer had said that it was finished, so it may well be complete.`,
    'What came is kept; ask again only if something is missing.',
  );
}

const engineAborted: Failure = textFailure('answer-cut', 'The engine gave up on this answer before it was complete.', tryAgain);

function describeAnswer(answer: Omit<Answer, 'notes'>, host: string): Failure | undefined {
  if (answer.finish === 'aborted') return engineAborted;
  if (answer.parts.length === 0 && answer.finish === null && answer.usage === null) {
    return textFailure('bad-answer', `${host} answered, but not with an answer of a model.`, 'Check the base URL, then try again.');
  }
  return undefined;
}
