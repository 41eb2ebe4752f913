import { conform } from './conform.ts';
import { asking } from './rules/asking.ts';
import { chatCompletion, textCompletion } from './rules/requests.ts';

conform(textCompletion);
conform(chatCompletion);
conform(asking);
