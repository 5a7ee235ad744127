import { type AdapterTools, DispatchFailedError, type DispatchFailureReason } from '../../adapter.ts'
import { callProvider, type ProviderAnswer, toStatusFailure } from '../call.ts'
import { type Fields, parseJsonBytes, readFields } from '../webhook-request.ts'
import { classifyMetaError, describeMetaError } from './errors.ts'
import { readFieldsList, readMetaNumber, readMetaText } from './webhook.ts'

const version = 'v25.0'

const hosts = { meta: 'https://graph.facebook.com', instagram: 'https://graph.instagram.com' } as const

export type GraphCall = {
  host?: keyof typeof hosts
  /** The path below the version, from the first segment on. */
  path: string
  token: string | undefined
  /** Sent as JSON; without a body the call is a GET. */
  body?: object
}

export async function callGraph({ host = 'meta', path, token, body }: GraphCall, tools: AdapterTools): Promise<Fields> {
  const now = tools.world.now()
  const base = (tools.apis[host] ?? hosts[host]).replace(/\/+$/, '')
  const answer = await callProvider(
    {
      provider: 'Meta',
      url: `${base}/${version}/${path}`,
      // Never in the query, where proxies would log it.
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

/** Requires the id of the sent message, without which no receipt can be matched. */
export function requireMessageId(value: unknown): string {
  const id = readMetaText(value)
  if (id !== undefined) return id
  throw new DispatchFailedError('providerError', 'Meta accepted it but returned no id', { retry: 'unknown' })
}

/** Checks an id for use as a path segment; rejects ids that could lead to another path. */
export function toPathSegment(id: string | undefined, otherwise: DispatchFailureReason = 'credentials'): string {
  const trimmed = id?.trim() ?? ''
  if (!/^[\w-]+$/.test(trimmed)) throw new DispatchFailedError(otherwise, 'Meta has no object with this id')
  return trimmed
}

/** Returns undefined if the body holds no error, so that the status decides. */
function toMetaFailure(answer: ProviderAnswer, now: Date): DispatchFailedError | undefined {
  const error = readFields(readFields(answer.json).error)
  if (Object.keys(error).length === 0) return undefined
  const {
    reason,
    retry: classified,
    retryAfterSeconds,
  } = classifyMetaError(error) ?? toStatusFailure('Meta', answer, now)
  // A failing server may have accepted the message first; a refusal proves that it did not.
  const retry = answer.status >= 500 && reason === 'providerError' ? 'unknown' : classified
  return new DispatchFailedError(reason, `Meta rejected it: ${describeMetaError(error)}`, {
    retry,
    retryAfterSeconds: classified === 'later' ? (readRetryAfterSeconds(answer, now) ?? retryAfterSeconds) : undefined,
  })
}

/** Throttled calls also arrive as 400, with the delay in minutes in a separate header. */
function readRetryAfterSeconds(answer: ProviderAnswer, now: Date): number | undefined {
  const stated = toStatusFailure('Meta', { ...answer, status: 429 }, now).retryAfterSeconds
  if (stated !== undefined) return stated
  const usage = readFields(parseJsonBytes(Buffer.from(answer.headers.get('x-business-use-case-usage') ?? '')))
  const minutes = Object.values(usage)
    .flatMap(readFieldsList)
    .map((use) => readMetaNumber(use.estimated_time_to_regain_access) ?? 0)
  const seconds = Math.max(0, ...minutes) * 60
  return seconds > 0 ? Math.min(seconds, 3600) : undefined
}

/** Requires the request body that the rendering or an agent's native part supplied. */
export function requireNativeBody(native: unknown): Fields {
  const body = readFields(native)
  if (Object.keys(body).length === 0)
    throw new DispatchFailedError('rejected', 'it contains nothing that Meta can send')
  return body
}
