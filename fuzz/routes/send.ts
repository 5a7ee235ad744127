import type { FastifyInstance, InjectOptions } from 'fastify'
import { authorization, type Tokens } from './callers.ts'
import type { Operation } from './document.ts'
import { dereferenced, dereferencedIn, type Pools } from './references.ts'
import type { FuzzRequest } from './request.ts'

export type Reply = { status: number; headers: Record<string, string | undefined>; text: string; milliseconds: number }

/** Where a request goes to: the two hosts, and what references and callers stand for. */
export type Target = {
  hosts: { api: FastifyInstance; gateway: FastifyInstance }
  pools: Pools
  tokens: Tokens
  /** Nothing that is asked here needs longer; a turn of a persona waits ten seconds for another of the same. */
  patienceSeconds: number
}

/** The answer, or undefined where there is none in time. */
export async function sendTo(target: Target, operation: Operation, request: FuzzRequest): Promise<Reply | undefined> {
  const app = target.hosts[operation.host]
  const started = performance.now()
  const answered = app
    .inject({ ...optionsOf(target, operation, request), payloadAsStream: true })
    .then(async (response) => ({
      status: response.statusCode,
      headers: response.headers as Reply['headers'],
      text: await textOf(response),
      milliseconds: performance.now() - started,
    }))
  return Promise.race([answered, after(target.patienceSeconds)])
}

type Streamed = { headers: Record<string, unknown>; stream(): NodeJS.ReadableStream & { destroy(): void } }

/** The whole of an answer; of one that goes on as long as somebody watches, nothing. */
async function textOf(response: Streamed): Promise<string> {
  const stream = response.stream()
  if (String(response.headers['content-type']).startsWith('text/event-stream')) {
    stream.destroy()
    return ''
  }
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString()
}

function after(seconds: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1_000, undefined).unref())
}

export function optionsOf({ pools, tokens }: Target, operation: Operation, request: FuzzRequest): InjectOptions {
  const { body, query } = request
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name) =>
    segmentOf(dereferenced(request.params[name] ?? '', pools)),
  )
  const asked = new URLSearchParams(query.map(([name, value]): [string, string] => [name, dereferenced(value, pools)]))
  const token = authorization(request.caller, tokens)
  const headers = { ...request.headers, ...(token !== undefined && { authorization: token }) }
  const url = operation.prefix + path + (asked.size > 0 ? `${path.includes('?') ? '&' : '?'}${asked}` : '')
  return { method: operation.method as 'GET', url, headers, ...(body && { payload: payloadOf(body, pools) }) }
}

/** Nothing, or a dot, would be another route. */
const segmentOf = (text: string): string => (/^\.{0,2}$/.test(text) ? '%20' : encodeURIComponent(text.toWellFormed()))

function payloadOf(body: NonNullable<FuzzRequest['body']>, pools: Pools): string | Buffer {
  if ('json' in body) return JSON.stringify(dereferencedIn(body.json, pools)) ?? ''
  return body.bytes === 'latin1' ? Buffer.from(body.text, 'latin1') : body.text
}
