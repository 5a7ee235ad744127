import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** A client for an API of this process, with the same access as any external client. */
export type DemoClient = {
  get<T>(path: string): Promise<T>
  post<T>(path: string, body: object | RawBody): Promise<T>
  put<T>(path: string, body: object): Promise<T>
}

/** A request body other than JSON, with its media type. */
export class RawBody {
  readonly type: string
  readonly content: string | Buffer
  constructor(type: string, content: string | Buffer) {
    this.type = type
    this.content = content
  }
}

export class DemoCallFailed extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

export type DemoClientDeps = { app: FastifyInstance; prefix: string; token: string; stop: AbortSignal }

export function createDemoClient(deps: DemoClientDeps): DemoClient {
  return {
    get: (path) => callWithRetry(deps, { method: 'GET', path }),
    post: (path, body) => callWithRetry(deps, { method: 'POST', path, body }),
    put: (path, body) => callWithRetry(deps, { method: 'PUT', path, body }),
  }
}

type DemoRequest = { method: 'GET' | 'POST' | 'PUT'; path: string; body?: object | RawBody }

const maxAttempts = 20
const waitMilliseconds = 500

/** Retries on 503: an overloaded process has more important work than the demo. */
async function callWithRetry<T>(deps: DemoClientDeps, ask: DemoRequest): Promise<T> {
  for (let left = maxAttempts - 1; ; left--) {
    const { statusCode, body } = await callOnce(deps, ask)
    if (statusCode < 300) return JSON.parse(body) as T
    if (statusCode !== 503 || left === 0)
      throw new DemoCallFailed(statusCode, `${ask.method} ${ask.path} returned ${statusCode}: ${body.slice(0, 300)}`)
    await sleep(waitMilliseconds, undefined, { signal: deps.stop })
  }
}

async function callOnce({ app, prefix, token, stop }: DemoClientDeps, { method, path, body }: DemoRequest) {
  stop.throwIfAborted()
  const written = body === undefined || body instanceof RawBody ? body : toJsonBody(body)
  const headers = { authorization: `Bearer ${token}`, ...(written && { 'content-type': written.type }) }
  return app.inject({ method, url: prefix + path, headers, payload: written?.content })
}

const toJsonBody = (body: object) => new RawBody('application/json', JSON.stringify(body))

export type DemoContext = {
  agent: DemoClient
  /** Whether this process answers conversations itself, free of charge. */
  canAnswer: boolean
  hasLab: boolean
  /**
   * Client for the demo agent's handsets; absent if there are none, or if this process does not answer conversations.
   */
  handsets?: DemoClient
  realSends: boolean
  stop: AbortSignal
}

/** Seeds one part of the demo. It runs again after a crash, so it must check for what already exists. */
export type DemoStep = { name: string; run(context: DemoContext): Promise<void> }

export type ListReply<T> = { data: T[] }

export type NamedResource = { id: string; name: string }
type NewResource = { name: string; [field: string]: unknown }

export async function findOrCreate<T extends NamedResource>(
  agent: DemoClient,
  path: string,
  made: NewResource,
): Promise<T> {
  const { data } = await agent.get<ListReply<T>>(`${path}?limit=200`)
  return data.find(({ name }) => name === made.name) ?? (await agent.post<T>(path, made))
}
