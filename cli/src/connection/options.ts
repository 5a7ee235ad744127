/** The options that say whom a command talks to, and about which agent; the same for every command. */
export const connectionOptions = {
  url: { type: 'string' },
  key: { type: 'string' },
  org: { type: 'string' },
  agent: { type: 'string' },
} as const

export type ConnectionAsked = { url?: string; key?: string; org?: string; agent?: string }

export const connectionHelp = `\
  --url URL      where Parley is                 PARLEY_URL, else http://127.0.0.1:4000
  --key KEY      an API key                      PARLEY_API_KEY, which other users of the
                                                 machine cannot read as they can arguments
  --org ORG      the org                         PARLEY_ORG, else the one of the key
  --agent AGENT  the agent                       PARLEY_AGENT, else the only one of the org

Without a key, what is not given comes from data/credentials.json, where \`npm start\` keeps
the first key, if it is of the same Parley.`
