import type { Answer, AnswerPart } from '../../../contract/answer.ts';
import type { Message } from '../../../contract/conversation.ts';
import { estimateImageTokens } from '../../../contract/image-tokens.ts';
import type { Outcome } from '../../llm-client/llm-client.ts';
import { estimateTokens } from '../../shared/estimate-tokens.ts';
import type { CellRequest } from './build-request.ts';

/** Returns the tokens of a request and its answer, estimated if the service didn't report them. */
export function countTokens(request: CellRequest, { answer, failure }: Outcome): number {
  const { usage, parts } = answer;
  if (usage) return usage.totalTokens ?? (usage.promptTokens ?? 0) + (usage.completionTokens ?? 0);
  // a request that failed before its answer began was rejected or not received
  if (failure && parts.length === 0) return 0;
  const prompt = request.kind === 'text' ? request.prompt.length : sum(request.messages.map(messageLength));
  const images = request.kind === 'text' ? 0 : sum(request.images.map(estimateImageTokens));
  return estimateTokens(prompt + sum(parts.map(partLength))) + images;
}

/** Adds the tokens of an earlier answer. */
export function addUsage(answer: Answer, first: Answer): Answer {
  if (!answer.usage || !first.usage) return { ...answer, usage: answer.usage ?? first.usage };
  const add = (left: number | null, right: number | null): number | null => (left === null ? right : left + (right ?? 0));
  const [a, b] = [answer.usage, first.usage];
  return {
    ...answer,
    usage: {
      promptTokens: add(a.promptTokens, b.promptTokens),
      completionTokens: add(a.completionTokens, b.completionTokens),
      totalTokens: add(a.totalTokens, b.totalTokens),
      reasoningTokens: add(a.reasoningTokens, b.reasoningTokens),
      cachedTokens: add(a.cachedTokens, b.cachedTokens),
    },
  };
}

function messageLength(message: Message): number {
  return message.role === 'assistant' ? sum(message.parts.map(partLength)) : message.text.length;
}

function partLength(part: AnswerPart): number {
  return part.kind === 'tool-call' ? part.name.length + part.arguments.length : part.text.length;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
