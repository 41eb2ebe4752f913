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
    text: '| | Proxy | Direct |\n|---|---|---|\n| connects to | the proxy of the web chat | the engines themselves |\n| who can use it | anyone with an API token | only callers inside the research cloud |\n| from outside | works | through the **tunnel**, otherwise `401` |\n| supports | chat | chat, text completion, model lists |\n\nYou can switch the mode at any time. The next request uses the new mode, and a running answer finishes in the old one.',
  },
  {
    subjects: 'tunnel ssh vpn instance',
    keywords: 'forward hosts outside network jump reach',
    text: 'The **tunnel** is one SSH session to your own cloud instance. The instance forwards each connection to the inference server, so your requests come from inside the permitted network. The tunnel needs no administrator rights and no entry in the hosts file. TLS stays end to end, and the tunnel reconnects automatically.',
  },
  {
    subjects: 'agent 7333 7334 notebook',
    keywords: 'local api server 127 port openai curl tool library address script',
    text: 'The **local API** is a server on `127.0.0.1` for your other programs: notebooks, scripts and code assistants. It uses port 7333. The demo uses port 7334, so your scripts never get demo data by mistake. You create local keys under **Connection > Local API**.\n\n```python\nfrom openai import OpenAI\n\nclient = OpenAI(base_url="http://127.0.0.1:7334/v1", api_key="your local key")\n```',
  },
  {
    subjects: 'credential password passphrase keychain keyring',
    keywords: 'token secret key stored safe live kept saved',
    text: 'Your **credentials** (API token, passwords and passphrases) are saved in your operating system’s keychain, or kept in memory until you quit. They’re nowhere else: not in settings, not in logs, and not in the window once you’ve submitted them. The demo creates its own credentials each time it starts and never saves them.',
  },
  {
    subjects: 'token',
    keywords: 'api key create new revoke expired',
    text: 'To create an **API token**, sign in to the web chat of your service and open the user menu (bottom left) > **Settings** > **Account** > **API keys**. Create a new secret key and copy it right away, because you won’t see it again. Treat it like a password.',
  },
  {
    subjects: 'keyboard shortcut palette ctrl',
    keywords: 'key press command section navigate',
    text: '| keys | action |\n|---|---|\n| `Ctrl+K` | open the command palette |\n| `Ctrl+1` | Chat |\n| `Ctrl+2` | Notebook |\n| `Ctrl+3` | Runs |\n| `Ctrl+4` | Library |\n| `Ctrl+5` | Tools |\n| `Ctrl+6` | Connection |\n| `Ctrl+7` | Settings, which lists all shortcuts |\n\nOn a Mac, use `⌘` instead of `Ctrl`.',
  },
  {
    subjects: 'model engine alpha scout oss r1',
    keywords: 'beta gamma speed reasoning effort fast slow',
    text: '| model | engine | good for |\n|---|---|---|\n| `alpha-R1` | SGLang | long reasoning; slow, no tools |\n| `beta-4-scout` | vLLM | short, fast answers; calls tools |\n| `gamma-oss-120b` | vLLM | tools, and reasoning that depends on `reasoning_effort` |\n\nIn the demo, a few rules stand in for all three models. Only their style differs.',
  },
  {
    subjects: 'demo ai chatbot llm',
    keywords: 'real fake human language',
    text: 'I’m Causeway’s **built-in demo**, not a language model. A few rules on your own computer write these answers, so you can try everything before you have an account: both connection modes, the tunnel, tools, reasoning, and errors.',
  },
  {
    subjects: 'help',
    keywords: 'ask try example question',
    text: 'Things to try with the demo:\n\n- `What is 12 * (3 + 4)?`\n- `How many letters r are in strawberry?`\n- `Show me a table, some code and a formula`\n- `What is the difference between proxy and direct?`\n- `Where are my credentials saved?`\n- `Write 500 words`\n- `What did I say first?`',
  },
  {
    subjects: 'causeway',
    keywords: 'program application app purpose client',
    text: '**Causeway** is a desktop client for a research cloud’s hosted language models. It connects in one of two modes, **Proxy** or **Direct**, opens a tunnel if you need one, and lets your other programs use the same connection through a local API.',
  },
];
