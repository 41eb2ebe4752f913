const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const oneDigit = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

const plain = new Intl.NumberFormat('en');

/** Formats a number with separators for thousands. */
export function formatNumber(value: number): string {
  return plain.format(value);
}

/** Formats a count with its noun. */
export function formatCount(count: number, one: string, many: string): string {
  return `${whole.format(count)} ${count === 1 ? one : many}`;
}

/** Formats a rate to about two digits. */
export function formatRate(perSecond: number): string {
  return `${perSecond < 9.95 ? oneDigit.format(perSecond) : whole.format(perSecond)} tokens/s`;
}

/** Formats a context length in thousands, as models are described. */
export function formatContext(tokens: number): string {
  return tokens < 1024 ? `${whole.format(tokens)} tokens` : `${whole.format(tokens / 1024)}k tokens`;
}

/** Estimates the tokens of a text. Four characters per token hold for English prose. */
export function estimateTokens(text: string): number {
  return Math.ceil(text.length / 4);
}

const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'] as const;

export function formatBytes(bytes: number): string {
  const exponent = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10));
  const value = bytes / 1024 ** exponent;
  return `${exponent === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[exponent] ?? 'B'}`;
}

/** Formats a measured time, such as that of a round trip. */
export function formatMilliseconds(ms: number): string {
  return `${Math.round(ms)} ms`;
}

/** Formats a duration with its two largest units. */
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

export function formatTime(at: number): string {
  return clock.format(at);
}

const day = new Intl.DateTimeFormat('en', { year: 'numeric', month: 'short', day: 'numeric' });

export function formatDay(at: number): string {
  return day.format(at);
}

const minutes = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

/** Formats when something was written, with its day unless that is today. */
export function formatMoment(at: number, now = Date.now()): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString();
  return isToday ? minutes.format(at) : `${day.format(at)}, ${minutes.format(at)}`;
}
