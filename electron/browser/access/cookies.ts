/** How a session's cookie is called: cookies are shared by all ports of a host, so the port is part of the name. */
export function cookieName(kind: 'page' | 'approvals', port: number): string {
  return kind === 'page' ? `causeway-${port}` : `causeway-approvals-${port}`;
}

/** The values of a cookie in a request; a neighbour on another port can add some of the same name. */
export function cookieValues(header: string | undefined, name: string): readonly string[] {
  return (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
}

/** The header that sets a session's cookie: out of reach of scripts, and never sent for another site. */
export function sessionCookie(name: string, secret: string, path: string, isHttps: boolean): string {
  const attributes = [`${name}=${secret}`, `Path=${path}`, 'Max-Age=2592000', 'HttpOnly', 'SameSite=Strict'];
  return [...attributes, ...(isHttps ? ['Secure'] : [])].join('; ');
}
