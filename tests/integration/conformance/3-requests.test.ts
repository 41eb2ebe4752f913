import { conform } from './conform.ts';
import { streamingOptions } from './rules/streaming-options.ts';
import { chatCompletion, textCompletion } from './rules/requests.ts';

conform(textCompletion);
conform(chatCompletion);
conform(streamingOptions);
