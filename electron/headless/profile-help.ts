/** What `--help profile` prints. */
export const profileHelp = `A profile file is JSON. The least that makes one, and what --init writes:

{
  "causewayProfile": 1,
  "service": { "name": "Institute", "baseUrl": "https://models.example.org" }
}

  causewayProfile           1: the version of this format
  service.name              a name for people, at most 80 characters
  service.baseUrl           the address of the service, beginning with https://
  service.inferenceServer   host or address that the instance forwards to; left out: the host of baseUrl
  service.catalog           the engines of the direct way, one for each path segment:
                            [{ "segment": "engine-b", "engine": "unknown", "models": [] }]
                            engine is A (like vLLM), B (like SGLang) or unknown; models are read from the engine
  instance                  your machine in the research cloud, for the tunnel; left out: none
  instance.host             its name or address, or an entry of your ssh config
  instance.port, .login     left out: as your ssh config says (Port, User), else 22 and your own user name
  instance.alias            an entry of your ssh config that says all of it, instead of host, port and login
  instance.transport        ssh2 (Causeway itself, and the system's ssh where it has to) or openssh (the system's ssh)
  mode                      proxy (needs an API token) or direct; left out: proxy
  directRoute               auto, tunnel or straight; left out: auto
  authorities               certificates (PEM) that the file brings along; they count only with --ca-file

Secrets never stand in it: see --token-env, --password-env and --passphrase-env.
`;
