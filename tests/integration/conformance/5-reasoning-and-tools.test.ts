import { conform } from './conform.ts';
import { reasoningCases, reasoningText } from './rules/reasoning.ts';
import { toolCallCases, toolCallDeltas } from './rules/tool-calls.ts';

conform(reasoningText);
conform(reasoningCases);
conform(toolCallDeltas);
conform(toolCallCases);
