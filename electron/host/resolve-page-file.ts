import path from 'node:path';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

/** The file behind an address of ours, or nothing where the address leads out of the folder or to a kind we don't serve. */
export function resolvePageFile(folder: string, address: URL): { readonly file: string; readonly type: string } | undefined {
  let relative: string;
  try {
    relative = decodeURIComponent(address.pathname);
  } catch {
    return undefined;
  }
  if (relative.includes('\0') || relative.includes('\\')) return undefined;
  const file = path.join(folder, relative);
  const type = types[path.extname(file)];
  return type && file.startsWith(folder + path.sep) ? { file, type } : undefined;
}
