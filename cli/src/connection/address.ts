/** The address of a Parley, with or without the `/v1` that its API is at; undefined where it is none. */
export function addressOf(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const { protocol, origin, pathname, username, password } = new URL(text)
  if (!/^https?:$/.test(protocol) || username !== '' || password !== '') return undefined
  return origin + pathname.replace(/\/+$/, '').replace(/\/v1$/, '')
}

/** Whether two addresses are of the same Parley: this machine has several names. */
export const isSame = (one: string, other: string): boolean => nameless(one) === nameless(other)

const nameless = (url: string): string =>
  url.replace(/^(https?:\/\/)(localhost|127\.0\.0\.1|\[::1\])(?=[:/]|$)/, '$1here')

/** Whether it is on this machine. */
export const isHere = (url: string): boolean => nameless(url) !== url
