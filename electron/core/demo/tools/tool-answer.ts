import type { ToolResult } from '../engines/conversation.ts';

/** An answer from what the tools returned. */
export function answerFromTools(results: readonly ToolResult[]): string {
  const parts = results.map((result) => `**${result.name}**${inputOf(result)}${saying(result.text)}`);
  const opening = results.length === 1 ? 'The tool has answered.' : `The ${results.length} tools have answered.`;
  return [opening, ...parts].join('\n\n');
}

function inputOf(result: ToolResult): string {
  const input = parseJson(result.arguments);
  const values = isRecord(input) ? Object.entries(input).map(([name, value]) => `${name}: ${plain(value)}`) : [];
  return values.length === 0 ? '' : ` (${values.join(', ')})`;
}

function saying(text: string): string {
  const value = parseJson(text);
  if (isRecord(value)) {
    if ('error' in value) return ` failed: ${plain(value['error'])}`;
    const rows = Object.entries(value).map(([name, each]) => `| ${name} | ${plain(each).replaceAll('|', '\\|')} |`);
    return ` says:\n\n| what | value |\n|---|---|\n${rows.join('\n')}`;
  }
  if (Array.isArray(value)) return ` says:\n\n${value.map((each) => `- ${plain(each)}`).join('\n')}`;
  if (text.trim() === '') return ' returned nothing.';
  return ` says: ${text.includes('\n') ? `\n\n\`\`\`\n${text}\n\`\`\`` : text}`;
}

function plain(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
