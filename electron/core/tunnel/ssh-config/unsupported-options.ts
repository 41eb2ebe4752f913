import type { Settings } from './evaluate-config.ts';

const useSystemSsh = "Choose the system's OpenSSH as this profile's transport where it matters.";
const algorithms = 'Causeway negotiates its own list.';

/** Keywords we can't honour, spelt as in the manual: what is said of them, and values that need no honouring. */
const unhonoured: Readonly<Record<string, { readonly because: string; readonly harmless?: RegExp }>> = {
  ProxyCommand: { because: `Causeway runs no commands for a connection, so it connects directly. ${useSystemSsh}`, harmless: /^none$/i },
  PKCS11Provider: { because: `Smart cards are reached through an agent only. ${useSystemSsh}`, harmless: /^none$/i },
  SecurityKeyProvider: { because: `Security keys can't be used here. ${useSystemSsh}`, harmless: /^internal$/i },
  KnownHostsCommand: { because: 'Host keys are looked up in files only.', harmless: /^none$/i },
  RevokedHostKeys: { because: `Only keys marked @revoked in known_hosts files are refused. ${useSystemSsh}`, harmless: /^none$/i },
  VerifyHostKeyDNS: { because: 'Host keys are not looked up in DNS.', harmless: /^(?:no|false)$/i },
  StrictHostKeyChecking: { because: 'Causeway always asks about an unknown key and always refuses a changed one.', harmless: /^ask$/i },
  NoHostAuthenticationForLocalhost: { because: 'Host keys are checked on this machine too.', harmless: /^(?:no|false)$/i },
  CanonicalizeHostname: { because: 'Host names are used as written.', harmless: /^(?:no|false|none)$/i },
  AddressFamily: { because: 'Both IPv4 and IPv6 are tried.', harmless: /^any$/i },
  BindAddress: { because: `The system chooses the local address. ${useSystemSsh}` },
  BindInterface: { because: `The system chooses the network interface. ${useSystemSsh}` },
  HostbasedAuthentication: { because: `That way to log in is not offered. ${useSystemSsh}`, harmless: /^(?:no|false)$/i },
  PubkeyAuthentication: { because: 'Keys are tried all the same.', harmless: /^(?:yes|true|unbound|host-bound)$/i },
  PasswordAuthentication: { because: 'A password is asked for if the server wants one.', harmless: /^(?:yes|true)$/i },
  KbdInteractiveAuthentication: { because: "The server's questions are shown if it has any.", harmless: /^(?:yes|true)$/i },
  PreferredAuthentications: { because: 'Ways to log in are tried in the usual order.' },
  Ciphers: { because: algorithms },
  MACs: { because: algorithms },
  KexAlgorithms: { because: algorithms },
  HostKeyAlgorithms: { because: algorithms },
  PubkeyAcceptedAlgorithms: { because: algorithms },
  PubkeyAcceptedKeyTypes: { because: algorithms },
};

/** A sentence for each setting in effect that asks for what we can't do. */
export function listUnsupported(hop: string, { values }: Settings): readonly string[] {
  return Object.entries(unhonoured).flatMap(([keyword, { because, harmless }]) => {
    const words = values.get(keyword.toLowerCase());
    if (!words || words.every((word) => harmless?.test(word))) return [];
    return [`${hop}: ${keyword} ${words.join(' ')} is not honoured. ${because}`];
  });
}
