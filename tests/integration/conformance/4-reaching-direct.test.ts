import { conform } from './conform.ts';
import { reachingDirect } from './rules/reaching-direct.ts';

conform(reachingDirect);
