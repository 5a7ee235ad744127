import { createHmac, type KeyObject } from 'node:crypto'
import type { AgentKey } from '../../../platform/http/route.ts'
import {
  createDeadline,
  OutboundBlockedError,
  OutboundFailedError,
  type OutboundOpen,
  type StreamedResponse,
} from '../../../platform/outbound/index.ts'
import type { World } from '../../../platform/world.ts'
import type { EventEnvelope } from '../event.ts'
import type { RelayCall } from './relay/deps.ts'
import { readReplies, type WebhookReply } from './replies.ts'

/** The webhook did not accept the event, or its response was cut off: the event must be delivered again. */
export class WebhookFailedError extends Error {
  readonly status?: number
  constructor(message: string, status?: number) {
    super(message)
    this.status = status
  }
}

export type WebhookDeps = {
  world: World
  /** Blocks private networks. */
  open: OutboundOpen
  /** Calls the listener that replaces the webhook. */
  relay: RelayCall
  /** Timeout for the whole response, including replies. Default: 30 seconds. */
  answerSeconds?: number
}
type WebhookTarget = { agent: AgentKey; secrets: KeyObject[] } & (
  | { listener?: undefined; webhookUrl: string }
  | { listener: string }
)
type WebhookCall = {
  envelope: EventEnvelope
  signal: AbortSignal
  /** Awaited before the next reply is read. */
  onReply(reply: WebhookReply): Promise<void>
}
export type WebhookResponse = { status: number; problems: string[] }

const accept = 'application/json, application/x-ndjson, text/svc-aml'
const maxProblems = 10

/** Delivers an event to an agent's own endpoint and forwards its replies as they arrive. Throws WebhookFailedError. */
export async function callWebhook(
  target: WebhookTarget,
  call: WebhookCall,
  deps: WebhookDeps,
): Promise<WebhookResponse> {
  const { answerSeconds = 30 } = deps
  const limit = createDeadline(answerSeconds * 1000, call.signal)
  const failed = (error: unknown) => {
    if (call.signal.aborted) return call.signal.reason
    if (limit.signal.aborted) return new WebhookFailedError(`No complete response within ${answerSeconds} seconds`)
    return new WebhookFailedError(describeFailure(error))
  }
  try {
    return await processAnswer(target, call, { ...deps, signal: limit.signal, failed })
  } finally {
    limit.clear()
  }
}

type AnswerDeps = WebhookDeps & { signal: AbortSignal; failed(error: unknown): unknown }

async function processAnswer(target: WebhookTarget, call: WebhookCall, deps: AnswerDeps): Promise<WebhookResponse> {
  const { signal, failed } = deps
  const answer = await post(target, call.envelope, signal, deps).catch((error) => {
    throw failed(error)
  })
  const { status } = answer
  if (status < 200 || status > 299) {
    answer.abort()
    throw new WebhookFailedError(`The webhook returned status ${status}`, status)
  }
  const problems: string[] = []
  const complain = (problem: string) => void (problems.length < maxProblems && problems.push(problem))
  await forwardReplies(readReplies(answer, complain), call.onReply, failed)
  return { status, problems }
}

async function post(
  target: WebhookTarget,
  envelope: EventEnvelope,
  signal: AbortSignal,
  deps: WebhookDeps,
): Promise<StreamedResponse> {
  const body = Buffer.from(JSON.stringify(envelope))
  const headers = {
    'content-type': 'application/json',
    accept,
    'user-agent': 'Parley',
    ...signWebhookRequest(body, target.secrets, deps.world.now()),
  }
  if (target.listener !== undefined) return deps.relay(target.agent, { headers, body }, signal)
  return deps.open(target.webhookUrl, { method: 'POST', body, headers, signal })
}

/** A connection error is the webhook's fault; an error while processing a reply is not. */
async function forwardReplies(
  replies: AsyncGenerator<WebhookReply>,
  onReply: WebhookCall['onReply'],
  failed: (error: unknown) => unknown,
): Promise<void> {
  const next = () =>
    replies.next().catch((error) => {
      throw failed(error)
    })
  try {
    for (let reply = await next(); !reply.done; reply = await next()) await onReply(reply.value)
  } finally {
    await replies.return(undefined).catch(() => {})
  }
}

function describeFailure(error: unknown): string {
  if (error instanceof OutboundBlockedError) return `The webhook was not called: ${error.message}`
  const why = error instanceof OutboundFailedError ? error.message : 'the connection was closed'
  return `The webhook could not be reached: ${why}`
}

/**
 * Signs a request with a timestamp, so that the receiver can verify that it is ours and fresh. After a rotation with an
 * overlap, there is a signature by each secret.
 */
export function signWebhookRequest(body: Buffer, secrets: readonly KeyObject[], now: Date): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const sign = (secret: KeyObject) =>
    `v0=${createHmac('sha256', secret).update(`v0:${timestamp}:`).update(body).digest('hex')}`
  return { 'x-svc-request-timestamp': timestamp, 'x-svc-signature': secrets.map(sign).join(',') }
}
