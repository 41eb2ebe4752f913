/** Returns whether a passage that reads like a secret is ordinary text, such as "basic overview" or GraphQL's `$token: String!`. */
export function isOrdinaryText(found: string): boolean {
  const [, scheme = '', credentials = ''] = /^(bearer|basic)\s+(.+)$/is.exec(found) ?? [];
  if (/^basic$/i.test(scheme)) return !isBasicLogin(credentials);
  // In a header it is written with a capital letter.
  if (scheme === 'bearer') return !isCredential(credentials);
  if (scheme !== '') return /^(?:tokens?|auth|authentication|authorization)\b/.test(credentials);
  const [, name = '', separator, value = ''] = /^(api[-_]?key|token|pass\w+|secret)["']?\s*([:=])\s*(.*)$/is.exec(found) ?? [];
  if (separator === '=') return value.startsWith('#'); // an empty parameter before the fragment of a URL
  // A literal in quotes is a value in any language. Without them it may be a type or a word.
  if (separator !== ':' || /^["']/.test(value)) return false;
  return /^token$/i.test(name) ? !isCredential(value) : typeOrWord.test(value);
}

/** What follows the name of a secret in a schema or a sentence. */
const typeOrWord = /^(?:string|text|int|integer|number|bool|boolean|id|null|none|required|optional|see|your|the|an?)\b/i;

/** Longer than words usually are. */
const credentialLength = 16;

function isCredential(text: string): boolean {
  const [run = ''] = /^[\w+/.=~-]+/.exec(text) ?? [];
  return run.length >= credentialLength;
}

/** Returns whether a text is `name:password` in Base64. */
function isBasicLogin(text: string): boolean {
  const [run = ''] = /^[\w+/=-]+/.exec(text) ?? [];
  const login = Buffer.from(run, 'base64').toString();
  return login.includes(':') && !/[\p{Cc}\uFFFD]/u.test(login);
}
