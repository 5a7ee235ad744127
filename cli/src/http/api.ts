import { Readable } from 'node:stream'
import type { Io } from '../io.ts'
import { type ProblemBody, Refused, Unreachable } from './refused.ts'

/** The management API of a Parley, as whoever holds the key. Paths begin behind `/v1`. */
export type Api = {
  get<T>(path: string, signal?: AbortSignal): Promise<T>
  post<T>(path: string, body?: object): Promise<T>
  /** A document as it comes. */
  download(path: string): Promise<Uint8Array>
  /** What is answered piece by piece. */
  pieces(path: string, signal: AbortSignal): Promise<AsyncIterable<Uint8Array>>
}

export type Address = { url: string; key: string }
type World = Pick<Io, 'fetch' | 'sleep'>
type Asked = { path: string; method?: 'GET' | 'POST'; body?: object; accept?: string; signal?: AbortSignal }

const longestMilliseconds = 60_000
const tries = 3
/** Longer is not waited for: whoever is told so can decide. */
const longestRetrySeconds = 20

export function apiOf(address: Address, { fetch, sleep }: World): Api {
  const ask = async ({ path, method = 'GET', body, accept = 'application/json', signal }: Asked, more = {}) => {
    const headers = {
      ...{ accept, authorization: `Bearer ${address.key}`, 'user-agent': 'parley-cli', ...more },
      ...(body && { 'content-type': 'application/json' }),
    }
    const sent = { method, headers, body: body && JSON.stringify(body), signal, redirect: 'error' as const }
    const answer = await fetch(`${address.url}/v1${path}`, sent).catch((error: unknown) => {
      throw signal?.aborted && signal.reason === error ? error : new Unreachable(address.url, reasonOf(error))
    })
    if (!answer.ok) throw await refusalOf(answer)
    return answer
  }

  /** All of these can be repeated: a POST has a key of its own that says so. */
  async function persist<T>(asked: Asked, read: (answer: Response) => Promise<T>): Promise<T> {
    const more = asked.method === 'POST' ? { 'idempotency-key': crypto.randomUUID() } : {}
    for (let left = tries - 1; ; left--) {
      const signal = within(asked.signal)
      try {
        return await read(await ask({ ...asked, signal }, more))
      } catch (error) {
        const trouble = troubleOf(error, { url: address.url, late: signal.aborted && !asked.signal?.aborted })
        const wait = left > 0 ? waitAfter(trouble, tries - left) : undefined
        if (wait === undefined) throw trouble
        await sleep(wait, asked.signal)
      }
    }
  }

  return {
    get: <T>(path: string, signal?: AbortSignal) => persist({ path, signal }, jsonOf<T>(address.url)),
    post: <T>(path: string, body?: object) => persist({ path, method: 'POST', body }, jsonOf<T>(address.url)),
    download: (path) => persist({ path, accept: '*/*' }, async (answer) => new Uint8Array(await answer.arrayBuffer())),
    async pieces(path, signal) {
      const answer = await ask({ path, accept: 'text/event-stream', signal })
      if (!answer.body || !/^text\/event-stream\b/.test(answer.headers.get('content-type') ?? '')) {
        await answer.body?.cancel()
        throw new Unreachable(address.url, 'what should be a stream of events is none')
      }
      return Readable.fromWeb(answer.body)
    },
  }
}

const within = (signal?: AbortSignal): AbortSignal =>
  AbortSignal.any([AbortSignal.timeout(longestMilliseconds), ...(signal ? [signal] : [])])

/** An answer may break off half-way, too. */
function troubleOf(error: unknown, { url, late }: { url: string; late: boolean }): unknown {
  if (late) return new Unreachable(url, `no answer within ${longestMilliseconds / 1000} s`)
  return error instanceof TypeError ? new Unreachable(url, reasonOf(error)) : error
}

/** Milliseconds; undefined where another try would come to the same. */
function waitAfter(error: unknown, tried: number): number | undefined {
  if (error instanceof Unreachable) return tried * 500
  if (!(error instanceof Refused)) return undefined
  const passing = error.status === 502 || error.status === 503 || error.status === 504
  if (!passing && error.code !== 'request.rate_limited') return undefined
  const seconds = error.retryAfterSeconds ?? tried
  return seconds <= longestRetrySeconds ? seconds * 1000 : undefined
}

const jsonOf =
  <T>(url: string) =>
  async (answer: Response): Promise<T> => {
    const text = await answer.text()
    try {
      return JSON.parse(text) as T
    } catch {
      throw new Unreachable(url, 'what answers there is no Parley: it does not speak JSON')
    }
  }

async function refusalOf(answer: Response): Promise<Refused> {
  const text = await answer.text().catch(() => '')
  const wait = Number(answer.headers.get('retry-after') ?? Number.NaN)
  return new Refused(answer.status, bodyOf(text), Number.isFinite(wait) ? wait : undefined)
}

function bodyOf(text: string): ProblemBody {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null ? body : {}
  } catch {
    return {}
  }
}

/** What `fetch` hides behind "fetch failed". Its own words may quote a header, so only codes are shown. */
function reasonOf(error: unknown): string {
  const { cause } = error as { cause?: { code?: unknown; errors?: { code?: unknown }[]; message?: unknown } }
  const code = cause?.code ?? cause?.errors?.[0]?.code
  if (typeof code === 'string') return reasons[code] ?? code
  return cause?.message === 'unexpected redirect' ? 'it leads elsewhere; name the address it leads to' : 'no answer'
}

const reasons: Record<string, string> = {
  ECONNREFUSED: 'nobody listens there',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the name of the host cannot be looked up',
  ECONNRESET: 'the connection was cut',
  ETIMEDOUT: 'no answer',
  UND_ERR_SOCKET: 'the connection was cut',
  UND_ERR_CONNECT_TIMEOUT: 'no answer',
}
