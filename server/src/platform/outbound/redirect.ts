import { OutboundRefused } from './errors.ts'

export type Call = { url: URL; init: RequestInit }

const redirects = new Set([301, 302, 303, 307, 308])
/** What is meant for one origin is not shown to another: only these go along. */
const harmless = new Set(['accept', 'accept-language', 'accept-encoding', 'user-agent', 'range'])
const bodyHeaders = ['content-type', 'content-length', 'content-encoding', 'content-language', 'content-location']

/** The call that a redirect asks for, by the rules of the Fetch standard; undefined when the answer is none. */
export function redirected({ url, init }: Call, response: Response): Call | undefined {
  const location = redirects.has(response.status) ? response.headers.get('location') : null
  if (location === null) return undefined
  const next = targetOf(location, url)
  const headers = new Headers(init.headers)
  const isElsewhere = next.origin !== url.origin
  if (isElsewhere) for (const name of [...headers.keys()]) if (!harmless.has(name)) headers.delete(name)
  if (!becomesGet(response.status, init.method)) {
    if (isElsewhere && init.body) throw new OutboundRefused('A redirect asks to send the body to somebody else')
    if (init.body instanceof ReadableStream) throw new OutboundRefused('A redirect asks to send a stream again')
    return { url: next, init: { ...init, headers } }
  }
  for (const name of bodyHeaders) headers.delete(name)
  return { url: next, init: { ...init, headers, method: 'GET', body: undefined } }
}

function targetOf(location: string, from: URL): URL {
  if (!URL.canParse(location, from.href)) throw new OutboundRefused('A redirect leads to no address')
  return new URL(location, from)
}

function becomesGet(status: number, method = 'GET'): boolean {
  const verb = method.toUpperCase()
  if (status === 303) return verb !== 'GET' && verb !== 'HEAD'
  return (status === 301 || status === 302) && verb === 'POST'
}
