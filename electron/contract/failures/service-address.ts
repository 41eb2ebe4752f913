import { text } from './define.ts';

const enterBaseUrl = 'Enter the URL from your service operator, such as https://models.example.org.';
const checkSpelling = 'Check the spelling.';

/** Failures of the service's addresses and the model catalog. */
export const serviceAddressFailures = {
  'base-url-empty': text('invalid-input', 'The base URL is empty.', enterBaseUrl),
  'base-url-spaces': text('invalid-input', 'The base URL contains a space or line break.', enterBaseUrl),
  'base-url-no-scheme': text('invalid-input', 'The base URL doesn’t start with https://.', 'Check whether you mean {suggestion}.'),
  'base-url-http': text(
    'invalid-input',
    'The base URL starts with http://, which would send your API token and messages unencrypted.',
    'Use https://.',
  ),
  'base-url-scheme': text('invalid-input', 'The base URL starts with {scheme}:// instead of https://.', enterBaseUrl),
  'base-url-no-host': text('invalid-input', 'The base URL has no host name.', enterBaseUrl),
  'base-url-invalid': text('invalid-input', 'The base URL isn’t valid.', 'Check its host name and port.'),
  'base-url-credentials': text('invalid-input', 'The base URL contains a username or password.', {
    window: 'Remove it, and enter the API token in its own field.',
    terminal: 'Remove it, and pass the API token with --token-env.',
  }),
  'base-url-query': text('invalid-input', 'The base URL contains ? or #.', 'Remove that character and everything after it.'),

  'engine-path-invalid': text(
    'invalid-input',
    '“{segment}” isn’t a valid engine path.',
    'Use letters, digits, dots, dashes and underscores.',
  ),
  'engine-path-taken': text('invalid-input', 'The engine path {segment} is already in the model catalog.', 'Edit the existing one.'),
  'engine-path-unknown': text('invalid-input', 'The engine path {segment} isn’t in the model catalog.', checkSpelling),
  'catalog-model-invalid': text(
    'invalid-input',
    'The model has no name, or its context length isn’t valid.',
    'Enter a name, and leave the context length empty or enter a number above zero.',
  ),
  'catalog-model-taken': text('invalid-input', 'The model {model} is already in the model catalog.', 'Edit or remove the existing one.'),
  'catalog-model-unknown': text('invalid-input', 'The model {model} isn’t in the model catalog.', checkSpelling),
};
