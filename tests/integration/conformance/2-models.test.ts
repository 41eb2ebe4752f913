import { conform } from './conform.ts';
import { models } from './rules/models.ts';

conform(models);
