import type { CommandOptions } from '../command.ts'

export const connectionHeading = 'Whom it talks to'
const heading = connectionHeading

/** Options that select the server, shared by every command. */
export const connectionOptions = {
  url: {
    type: 'string',
    value: 'URL',
    heading,
    description: 'where Parley is; PARLEY_URL, else http://127.0.0.1:4000',
  },
  key: {
    type: 'string',
    value: 'KEY',
    heading,
    description:
      'an API key; better PARLEY_API_KEY, which other users of the machine\ncannot read as they can arguments, or `parley login`',
  },
  profile: {
    type: 'string',
    value: 'NAME',
    heading,
    description: 'whom `parley login --profile NAME` has signed in; PARLEY_PROFILE',
  },
  org: { type: 'string', value: 'ORG', heading, description: 'the org; PARLEY_ORG, else the one of the key' },
} as const satisfies CommandOptions

/** The same options, plus the agent. */
export const agentOptions = {
  ...connectionOptions,
  agent: {
    type: 'string',
    value: 'AGENT',
    heading,
    description: 'the agent; PARLEY_AGENT, else the only one of the org',
  },
} as const satisfies CommandOptions

export type ConnectionArguments = { url?: string; key?: string; org?: string; agent?: string; profile?: string }
