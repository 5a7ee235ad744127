import { misused } from '../exit.ts'

export const usualUrl = 'http://127.0.0.1:4000'
export const usualGatewayUrl = 'http://127.0.0.1:4400'

/** The address of a Parley or a gateway, with or without the `/v1` or `/v4` that its API is at; undefined where it is none. */
export function addressOf(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const { protocol, origin, pathname, username, password } = new URL(text)
  if (!/^https?:$/.test(protocol) || username !== '' || password !== '') return undefined
  return origin + pathname.replace(/\/+$/, '').replace(/\/v[14]$/, '')
}

/** The address of Parley that somebody has named; undefined where nobody has. */
export const urlOf = (text: string | undefined): string | undefined =>
  named(text, 'The address of Parley (--url or PARLEY_URL) must be like https://parley.example.com')

export const gatewayUrlOf = (text: string | undefined): string | undefined =>
  named(text, 'The address of the gateway (--gateway or PARLEY_GATEWAY_URL) must be like https://gateway.example.com')

function named(text: string | undefined, rule: string): string | undefined {
  if (!text) return undefined
  const url = addressOf(text)
  if (url) return url
  throw misused(`${rule}, without a password`)
}

/** Whether two addresses are of the same Parley: this machine has several names. */
export const isSame = (one: string, other: string): boolean => nameless(one) === nameless(other)

const nameless = (url: string): string =>
  url.replace(/^(https?:\/\/)(localhost|127\.0\.0\.1|\[::1\])(?=[:/]|$)/, '$1here')

/** Whether it is on this machine. */
export const isHere = (url: string): boolean => nameless(url) !== url
