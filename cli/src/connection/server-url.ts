import { usageError } from '../exit.ts'

export const defaultUrl = 'http://127.0.0.1:4000'
export const defaultGatewayUrl = 'http://127.0.0.1:4400'

/** The address of a Parley or a gateway, with or without the `/v1` or `/v4` that its API is at; undefined where it is none. */
export function parseServerUrl(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const { protocol, origin, pathname, username, password } = new URL(text)
  if (!/^https?:$/.test(protocol) || username !== '' || password !== '') return undefined
  return origin + pathname.replace(/\/+$/, '').replace(/\/v[14]$/, '')
}

/** The address of Parley that somebody has named; undefined where nobody has. */
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

/** Whether two addresses are of the same Parley: this machine has several names. */
export const isSameServer = (one: string, other: string): boolean => normalizeHost(one) === normalizeHost(other)

const normalizeHost = (url: string): string =>
  url.replace(/^(https?:\/\/)(localhost|127\.0\.0\.1|\[::1\])(?=[:/]|$)/, '$1here')

/** Whether it is on this machine. */
export const isLocalServer = (url: string): boolean => normalizeHost(url) !== url
