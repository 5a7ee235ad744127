import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** A door of this very process, used as anybody else would use it. */
export type Door = {
  get<T>(path: string): Promise<T>
  post<T>(path: string, body: object | Written): Promise<T>
  put<T>(path: string, body: object): Promise<T>
}

/** What is not JSON, with its media type. */
export class Written {
  readonly type: string
  readonly content: string | Buffer
  constructor(type: string, content: string | Buffer) {
    this.type = type
    this.content = content
  }
}

export class Refused extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

export type DoorDeps = { app: FastifyInstance; prefix: string; token: string; stop: AbortSignal }

export function doorOf(deps: DoorDeps): Door {
  return {
    get: (path) => call(deps, { method: 'GET', path }),
    post: (path, body) => call(deps, { method: 'POST', path, body }),
    put: (path, body) => call(deps, { method: 'PUT', path, body }),
  }
}

type Ask = { method: 'GET' | 'POST' | 'PUT'; path: string; body?: object | Written }

const tries = 20
const waitMilliseconds = 500

/** A process that has too much to do says so with 503: then the demo is what can wait. */
async function call<T>(deps: DoorDeps, ask: Ask): Promise<T> {
  for (let left = tries - 1; ; left--) {
    const { statusCode, body } = await knock(deps, ask)
    if (statusCode < 300) return JSON.parse(body) as T
    if (statusCode !== 503 || left === 0)
      throw new Refused(statusCode, `${ask.method} ${ask.path} answered ${statusCode}: ${body.slice(0, 300)}`)
    await sleep(waitMilliseconds, undefined, { signal: deps.stop })
  }
}

async function knock({ app, prefix, token, stop }: DoorDeps, { method, path, body }: Ask) {
  stop.throwIfAborted()
  const written = body === undefined || body instanceof Written ? body : asJson(body)
  const headers = { authorization: `Bearer ${token}`, ...(written && { 'content-type': written.type }) }
  return app.inject({ method, url: prefix + path, headers, payload: written?.content })
}

const asJson = (body: object) => new Written('application/json', JSON.stringify(body))
