const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'] as const;

/** A number of bytes as a person reads it. */
export function formatBytes(bytes: number): string {
  const exponent = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10));
  const value = bytes / 1024 ** exponent;
  return `${exponent === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[exponent] ?? 'B'}`;
}

/** A length of time as a person reads it: the two largest units. */
export function formatDuration(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const parts = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor(seconds / 3600) % 24, 'h'],
    [Math.floor(seconds / 60) % 60, 'min'],
    [seconds % 60, 's'],
  ] as const;
  const first = parts.findIndex(([value]) => value > 0);
  if (first === -1) return '0 s';
  return parts
    .slice(first, first + 2)
    .map(([value, unit]) => `${value} ${unit}`)
    .join(' ');
}

const clock = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' });

/** The time of day. */
export function formatTime(at: number): string {
  return clock.format(at);
}

const day = new Intl.DateTimeFormat('en', { year: 'numeric', month: 'short', day: 'numeric' });

/** The day. */
export function formatDay(at: number): string {
  return day.format(at);
}
