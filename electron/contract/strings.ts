/** Returns the first name that is not taken. `named(1)` is the preferred one; later ones contain the number. */
export function freeName(isTaken: (name: string) => boolean, named: (count: number) => string): string {
  for (let count = 1; ; count += 1) {
    const name = named(count);
    if (!isTaken(name)) return name;
  }
}

/** Escapes text for HTML, between tags and in attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;');
}

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
