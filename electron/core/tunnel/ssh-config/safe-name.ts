/**
 * Whether a host may be used: no option in disguise and nothing a shell would take for its own, as in OpenSSH.
 * The system's ssh may carry this host later, and it hands names to the user's commands.
 */
export function isSafeHost(host: string): boolean {
  return host !== '' && !host.startsWith('-') && !/[\s\p{Cc}'"`$\\;&<>|(){}]/u.test(host);
}

/** Whether a login may be used; a backslash is fine inside, where Windows domains have it. */
export function isSafeLogin(login: string): boolean {
  return login !== '' && !login.startsWith('-') && !/[\p{Cc}'"`;&<>|(){}]|\s-|\\$/u.test(login);
}
