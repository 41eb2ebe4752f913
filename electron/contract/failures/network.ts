import { text, checkAgainLater, tryAgain } from './define.ts';
import type { Failure } from '../failure.ts';

const checkInstance = 'Check in your cloud console whether the instance is running, then check again.';

/** The remedies of the check for a connection that broke. */
const brokenAtSite = {
  instance: checkInstance,
  'behind-tunnel': checkAgainLater,
  straight: checkAgainLater,
  proxy: checkAgainLater,
};
const broken = {
  window: 'Try again, and run the connection check if it keeps happening.',
  terminal: 'Try again, and run Causeway with --check if it keeps happening.',
  check: brokenAtSite,
  terminalCheck: brokenAtSite,
};

const straight = 'Check that this computer is online, or use the tunnel if the engines can be reached only inside the research cloud.';
const noAccess = 'Check that this computer is online and that this network allows access to the service.';
const noAccessAtSite = { 'behind-tunnel': checkAgainLater, straight };

const environmentProxy = 'Check HTTPS_PROXY in the environment that Causeway was started from, or add the service to NO_PROXY.';
const httpProxy = {
  window: 'Check the HTTP proxy in your system’s settings, or HTTPS_PROXY in the environment that Causeway was started from.',
  terminal: environmentProxy,
};

const caFile = {
  window: 'Choose a PEM file (.pem or .crt) with your authority’s certificate, or choose “Use system certificates”.',
  terminal: 'Name a PEM file (.pem or .crt) with the certificate of your authority with --ca-file.',
};

const onlineRemedy = 'Check that this computer is online.';
const nameRemedy = 'Check the spelling, and that this computer is online.';
const addressRemedy = 'Check the address.';
const openYourself = 'Copy the address and open it yourself if you trust it.';
const openInBrowser = 'Open the link in your browser.';

