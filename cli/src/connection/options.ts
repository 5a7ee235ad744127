import type { CommandOptions } from '../command.ts'

/** In the help. */
export const connectionHeading = 'Whom it talks to'
const under = connectionHeading

/** The options that say whom a command talks to; the same for every command. */
export const connectionOptions = {
  url: { type: 'string', value: 'URL', under, says: 'where Parley is; PARLEY_URL, else http://127.0.0.1:4000' },
  key: {
    type: 'string',
    value: 'KEY',
    under,
    says: 'an API key; better PARLEY_API_KEY, which other users of the machine\ncannot read as they can arguments, or `parley login`',
  },
  profile: {
    type: 'string',
    value: 'NAME',
    under,
    says: 'whom `parley login --profile NAME` has signed in; PARLEY_PROFILE',
  },
  org: { type: 'string', value: 'ORG', under, says: 'the org; PARLEY_ORG, else the one of the key' },
} as const satisfies CommandOptions

/** And about which agent. */
export const agentOptions = {
  ...connectionOptions,
  agent: { type: 'string', value: 'AGENT', under, says: 'the agent; PARLEY_AGENT, else the only one of the org' },
} as const satisfies CommandOptions

export type ConnectionArguments = { url?: string; key?: string; org?: string; agent?: string; profile?: string }
