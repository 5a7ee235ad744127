import type { KeyObject } from 'node:crypto'
import { OutboundBlockedError, type OutboundCall, OutboundFailedError } from '../../../platform/outbound/index.ts'
import type { World } from '../../../platform/world.ts'
import { signDelivery } from '../secret.ts'
import type { DeliveryAttempt } from './delivery.ts'

export type CallDeps = {
  world: World
  /** Blocks private networks. */
  call: OutboundCall
  /** Timeout for the whole response. Default: 15 seconds. */
  answerSeconds?: number
}
type Target = { url: string; keys: readonly KeyObject[] }
type Message = { id: string; body: string; signal: AbortSignal }

/** The body of a longer response is discarded. */
const maxBytes = 65_536
const storedResponseBytes = 2048

/** Calls the endpoint once. Throws only the reason of an aborted `signal`. */
export async function callEndpoint(target: Target, message: Message, deps: CallDeps): Promise<DeliveryAttempt> {
  const { world, answerSeconds = 15 } = deps
  const at = world.now()
  const from = performance.now()
  const outcome = await withTimeout(answerSeconds, message.signal, (signal) => post(target, message, signal, deps))
  return { at: at.toISOString(), milliseconds: Math.round(performance.now() - from), ...outcome }
}

export function isSuccess({ error }: DeliveryAttempt): boolean {
  return error === undefined
}

type Outcome = Pick<DeliveryAttempt, 'status' | 'error' | 'response'>

async function post(
  { url, keys }: Target,
  { id, body }: Message,
  signal: AbortSignal,
  deps: CallDeps,
): Promise<Outcome> {
  const { world, call, answerSeconds = 15 } = deps
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Parley',
    ...signDelivery(id, body, keys, world.now()),
  }
  const withinMilliseconds = answerSeconds * 1000
  const { status, text } = await call(url, {
    method: 'POST',
    headers,
    body,
    signal,
    timeoutMilliseconds: withinMilliseconds,
    maxBytes,
  })
  const ok = status >= 200 && status < 300
  return {
    status,
    ...(!ok && { error: `The endpoint returned status ${status}` }),
    ...(text !== '' && { response: truncateResponse(text) }),
  }
}

async function withTimeout(
  seconds: number,
  outer: AbortSignal,
  act: (signal: AbortSignal) => Promise<Outcome>,
): Promise<Outcome> {
  const inner = new AbortController()
  const stop = () => inner.abort(outer.reason)
  const late = () => inner.abort(new OutboundFailedError(`no complete response within ${seconds} seconds`))
  const timer = setTimeout(late, seconds * 1000).unref()
  outer.addEventListener('abort', stop, { once: true })
  try {
    outer.throwIfAborted()
    return await act(inner.signal)
  } catch (error) {
    if (outer.aborted) throw outer.reason
    return { error: describeFailure(error) }
  } finally {
    clearTimeout(timer)
    outer.removeEventListener('abort', stop)
  }
}

function describeFailure(error: unknown): string {
  if (error instanceof OutboundBlockedError) return `The endpoint was not called: ${error.message}`
  const why = error instanceof OutboundFailedError ? error.message : 'the connection was closed'
  return `The endpoint could not be reached: ${why}`
}

/** Drops characters that cannot be stored as text, and half characters at the cut. */
function truncateResponse(text: string): string {
  const bytes = Buffer.from(text)
  const cut =
    bytes.length <= storedResponseBytes
      ? text
      : bytes
          .subarray(0, storedResponseBytes)
          .toString()
          .replace(/\uFFFD$/, '')
  return cut.replaceAll('\0', '')
}