/** Failures of the network: TLS and HTTP between Causeway and the service, and requests to the public internet. */
export const networkFailures = {
  'certificate-not-trusted': text('tls-authority', 'This computer doesn’t trust the authority that signed the certificate of {host}.', {
    window: 'If your organization runs its own authority, choose its certificate file in the profile; otherwise, don’t connect.',
    terminal: 'If your organization runs its own authority, name its certificate file with --ca-file; otherwise, don’t connect.',
  }),
  'certificate-expired': text(
    'tls-expired',
    'The certificate of {host} has expired or isn’t valid yet.',
    'Check this computer’s date and time, and contact the service operator if they’re right.',
  ),
  'certificate-for-other-name': text(
    'tls-name',
    'The certificate that the server sent isn’t for {host}.',
    'Check that the base URL has the name that the service itself uses.',
  ),
  'no-secure-connection': text(
    'tls',
    'Causeway couldn’t make a secure connection to {host}.',
    'Check the port in the base URL, because the server there may not use HTTPS.',
  ),
  'host-not-found': text('name-not-found', '{host} wasn’t found.', 'Check the spelling of the address and that this computer is online.'),
  'host-unreachable': text('unreachable', 'There’s no route from this network to {host}.', {
    window: noAccess,
    terminal: noAccess,
    check: noAccessAtSite,
    terminalCheck: noAccessAtSite,
  }),
  'host-refused': text('connection-refused', '{host} refused the connection.', 'Check the port in the base URL, or try again later.'),
  'connection-broken': text('connection-lost', 'The connection to {host} was lost.', broken),
  'connection-error': text('connection-lost', 'The connection to {host} failed ({detail}).', broken),
  'connect-timed-out': text('connect-timeout', 'Connecting to {host} timed out.', {
    window: 'Check that this network allows access to the service, or raise the limit in Settings > Timeouts.',
    terminal: 'Check that this network allows access to the service, or raise the limit with --connect-seconds.',
    check: { 'behind-tunnel': 'Check again in a minute, or raise the limit in Settings > Timeouts.', straight },
    terminalCheck: { 'behind-tunnel': 'Check again in a minute, or raise the limit with --connect-seconds.', straight },
  }),
  'answer-not-started': text('first-byte-timeout', '{host} didn’t start answering in time.', {
    window: 'Try again later, or raise the limit in Settings > Timeouts.',
    terminal: 'Try again later, or raise the limit with --first-byte-seconds.',
    check: 'Check again later, or raise the limit in Settings > Timeouts.',
    terminalCheck: 'Check again later, or raise the limit with --first-byte-seconds.',
  }),
  'answer-stalled': text('idle-timeout', '{host} stopped responding in the middle of an answer.', {
    window: 'Try again, or raise the limit in Settings > Timeouts.',
    terminal: 'Try again, or raise the limit with --idle-seconds.',
    check: 'Check again, or raise the limit in Settings > Timeouts.',
    terminalCheck: 'Check again, or raise the limit with --idle-seconds.',
    api: 'Try again, or raise the limit in Causeway under Settings > Timeouts.',
  }),
  'not-http': text('not-the-service', 'The server at {host} doesn’t use HTTP.', 'Check the address and the port in the base URL.'),
  'connection-closed': text('cancelled', 'Causeway closed this connection.', tryAgain),
  'http-proxy-invalid': text('http-proxy', 'The HTTP proxy in the environment isn’t an http or https address.', environmentProxy),
  'http-proxy-refused': text('http-proxy', 'HTTP proxy {proxy} refused to connect to {host} ({status}).', httpProxy),
  'not-an-http-proxy': text('http-proxy', 'The server at {proxy} isn’t an HTTP proxy.', httpProxy),
  'http-proxy-unreachable': text('http-proxy', 'Causeway couldn’t connect to HTTP proxy {proxy} ({detail}).', httpProxy),
  'system-proxy-unsupported': text(
    'http-proxy',
    'Your system’s settings name a proxy that Causeway doesn’t support, such as a SOCKS proxy.',
    'Set HTTPS_PROXY to an HTTP proxy in the environment that Causeway is started from.',
  ),
  'ca-file-missing': text('ca-file', 'The certificate file {file} doesn’t exist.', caFile),
  'ca-file-unreadable': text('ca-file', 'Causeway couldn’t read the certificate file {file} ({detail}).', caFile),
  'ca-file-without-certificate': text('ca-file', '{file} doesn’t contain a certificate.', caFile),
  'ca-file-damaged': text('ca-file', 'Certificate {position} in {file} is damaged.', caFile),

  // Requests to the public internet: those of tools, images of answers and links.
  'web-host-invalid': text(
    'invalid-input',
    'This isn’t a host.',
    'Enter a name or an address, with a port if needed: printer.local:8080, 10.0.0.7 or [fd00::7]:80.',
  ),
  'web-host-local': text(
    'refused',
    '{host} is on this computer or its network, which requests can’t reach.',
    'If you trust it, add it to the allowed local addresses in Tools.',
  ),
  'web-address-invalid': text('refused', 'Requests go only to http and https addresses without a username.', addressRemedy),
  'web-redirect': text(
    'refused',
    '{host} redirected the request, and Causeway doesn’t follow redirects.',
    'Use the address it redirects to, if you trust it.',
  ),
  'web-timeout': text('idle-timeout', '{host} didn’t answer within {seconds} seconds.', 'Try again later.'),
  'web-answer-too-long': text('bad-answer', 'The answer from {host} is too long.', 'Ask for less at once.'),
  'web-name-not-found': text('name-not-found', '{host} wasn’t found.', nameRemedy),
  'web-connection-refused': text(
    'connection-refused',
    '{host} refused the connection.',
    'Check the port, and that a program listens there.',
  ),
  'web-unreachable': text('unreachable', '{host} can’t be reached from this network.', onlineRemedy),
  'web-connect-timeout': text('connect-timeout', 'Connecting to {host} timed out.', 'Try again later.'),
  'web-certificate-name': text('tls-name', '{host} has a certificate for another name.', addressRemedy),
  'web-certificate-expired': text('tls-expired', 'The certificate of {host} has expired.', 'Contact whoever runs it.'),
  'web-certificate-untrusted': text('tls-authority', 'The certificate of {host} isn’t trusted.', addressRemedy),
  'web-request-failed': text('connection-lost', 'The request to {host} failed: {detail}.', 'Try again.'),

  'image-not-https': text('refused', 'Causeway loads images over https only.', openYourself),
  /** The rules of the web refuse the address of an image, which can't be corrected or allowed. */
  'image-refused': text('refused', ({ cause }: { readonly cause: Failure }, render) => render(cause).message, openInBrowser),
  'image-status': text('request-rejected', '{host} answered with status {status}.', openInBrowser),
  'image-too-large': text('unsupported', 'The image is larger than 5 MB.', openInBrowser),
  'image-type': text('unsupported', 'This isn’t a PNG, JPEG, GIF or WebP image.', openInBrowser),

  'link-refused': text('refused', 'Causeway opens only https:// links and plain email addresses.', openYourself),
};
