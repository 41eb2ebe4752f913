import { conform } from './conform.ts';
import { https } from './rules/https.ts';
import { modes, token } from './rules/modes-and-token.ts';

conform(modes);
conform(token);
conform(https);
