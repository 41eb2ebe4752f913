/** A page of the built-in guide. */
export interface GuidePage {
  /** Words that match this page alone. */
  readonly subjects: string;
  /** Words that match this page if two of them occur. */
  readonly keywords: string;
  readonly text: string;
}

/** The pages of the guide. */
export const guide: readonly GuidePage[] = [
  {
    subjects: 'proxy direct 401 unauthorized',
    keywords: 'way difference mode switch choose',
    text: '| | Proxy | Direct |\n|---|---|---|\n| what it is | the web chat’s front end, which relays | the engines themselves |\n| who may call | anyone with an API token | only callers inside the research cloud |\n| from outside | works | through the **tunnel**, else `401` |\n| offers | chat | chat, text completion, model lists |\n\nThe mode control in the window switches between them; the next request takes the new way, a running answer finishes on its own.',
  },
  {
    subjects: 'tunnel ssh vpn instance',
    keywords: 'forward hosts outside network jump reach',
    text: 'The **tunnel** is one SSH session to your own instance in the research cloud. The instance forwards each connection to the inference server, so that you come from inside the permitted network. It needs no administrator rights and no entry in the hosts file, the TLS connection stays end to end, and it reconnects by itself.',
  },
  {
    subjects: 'agent 7333 7334 notebook',
    keywords: 'local 127 port openai curl tool library address script',
    text: 'The **agent** is a server on `127.0.0.1` for your other tools: notebooks, scripts, code assistants. Its port is 7333, and 7334 for the demo, so that no real script gets invented data.\n\n```python\nfrom openai import OpenAI\n\nclient = OpenAI(base_url="http://127.0.0.1:7334/v1", api_key="your local key")\n```',
  },
  {
    subjects: 'credential password passphrase keychain keyring',
    keywords: 'token secret key stored safe live kept',
    text: 'Your **credentials** (API token, passwords, passphrases) live in the keychain of your operating system, one item each, and nowhere else: not in settings, not in logs, not in the window once you have submitted them. The demo’s own credentials are made anew at every start and kept in memory only.',
  },
  {
    subjects: 'token',
    keywords: 'api key create new revoke expired',
    text: 'To make an **API token**, log in to the web chat of your service and follow: user menu (lower left) → **Settings** → **Account** → **API keys** → create a new secret key. Copy it at once: it is a password, and it is not shown again.',
  },
  {
    subjects: 'keyboard shortcut palette ctrl',
    keywords: 'key press command section navigate',
    text: '| keys | what they do |\n|---|---|\n| `Ctrl+K` | the palette: every command by name |\n| `Ctrl+1` to `Ctrl+7` | the sections of the window |\n\nOn a Mac it is `⌘` instead of `Ctrl`.',
  },
  {
    subjects: 'model engine alpha scout oss r1',
    keywords: 'beta gamma speed reasoning effort fast slow',
    text: '| model | engine | what it is good for |\n|---|:---:|---|\n| `alpha-R1` | B | long thinking, slow, no tools |\n| `beta-4-scout` | A | fast and concise, calls tools |\n| `gamma-oss-120b` | A | calls tools; thinks more or less by `reasoning_effort` |\n\nIn the demo all three are played by a few rules; only their manners differ.',
  },
  {
    subjects: 'demo ai chatbot llm',
    keywords: 'real fake human language',
    text: 'I am Causeway’s **built-in demo**, not a language model. A few rules on your own machine make these answers, so that you can try everything before you have an account: both ways in, the tunnel, tools, thinking text, and what goes wrong.',
  },
  {
    subjects: 'help',
    keywords: 'ask try example question',
    text: 'Things to try with the demo:\n\n- `What is 12 * (3 + 4)?`\n- `How many letters r are in strawberry?`\n- `Show me a table, some code and a formula`\n- `What is the difference between proxy and direct?`\n- `Where do my credentials live?`\n- `Write 500 words`\n- `What did I say first?`',
  },
  {
    subjects: 'causeway',
    keywords: 'program application app purpose client',
    text: '**Causeway** is a desktop client for a research cloud’s hosted language models. It reaches the service in two ways, by *proxy* or *direct*, opens a tunnel where one is needed, and lets your other tools use the same road through a local address.',
  },
];
