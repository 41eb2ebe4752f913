import { formatCount } from '../../shared/format.ts';

/** All words of the panel with a conversation's parameters. */
export const parametersText = {
  label: 'Conversation parameters',
  title: 'Parameters',
  close: 'Close parameters',
  systemPrompt: 'System prompt',
  systemPromptPlaceholder: 'Instructions for the model',
  reasoningEffort: 'Reasoning effort',
  efforts: { low: 'Low', medium: 'Medium', high: 'High' },
  chooseModel: 'Choose a model first.',
  noTools: (model: string) => `${model} doesn’t support tools.`,
  noEffort: (model: string) => `${model} doesn’t support reasoning effort.`,
  tools: 'Tools',
  noToolsYet: 'No tools yet. Create one in Tools.',
  toolChoice: 'Tool choice',
  choices: { auto: 'Automatic', none: 'None', required: 'Required' },
  always: (tool: string) => `Always ${tool}`,
  toolOff: 'Turned off in Tools.',
  toolNeedsApproval: 'Approve it in Tools first.',
  toolUnavailable: (server: string | undefined) => `Unavailable. ${server ?? 'Its server'} doesn’t offer it or isn’t connected.`,
  summary: {
    none: 'Parameters',
    customized: 'Parameters (customized)',
    systemPrompt: 'system prompt',
    temperature: (value: number) => `temperature ${value}`,
    effort: (effort: string) => `${effort} reasoning effort`,
    tools: (count: number) => formatCount(count, 'tool', 'tools'),
    maxTokens: (count: number) => `max ${formatCount(count, 'token', 'tokens')}`,
    more: 'more',
  },
} as const;

/** All words about presets of parameters. */
export const presetsText = {
  none: 'Presets',
  apply: 'Apply preset',
  applied: (name: string) => `Preset “${name}” applied`,
  import: 'Import preset…',
  export: (name: string) => `Export ${name}…`,
  exported: 'Preset exported',
  saveAs: 'Save as preset…',
  dialogTitle: 'Save as preset',
  save: 'Save',
  name: 'Name',
  replaces: 'This replaces the existing preset with the same name.',
  saved: (name: string) => `Preset “${name}” saved`,
} as const;
