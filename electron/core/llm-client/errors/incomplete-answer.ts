import type { Answer } from '../../../contract/answer.ts';
import type { Failure } from '../../../contract/failure.ts';
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
      return {
        code: 'bad-answer',
        message: `${host} answered with nothing that can be read.`,
        remedy: 'Check the base URL, then try again.',
      };
    case 'markup':
      return { code: 'not-the-service', message: `A web page answered at ${host}.`, remedy: 'Check the base URL of the profile.' };
    case 'too-long':
      return { code: 'bad-answer', message: `${host} sent a single piece larger than any answer should have.`, remedy: tryAgain };
    case 'malformed':
      return {
        code: 'bad-answer',
        message: `A part of what ${host} sent could not be read, so the answer may have gaps.`,
        remedy: tryAgain,
      };
  }
}

/** Without the end mark, only the finish reason tells whether the answer is complete. */
function describeOpen(answer: Omit<Answer, 'notes'>, host: string): Failure {
  if (answer.finish === null) return { code: 'answer-cut', message: `${host} ended the answer before it was complete.`, remedy: tryAgain };
  if (answer.finish === 'aborted') return engineAborted;
  return {
    code: 'answer-cut',
    message: `${host} ended the stream without its end mark; the answer had said that it was finished, so it may well be complete.`,
    remedy: 'What came is kept; ask again only if something is missing.',
  };
}

const engineAborted: Failure = {
  code: 'answer-cut',
  message: 'The engine gave up on this answer before it was complete.',
  remedy: tryAgain,
};

function describeAnswer(answer: Omit<Answer, 'notes'>, host: string): Failure | undefined {
  if (answer.finish === 'aborted') return engineAborted;
  if (answer.parts.length === 0 && answer.finish === null && answer.usage === null) {
    return {
      code: 'bad-answer',
      message: `${host} answered, but not with an answer of a model.`,
      remedy: 'Check the base URL, then try again.',
    };
  }
  return undefined;
}
