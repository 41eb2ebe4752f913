/** Text of the local API for its window, besides failures and the error responses in `api-errors.ts`. */
export const localApiText = {
  /** Shown in the list of requests. */
  clientDisconnected: 'The client disconnected.',
  environmentSnippet: 'Environment variables',
  genericSnippet: 'Any OpenAI-compatible program',
  httpsProxySnippet: 'Original URLs through HTTPS_PROXY',
  httpsProxyComment: 'For this command only. TLS stays end to end to the service.',
  anyKey: (placeholder: string) => `${placeholder} (your own programs can use any text)`,
};
