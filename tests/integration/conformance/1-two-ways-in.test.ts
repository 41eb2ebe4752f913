import { conform } from './conform.ts';
import { https } from './rules/https.ts';
import { token, waysIn } from './rules/ways-in.ts';

conform(waysIn);
conform(token);
conform(https);
