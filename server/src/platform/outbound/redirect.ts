import { OutboundBlockedError } from './errors.ts'

export type RedirectableCall = { url: URL; init: RequestInit }

const redirectStatuses = new Set([301, 302, 303, 307, 308])
/** What is meant for one origin is not shown to another: only these go along. */
const crossOriginHeaders = new Set(['accept', 'accept-language', 'accept-encoding', 'user-agent', 'range'])
const bodyHeaders = ['content-type', 'content-length', 'content-encoding', 'content-language', 'content-location']

/** The call that a redirect asks for, by the rules of the Fetch standard; undefined when the answer is none. */
export function followRedirect({ url, init }: RedirectableCall, response: Response): RedirectableCall | undefined {
  const location = redirectStatuses.has(response.status) ? response.headers.get('location') : null
  if (location === null) return undefined
  const next = resolveLocation(location, url)
  const headers = new Headers(init.headers)
  const isElsewhere = next.origin !== url.origin
  if (isElsewhere) for (const name of [...headers.keys()]) if (!crossOriginHeaders.has(name)) headers.delete(name)
  if (!becomesGet(response.status, init.method)) {
    if (isElsewhere && init.body) throw new OutboundBlockedError('A redirect asks to send the body to somebody else')
    if (init.body instanceof ReadableStream) throw new OutboundBlockedError('A redirect asks to send a stream again')
    return { url: next, init: { ...init, headers } }
  }
  for (const name of bodyHeaders) headers.delete(name)
  return { url: next, init: { ...init, headers, method: 'GET', body: undefined } }
}

function resolveLocation(location: string, from: URL): URL {
  if (!URL.canParse(location, from.href)) throw new OutboundBlockedError('A redirect leads to no address')
  return new URL(location, from)
}

function becomesGet(status: number, method = 'GET'): boolean {
  const verb = method.toUpperCase()
  if (status === 303) return verb !== 'GET' && verb !== 'HEAD'
  return (status === 301 || status === 302) && verb === 'POST'
}
