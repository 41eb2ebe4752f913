/** Removes secrets from everything that is written to disk. */
export interface Redactor {
  /** Masks this value from now on wherever it occurs. */
  readonly learn: (secret: string) => void;
  readonly redact: (value: unknown) => unknown;
  /** Returns how many secrets it knows. A text that was redacted with fewer may contain one of the others. */
  readonly learntCount: () => number;
}

const mask = '[redacted]';
const secretKey = /authorization|cookie|token|password|passphrase|passwd|secret|api[-_]?key|private[-_]?key|credential|otp|one[-_]?time/i;
/** Names that sound like secrets but are counts and limits. */
const harmlessKey = /^(max|prompt|completion|total|reasoning|input|output)[-_]?tokens$|^tokens(PerSecond)?$/i;

/** Every pattern takes time in proportion to its text, so none may begin with a run that the next attempt would scan again. */
export const secretPatterns: readonly (readonly [RegExp, (found: string, before: string) => string])[] = [
  [/-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z0-9 ]*PRIVATE KEY-----|$)/g, () => mask],
  [/\b((?:proxy-)?authorization["']?\s*[:=]\s*["']?)[^\r\n"']+/gi, maskAfter],
  [/\b(bearer|basic)\s+[^\s"',;]+/gi, (_found, before) => `${before} ${mask}`],
  [/\b((?:set-)?cookie["']?\s*[:=]\s*["']?)[^\r\n"']+/gi, maskAfter],
  [/((?:api[-_]?key|token|password|passphrase|passwd|secret)["']?\s*[:=]\s*["']?)[^\s"'&,;]+/gi, maskAfter],
  [/\b(?:sk|pk|cw)-[A-Za-z0-9_-]{8,}/g, () => mask],
  [/(?<![A-Za-z0-9_.-])[A-Za-z0-9_.-]{15,}/g, maskJsonWebTokens],
  [/:\/\/[^\s/@]+@/g, () => `://${mask}@`],
];

/** Masks what has the usual shape of a secret, except what is kept. */
export function maskSecretShapes(text: string, isKept: (found: string) => boolean = () => false): string {
  let clean = text;
  for (const [pattern, replace] of secretPatterns) {
    clean = clean.replace(pattern, (found: string, before: string) => (isKept(found) ? found : replace(found, before)));
  }
  return clean;
}

/** Creates a redactor that knows the usual shapes of secrets and learns the actual ones. */
export function createRedactor(): Redactor {
  const learnt = new Set<string>();

  const redactText = (text: string): string => {
    let clean = text;
    for (const secret of learnt) clean = clean.replaceAll(secret, mask);
    return maskSecretShapes(clean);
  };

  const redactValue = (value: unknown, seen: readonly object[]): unknown => {
    if (typeof value === 'string') return redactText(value);
    if (typeof value === 'bigint' || typeof value === 'function' || typeof value === 'symbol') return redactText(String(value));
    if (typeof value !== 'object' || value === null) return value;
    if (seen.includes(value)) return '[circular]';
    const inside = [...seen, value];
    if (value instanceof Error) {
      const { name, message, stack, cause } = value;
      return redactValue({ name, message, ...('code' in value ? { code: value.code } : {}), stack, cause }, inside);
    }
    if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return `[${value.byteLength} bytes]`;
    if (Array.isArray(value)) return value.map((item) => redactValue(item, inside));
    if (value instanceof Map || value instanceof Set) return redactValue([...value], inside);
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [redactText(key), isSecretKey(key) && isPresent(item) ? mask : redactValue(item, inside)]),
    );
  };

  return {
    learn: (secret) => {
      for (const form of formsOf(secret)) learnt.add(form);
    },
    redact: (value) => redactValue(value, []),
    learntCount: () => learnt.size,
  };
}

function maskAfter(_found: string, before: string): string {
  return before + mask;
}

/** Returns whether three parts separated by dots are a token: the first is a JSON object in Base64. */
function maskJsonWebTokens(run: string): string {
  const parts = run.split('.');
  const clean: string[] = [];
  for (let at = 0; at < parts.length; at += 1) {
    const part = parts[at] ?? '';
    const begin = part.slice(0, -5).search(/\beyJ/);
    const isToken = begin !== -1 && (parts[at + 1]?.length ?? 0) >= 5 && at + 2 < parts.length;
    clean.push(isToken ? part.slice(0, begin) + mask : part);
    if (isToken) at += 2;
  }
  return clean.join('.');
}

function isSecretKey(key: string): boolean {
  return secretKey.test(key) && !harmlessKey.test(key);
}

/** Logs whether a secret was given, but not which. */
function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null && typeof value !== 'boolean' && value !== '';
}

/** Returns the forms of a secret: plain, in a URL, in JSON, in Basic authentication. Returns none if it is too short to mask. */
function formsOf(secret: string): readonly string[] {
  if (secret.length < 4) return [];
  const forms = [
    secret,
    encodeURIComponentSafely(secret),
    JSON.stringify(secret).slice(1, -1),
    Buffer.from(secret).toString('base64'),
    Buffer.from(secret).toString('base64').replace(/=+$/, ''),
  ];
  return forms.filter((form) => form.length >= 4);
}

function encodeURIComponentSafely(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
