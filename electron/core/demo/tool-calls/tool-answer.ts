import { fieldsOf, parseJson } from '../../../contract/json.ts';
import type { ToolResult } from '../engines/conversation.ts';

/** An answer from what the tools returned. */
export function answerFromTools(results: readonly ToolResult[]): string {
  const parts = results.map((result) => `**${result.name}**${inputOf(result)}${saying(result.text)}`);
  const opening = results.length === 1 ? 'The tool has answered.' : `The ${results.length} tools have answered.`;
  return [opening, ...parts].join('\n\n');
}

function inputOf(result: ToolResult): string {
  const values = Object.entries(fieldsOf(parseJson(result.arguments)) ?? {}).map(([name, value]) => `${name}: ${plain(value)}`);
  return values.length === 0 ? '' : ` (${values.join(', ')})`;
}

function saying(text: string): string {
  const value = parseJson(text);
  const fields = fieldsOf(value);
  if (fields) {
    if ('error' in fields) return ` failed: ${plain(fields['error'])}`;
    const rows = Object.entries(fields).map(([name, each]) => `| ${name} | ${plain(each).replaceAll('|', '\\|')} |`);
    return ` says:\n\n| what | value |\n|---|---|\n${rows.join('\n')}`;
  }
  if (Array.isArray(value)) return ` says:\n\n${value.map((each) => `- ${plain(each)}`).join('\n')}`;
  if (text.trim() === '') return ' returned nothing.';
  return ` says: ${text.includes('\n') ? `\n\n\`\`\`\n${text}\n\`\`\`` : text}`;
}

function plain(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
