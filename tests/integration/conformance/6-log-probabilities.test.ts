import { conform } from './conform.ts';
import { answerLogprobs, continuations, scoring, tokenizer } from './rules/log-probabilities.ts';

conform(answerLogprobs);
conform(continuations);
conform(scoring);
conform(tokenizer);
