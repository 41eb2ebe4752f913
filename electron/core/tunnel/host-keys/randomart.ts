import { createHash } from 'node:crypto';
import { describeKey } from './key-blob.ts';

const width = 17;
const height = 9;
const symbols = ' .o+=*BOX@%&#/^SE';

/** A key's picture as `ssh-keygen -lv` draws it: the walk of a drunken bishop over its SHA-256 fingerprint. */
export function randomart(key: Buffer): string {
  const { kind, bits } = describeKey(key);
  const title = `[${kind} ${bits}]`;
  const rows = walk(createHash('sha256').update(key).digest());
  return [border(title.length < width ? title : `[${kind}]`), ...rows.map((row) => `|${row}|`), border('[SHA256]')].join('\n');
}

function walk(digest: Buffer): readonly string[] {
  const visits = Array.from({ length: height }, () => Array.from({ length: width }, () => 0));
  const start = { x: Math.floor(width / 2), y: Math.floor(height / 2) };
  let { x, y } = start;
  for (const byte of digest) {
    for (let shift = 0; shift < 8; shift += 2) {
      const step = byte >> shift;
      x = clamp(x + (step & 1 ? 1 : -1), width);
      y = clamp(y + (step & 2 ? 1 : -1), height);
      const row = visits[y];
      if (row) row[x] = Math.min((row[x] ?? 0) + 1, symbols.length - 3);
    }
  }
  return visits.map((row, rowIndex) =>
    row
      .map((count, column) => {
        if (column === x && rowIndex === y) return 'E';
        return column === start.x && rowIndex === start.y ? 'S' : symbols.charAt(count);
      })
      .join(''),
  );
}

function clamp(value: number, size: number): number {
  return Math.max(0, Math.min(size - 1, value));
}

function border(label: string): string {
  const left = Math.floor((width - label.length) / 2);
  return `+${'-'.repeat(left)}${label}${'-'.repeat(width - left - label.length)}+`;
}
