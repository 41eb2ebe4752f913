import type { Failure } from '../failure.ts';
import { text } from './define.ts';

const onlineRemedy = 'Check that this computer is online.';
const nameRemedy = 'Check the spelling, and that this computer is online.';
const addressRemedy = 'Check the address.';
const openYourself = 'Copy the address and open it yourself if you trust it.';
const openInBrowser = 'Open the link in your browser.';

/** Failures of requests to the public internet: those of tools, images of answers and links. */
export const webFailures = {
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
