import type { FailureCode } from '../../electron/contract/failure.ts';

/** Whether looking at the way step by step can tell more of a failure than the failure itself. */
export function isTroubleOfTheWay(code: FailureCode): boolean {
  switch (code) {
    case 'network-not-permitted':
    case 'token-missing':
    case 'token-refused':
    case 'token-forbidden':
    case 'not-the-service':
    case 'name-not-found':
    case 'connection-refused':
    case 'unreachable':
    case 'connection-lost':
    case 'connect-timeout':
    case 'first-byte-timeout':
    case 'tls-name':
    case 'tls-authority':
    case 'tls-expired':
    case 'tls':
    case 'ca-file':
    case 'http-proxy':
    case 'keychain-missing':
    case 'keychain-locked':
    case 'keychain-refused':
    case 'ssh-auth':
    case 'login-given-up':
    case 'ssh-handshake':
    case 'host-key-changed':
    case 'host-key-refused':
    case 'host-key-revoked':
    case 'forwarding-forbidden':
    case 'tunnel-unavailable':
    case 'tunnel-program':
      return true;
    case 'cancelled':
    case 'refused':
    case 'invalid-input':
    case 'unexpected':
    case 'storage':
    case 'unsupported':
    case 'unknown-model':
    case 'context-length':
    case 'rate-limited':
    case 'request-rejected':
    case 'service-error':
    case 'bad-answer':
    case 'answer-cut':
    case 'idle-timeout':
    case 'port-taken':
      return false;
  }
}
