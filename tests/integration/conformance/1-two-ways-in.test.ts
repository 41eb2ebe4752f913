import { conform } from './conform.ts';
import { https } from './rules/https.ts';
import { token, twoModes } from './rules/two-modes.ts';

conform(twoModes);
conform(token);
conform(https);
