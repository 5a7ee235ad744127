import type { FastifyInstance, InjectOptions } from 'fastify'
import { buildAuthorization, type CallerTokens } from './callers.ts'
import { type IdPools, resolveId, resolveIds } from './id-references.ts'
import type { Operation } from './openapi.ts'
import type { FuzzRequest } from './request.ts'

export type FuzzReply = {
  status: number
  headers: Record<string, string | undefined>
  text: string
  milliseconds: number
}

/** The destination of a request: the two hosts, and the values of references and callers. */
export type RequestTarget = {
  hosts: { api: FastifyInstance; gateway: FastifyInstance }
  pools: IdPools
  tokens: CallerTokens
  /** No request needs longer; a turn of a persona waits ten seconds for another turn of the same persona. */
  timeoutSeconds: number
}

/** Returns the response, or undefined on timeout. */
export async function sendRequest(
  target: RequestTarget,
  operation: Operation,
  request: FuzzRequest,
): Promise<FuzzReply | undefined> {
  const app = target.hosts[operation.host]
  const startedAt = performance.now()
  const response = app
    .inject({ ...toRequestOptions(target, operation, request), payloadAsStream: true })
    .then(async (response) => ({
      status: response.statusCode,
      headers: response.headers as FuzzReply['headers'],
      text: await readText(response),
      milliseconds: performance.now() - startedAt,
    }))
  return Promise.race([response, waitForTimeout(target.timeoutSeconds)])
}

type StreamedResponse = { headers: Record<string, unknown>; stream(): NodeJS.ReadableStream & { destroy(): void } }

/** Reads the whole response; for an open-ended stream, returns nothing. */
async function readText(response: StreamedResponse): Promise<string> {
  const stream = response.stream()
  if (String(response.headers['content-type']).startsWith('text/event-stream')) {
    stream.destroy()
    return ''
  }
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString()
}

function waitForTimeout(seconds: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1_000, undefined).unref())
}

export function toRequestOptions(
  { pools, tokens }: RequestTarget,
  operation: Operation,
  request: FuzzRequest,
): InjectOptions {
  const { body, query } = request
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name) =>
    encodeSegment(resolveId(request.params[name] ?? '', pools)),
  )
  const params = new URLSearchParams(query.map(([name, value]): [string, string] => [name, resolveId(value, pools)]))
  const token = buildAuthorization(request.caller, tokens)
  const headers = { ...request.headers, ...(token !== undefined && { authorization: token }) }
  const url = operation.prefix + path + (params.size > 0 ? `${path.includes('?') ? '&' : '?'}${params}` : '')
  return { method: operation.method as 'GET', url, headers, ...(body && { payload: buildPayload(body, pools) }) }
}

/** An empty segment or a dot would address another route. */
const encodeSegment = (text: string): string =>
  /^\.{0,2}$/.test(text) ? '%20' : encodeURIComponent(text.toWellFormed())

function buildPayload(body: NonNullable<FuzzRequest['body']>, pools: IdPools): string | Buffer {
  if ('json' in body) return JSON.stringify(resolveIds(body.json, pools)) ?? ''
  return body.bytes === 'latin1' ? Buffer.from(body.text, 'latin1') : body.text
}
