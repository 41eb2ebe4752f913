/** Rules for text files sent with a message, used on both sides. Separate from the schemas, which would load Zod into the window. */

/** The limit for the text of one file. */
export const maxAttachmentLength = 2_000_000;

const languages: Readonly<Record<string, string>> = {
  c: 'c',
  cc: 'cpp',
  cpp: 'cpp',
  css: 'css',
  csv: 'csv',
  f90: 'fortran',
  go: 'go',
  h: 'c',
  html: 'html',
  java: 'java',
  jl: 'julia',
  js: 'javascript',
  json: 'json',
  m: 'matlab',
  md: 'markdown',
  py: 'python',
  r: 'r',
  rs: 'rust',
  sh: 'bash',
  sql: 'sql',
  tex: 'latex',
  toml: 'toml',
  ts: 'typescript',
  tsx: 'tsx',
  xml: 'xml',
  yaml: 'yaml',
  yml: 'yaml',
};

/** Returns the language of a file name, as code fences name it. */
export function detectLanguage(name: string): string | null {
  const ending = /\.([^.]+)$/u.exec(name)?.[1]?.toLowerCase();
  return ending === undefined ? null : (languages[ending] ?? null);
}
