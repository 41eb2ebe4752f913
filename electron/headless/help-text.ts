/** Text of `--help`. */
export const helpText = `Usage: causeway --headless [options]      (from source: npm run headless -- [options])

Runs the local API, and the tunnel if the profile needs one, without a window.
When running as root, also pass --no-sandbox.

  --profile NAME|FILE    Profile name or file (default: the app's active profile)
  --mode proxy|direct    Connection mode (default: from the profile)
  --system-ssh           Use system SSH for the tunnel, for security keys, certificates, Kerberos and ProxyCommand
                         (not supported on Windows)
  --port PORT            Local API port (default: 7333, or 7334 for the demo)
  --check                Run the connection check and exit
  --init                 Create a profile file and exit. Asks for what --service URL, --instance USER@HOST[:PORT]
                         and --segment ENGINE-PATH (repeatable) don't set. --profile names the file.
  --new-key NAME         Create a local key, print it once and exit. Replaces a key with the same name. Takes effect
                         at once, even while Causeway is running. Programs need one in Proxy mode.
  --run RECIPE --rows TABLE --out FILE
                         Run a recipe over a table, write the results (.jsonl, .csv, .xlsx or .md), and exit.
                         Run it again with the same files to continue.
  --host-key SHA256:...  Trust the instance's host key with this fingerprint
  --token-env NAME       Read the API token from an environment variable
  --token-fd NUMBER      Read the API token from a file descriptor
                         Also: --password-env, --password-fd, --passphrase-env, --passphrase-fd
                         (default: read secrets from the keychain)
  --ca-file FILE         Trust an extra certificate authority (only with a profile file)
  --max-requests NUMBER  Requests at once per local key, or for all programs without one (default: 512)
  --allow-origin ORIGIN  Allow a website or app, such as https://app.example.org (repeatable)
  --browser              Also run the window in a browser. See --browser --help for its options.
  --data FOLDER          Data folder (default: the app's)
  --json                 Print JSON lines (default when not in a terminal)
  --version, --help, --help profile (the format of a profile file)

Timeouts:
  --connect-seconds NUMBER      Connecting (default: 15)
  --first-byte-seconds NUMBER   Until an answer starts (default: 1800)
  --idle-seconds NUMBER         Longest pause while an answer is streaming (default: 120)
  --tunnel-wait-seconds NUMBER  Requests while the tunnel reconnects or is being checked (default: 180)
  --silence-minutes NUMBER      Answers over an SSH connection that doesn't respond (default: 15)

Exit codes: 0 success · 64 invalid option · 65 interrupted, or rows without an answer · 69 service or port unavailable
            70 internal error · 73 data folder not writable · 77 sign-in, host key or token needed
            78 profile missing or invalid
On SIGTERM or Ctrl+C, requests in progress get up to 25 s to finish. A second signal stops immediately.
`;

/** Text of `--help profile`. */
export const profileHelp = `A profile file is JSON. This is the smallest one, and what --init creates:

{
  "causewayProfile": 1,
  "service": { "name": "Institute", "baseUrl": "https://models.example.org" }
}

  causewayProfile           Version of this format: 1
  service.name              Name of up to 80 characters
  service.baseUrl           Base URL of the service, starting with https://
  service.inferenceServer   Host that the instance forwards to (default: the host of baseUrl)
  service.catalog           Model catalog for Direct mode, one entry per engine path:
                            [{ "segment": "engine-b", "engine": "unknown", "models": [] }]
                            segment is the engine path. engine is vllm, sglang or unknown. Models are read
                            from the engine.
  instance                  Your cloud instance, for the tunnel (default: none)
  instance.host             Its name or address, or an entry of your SSH config
  instance.port, .login     Port and username (default: from your SSH config, or 22 and your own username)
  instance.alias            An entry of your SSH config to use instead of host, port and login
  instance.transport        ssh2 (built in) or openssh (system SSH) (default: ssh2)
  mode                      proxy (needs an API token) or direct (default: proxy)
  directRoute               When to use the tunnel: auto, tunnel (always) or straight (never) (default: auto)
  authorities               Certificates (PEM) that the file includes. They are used only with --ca-file.

Never put secrets in it. Use --token-env, --password-env and --passphrase-env.
`;
