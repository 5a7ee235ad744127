import { usageError } from '../exit.ts'

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
  parseNamedUrl(text, 'The address of Parley (--url or PARLEY_URL) must be like https://parley.example.com')

export const parseGatewayUrlOption = (text: string | undefined): string | undefined =>
  parseNamedUrl(
    text,
    'The address of the gateway (--gateway or PARLEY_GATEWAY_URL) must be like https://gateway.example.com',
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
