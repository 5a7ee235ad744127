import type { CommandOptions } from '../command.ts'
import { parseWholeNumber } from '../command-parser/parse.ts'
import { usageError } from '../exit.ts'

export const connectionHeading = 'Connection'
const heading = connectionHeading

/** Options that select the server, shared by every command. */
export const connectionOptions = {
  url: {
    type: 'string',
    value: 'URL',
    heading,
    description: 'URL of Parley; default: PARLEY_URL, or http://127.0.0.1:4000',
  },
  key: {
    type: 'string',
    value: 'KEY',
    heading,
    description:
      'an API key; prefer PARLEY_API_KEY, which other users of this machine\ncannot see as they can see arguments, or `parley login`',
  },
  profile: {
    type: 'string',
    value: 'NAME',
    heading,
    description: 'the profile that `parley login --profile NAME` signed in; default: PARLEY_PROFILE',
  },
  org: { type: 'string', value: 'ORG', heading, description: "the org; default: PARLEY_ORG, or the key's org" },
} as const satisfies CommandOptions

/** The same options, plus the agent. */
export const agentOptions = {
  ...connectionOptions,
  agent: {
    type: 'string',
    value: 'AGENT',
    heading,
    description: "the agent; default: PARLEY_AGENT, or the org's only agent",
  },
} as const satisfies CommandOptions

/** For commands that read or write the configuration. */
export const draftOption = {
  draft: { type: 'string', value: 'DRAFT', description: 'uses this draft of the agent instead of live' },
} as const satisfies CommandOptions

export type ConnectionArguments = {
  url?: string
  key?: string
  org?: string
  agent?: string
  profile?: string
  draft?: string
}

export const defaultUrl = 'http://127.0.0.1:4000'
export const defaultGatewayUrl = 'http://127.0.0.1:4400'

/**
 * Parses the address of a Parley server or gateway, with or without the `/v1` or `/v4` path of its API; returns
 * undefined if invalid.
 */
export function parseServerUrl(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const { protocol, origin, pathname, username, password } = new URL(text)
  if (!/^https?:$/.test(protocol) || username !== '' || password !== '') return undefined
  return origin + pathname.replace(/\/+$/, '').replace(/\/v[14]$/, '')
}

/** Parses the server address that the user gave; returns undefined if there is none. */
export const parseUrlOption = (text: string | undefined): string | undefined =>
  parseNamedUrl(text, 'The address of Parley (--url or PARLEY_URL) must look like https://parley.example.com')

export const parseGatewayUrlOption = (text: string | undefined): string | undefined =>
  parseNamedUrl(
    text,
    'The address of the gateway (--gateway or PARLEY_GATEWAY_URL) must look like https://gateway.example.com',
  )

function parseNamedUrl(text: string | undefined, rule: string): string | undefined {
  if (!text) return undefined
  const url = parseServerUrl(text)
  if (url) return url
  throw usageError(`${rule}, without a password`)
}

/** Compares two addresses; all names of this machine count as the same server. */
export const isSameServer = (one: string, other: string): boolean => normalizeHost(one) === normalizeHost(other)

const normalizeHost = (url: string): string =>
  url.replace(/^(https?:\/\/)(localhost|127\.0\.0\.1|\[::1\])(?=[:/]|$)/, '$1here')

export const isLocalServer = (url: string): boolean => normalizeHost(url) !== url

/** Rejects a secret that cannot be sent in a header: the error of `fetch` would print it. */
export function validateSecret(what: 'API key' | 'access token', secret: string | undefined): string | undefined {
  if (!secret || /^[\x21-\x7e]+$/.test(secret)) return secret || undefined
  throw usageError(`The ${what} contains a space, a line break or another character that is not allowed`)
}

const weekMinutes = 10_080

/** For commands that replace a secret. */
export const overlapOption = {
  type: 'string',
  value: 'MINUTES',
  description: 'how long the old one goes on working, at most 10080 (a week); default: 0',
} as const

export const parseOverlap = (text = '0'): number => parseWholeNumber('--overlap', text, { least: 0, most: weekMinutes })
