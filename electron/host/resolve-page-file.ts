import path from 'node:path';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

/** Returns the file of a page URL. Returns undefined if the URL leaves the folder or the file type isn't served. */
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
