/** Result of a sign-in. */
export type SignInResult = 'signed-in' | 'refused' | 'unreachable';

/** Exchanges the secret of a link for a cookie. A browser that has one needs no secret, so its link may be a used one. */
export async function signIn(secret: string, send: typeof fetch): Promise<SignInResult> {
  const result = await sendSecret(secret, send);
  return result === 'refused' && (await checkSession(send)) === 'signed-in' ? 'signed-in' : result;
}

async function sendSecret(secret: string, send: typeof fetch): Promise<SignInResult> {
  try {
    const { status } = await send('session', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ secret }),
    });
    return toResult(status);
  } catch {
    return 'unreachable';
  }
}

/** Checks whether this browser has a valid cookie. */
export async function checkSession(send: typeof fetch): Promise<SignInResult> {
  try {
    const { status } = await send('session', { cache: 'no-store' });
    return toResult(status);
  } catch {
    return 'unreachable';
  }
}

function toResult(status: number): SignInResult {
  if (status === 204) return 'signed-in';
  // Any other status comes from a reverse proxy: the program behind it is unreachable.
  return status >= 400 && status < 500 && status !== 404 ? 'refused' : 'unreachable';
}

/** Returns the secret in a pasted link or the secret itself, or undefined if it is neither. */
export function parseSecret(text: string): string | undefined {
  const trimmed = text.trim();
  const hash = trimmed.indexOf('#');
  const secret = hash === -1 ? trimmed : trimmed.slice(hash + 1);
  return /^[\w-]{16,128}$/u.test(secret) ? secret : undefined;
}
