import { DispatchFailed, type FailureReason, type Tools } from '../../adapter.ts'
import { callProvider, failureOfStatus, type ProviderAnswer } from '../call.ts'
import { type Fields, fieldsOf, jsonIn } from '../read.ts'
import { verdictOf, wordsOf } from './errors.ts'
import { listOf, numberOf, textOf } from './json.ts'

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
export async function callGraph({ host = 'meta', path, token, body }: GraphCall, tools: Tools): Promise<Fields> {
  const now = tools.world.now()
  const base = (tools.apis[host] ?? hosts[host]).replace(/\/+$/, '')
  const answer = await callProvider(
    {
      provider: 'Meta',
      url: `${base}/${version}/${path}`,
      // Never in the query, where it would be written into logs on the way.
      headers: { ...bearer(token), ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      refine: (refused) => failureOf(refused, now),
    },
    tools,
  )
  const failure = failureOf(answer, now)
  if (failure) throw failure
  return fieldsOf(answer.json)
}

export function bearer(token = ''): { authorization: string } {
  return { authorization: `Bearer ${token.trim()}` }
}

/** The id of what was sent, without which no receipt finds it. */
export function idIn(value: unknown): string {
  const id = textOf(value)
  if (id !== undefined) return id
  throw new DispatchFailed('providerError', 'Meta took it and gave no id', { retry: 'unknown' })
}

/** An id as a segment of a path; one that could lead elsewhere is nobody's. */
export function segment(id: string | undefined, otherwise: FailureReason = 'credentials'): string {
  const trimmed = id?.trim() ?? ''
  if (!/^[\w-]+$/.test(trimmed)) throw new DispatchFailed(otherwise, 'Meta has nothing by such an id')
  return trimmed
}

/** Without an error in the body there is nothing to say beyond the status. */
function failureOf(answer: ProviderAnswer, now: Date): DispatchFailed | undefined {
  const error = fieldsOf(fieldsOf(answer.json).error)
  if (Object.keys(error).length === 0) return undefined
  const { reason, retry: told, retryAfterSeconds } = verdictOf(error) ?? failureOfStatus('Meta', answer, now)
  // A server that fails may have accepted the message first; a refusal proves that it has not.
  const retry = answer.status >= 500 && reason === 'providerError' ? 'unknown' : told
  return new DispatchFailed(reason, `Meta refused it: ${wordsOf(error)}`, {
    retry,
    retryAfterSeconds: told === 'later' ? (waitOf(answer, now) ?? retryAfterSeconds) : undefined,
  })
}

/** Throttled calls come as 400 too, and say when in a header of their own, in minutes. */
function waitOf(answer: ProviderAnswer, now: Date): number | undefined {
  const said = failureOfStatus('Meta', { ...answer, status: 429 }, now).retryAfterSeconds
  if (said !== undefined) return said
  const usage = fieldsOf(jsonIn(Buffer.from(answer.headers.get('x-business-use-case-usage') ?? '')))
  const minutes = Object.values(usage)
    .flatMap(listOf)
    .map((use) => numberOf(use.estimated_time_to_regain_access) ?? 0)
  const seconds = Math.max(0, ...minutes) * 60
  return seconds > 0 ? Math.min(seconds, 3600) : undefined
}
