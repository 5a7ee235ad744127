import { type AdapterTools, DispatchFailedError, type DispatchFailureReason } from '../../adapter.ts'
import { callProvider, type ProviderAnswer, toStatusFailure } from '../call.ts'
import { type Fields, parseJsonBytes, readFields } from '../payload-reader.ts'
import { classifyMetaError, describeMetaError } from './errors.ts'
import { readFieldsList, readMetaNumber, readMetaText } from './payload-reader.ts'

const version = 'v25.0'

const hosts = { meta: 'https://graph.facebook.com', instagram: 'https://graph.instagram.com' } as const

export type GraphCall = {
  host?: keyof typeof hosts
  /** Below the version, from the first segment on. */
  path: string
  token: string | undefined
  /** Sent as JSON; without one it is a GET. */
  body?: object
}

/** One call of the Graph API; answers what it said. */
export async function callGraph({ host = 'meta', path, token, body }: GraphCall, tools: AdapterTools): Promise<Fields> {
  const now = tools.world.now()
  const base = (tools.apis[host] ?? hosts[host]).replace(/\/+$/, '')
  const answer = await callProvider(
    {
      provider: 'Meta',
      url: `${base}/${version}/${path}`,
      // Never in the query, where it would be written into logs on the way.
      headers: { ...createBearerHeader(token), ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      refine: (refused) => toMetaFailure(refused, now),
    },
    tools,
  )
  const failure = toMetaFailure(answer, now)
  if (failure) throw failure
  return readFields(answer.json)
}

export function createBearerHeader(token = ''): { authorization: string } {
  return { authorization: `Bearer ${token.trim()}` }
}

/** The id of what was sent, without which no receipt finds it. */
export function requireMessageId(value: unknown): string {
  const id = readMetaText(value)
  if (id !== undefined) return id
  throw new DispatchFailedError('providerError', 'Meta took it and gave no id', { retry: 'unknown' })
}

/** An id as a segment of a path; one that could lead elsewhere is nobody's. */
export function toPathSegment(id: string | undefined, otherwise: DispatchFailureReason = 'credentials'): string {
  const trimmed = id?.trim() ?? ''
  if (!/^[\w-]+$/.test(trimmed)) throw new DispatchFailedError(otherwise, 'Meta has nothing by such an id')
  return trimmed
}

/** Without an error in the body there is nothing to say beyond the status. */
function toMetaFailure(answer: ProviderAnswer, now: Date): DispatchFailedError | undefined {
  const error = readFields(readFields(answer.json).error)
  if (Object.keys(error).length === 0) return undefined
  const {
    reason,
    retry: classified,
    retryAfterSeconds,
  } = classifyMetaError(error) ?? toStatusFailure('Meta', answer, now)
  // A server that fails may have accepted the message first; a refusal proves that it has not.
  const retry = answer.status >= 500 && reason === 'providerError' ? 'unknown' : classified
  return new DispatchFailedError(reason, `Meta refused it: ${describeMetaError(error)}`, {
    retry,
    retryAfterSeconds: classified === 'later' ? (readRetryAfterSeconds(answer, now) ?? retryAfterSeconds) : undefined,
  })
}

/** Throttled calls come as 400 too, and say when in a header of their own, in minutes. */
function readRetryAfterSeconds(answer: ProviderAnswer, now: Date): number | undefined {
  const said = toStatusFailure('Meta', { ...answer, status: 429 }, now).retryAfterSeconds
  if (said !== undefined) return said
  const usage = readFields(parseJsonBytes(Buffer.from(answer.headers.get('x-business-use-case-usage') ?? '')))
  const minutes = Object.values(usage)
    .flatMap(readFieldsList)
    .map((use) => readMetaNumber(use.estimated_time_to_regain_access) ?? 0)
  const seconds = Math.max(0, ...minutes) * 60
  return seconds > 0 ? Math.min(seconds, 3600) : undefined
}

/** What the rendering, or a native part of an agent, wants to have sent. */
export function requireNativeBody(native: unknown): Fields {
  const body = readFields(native)
  if (Object.keys(body).length === 0)
    throw new DispatchFailedError('rejected', 'there is nothing in it that Meta could send')
  return body
}
