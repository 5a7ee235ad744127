import { createHmac, randomBytes } from 'node:crypto'
import { userAgent } from '../connection/connect.ts'
import { usageError } from '../exit.ts'
import type { Io } from '../io.ts'

/** The request to a program, as the gateway calls a webhook. */
export type WebhookCall = { headers: Record<string, string>; body: string }
type OrgEvent = { id: string; type: string; timestamp: string; orgId: string; data: Record<string, unknown> }

const secretPrefix = 'whsec_'

/** Signs an event of an org as its webhooks are called, by Standard Webhooks (see docs/webhooks.md). */
export function signOrgEvent(event: OrgEvent, secret: string, now: Date): WebhookCall {
  const { id, type, timestamp, orgId, data } = event
  const body = JSON.stringify({ id, type, timestamp, orgId, data })
  const at = String(Math.floor(now.getTime() / 1000))
  const key = Buffer.from(secret.slice(secretPrefix.length), 'base64')
  const signature = `v1,${createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')}`
  const proof = { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature }
  return { headers: { 'content-type': 'application/json', 'user-agent': userAgent, ...proof }, body }
}

/** The secret of the program's webhook, from the environment. */
export function readWebhookSecret({ env, addSecret }: Pick<Io, 'env' | 'addSecret'>): string | undefined {
  const secret = env.PARLEY_WEBHOOK_SECRET
  if (!secret) return undefined
  if (!/^whsec_[A-Za-z0-9+/]{4,}={0,2}$/.test(secret))
    throw usageError('PARLEY_WEBHOOK_SECRET must be a secret of a webhook: whsec_ followed by base64')
  addSecret(secret)
  return secret
}

export const createWebhookSecret = (): string => secretPrefix + randomBytes(32).toString('base64')

/** The program's answer, or why there is none. */
export type ProgramReply =
  | { status: number; contentType?: string; body?: Buffer }
  | { failed: string; status?: undefined; contentType?: undefined; body?: undefined }

/** One byte more than the gateway reads of an answer. */
const maxReplyBytes = 1_000_001
/** Margin, so that the caller learns of a timeout before its own deadline. */
const spareMilliseconds = 500

type ProgramCallOptions = {
  to: string
  answerSeconds: number
  /** Also reads the body of an unsuccessful answer, which the gateway does not. */
  readsRefusals?: true
}

/** Calls a local program as the gateway would call a webhook, and reads its whole answer. */
export async function callProgram(
  { headers, body }: WebhookCall,
  how: ProgramCallOptions,
  io: ProgramCallIo,
): Promise<ProgramReply> {
  const { to, answerSeconds, readsRefusals } = how
  const late = AbortSignal.timeout(answerSeconds * 1000 - spareMilliseconds)
  const signal = AbortSignal.any([late, io.interrupted])
  try {
    const response = await io.fetch(to, { method: 'POST', headers, body, redirect: 'manual', signal })
    return await readReply(response, response.ok || readsRefusals === true)
  } catch (error) {
    return { failed: late.aborted ? `no complete response within ${answerSeconds} seconds` : failureReasonOf(error) }
  }
}
type ProgramCallIo = Pick<Io, 'fetch' | 'interrupted'>

async function readReply(response: Response, isRead: boolean): Promise<ProgramReply> {
  const { status } = response
  if (status < 200 || status > 599) return { failed: `a response with status ${status}` }
  const body = isRead ? await bytesOf(response) : undefined
  if (!body) await response.body?.cancel()
  const type = response.headers.get('content-type')
  return { status, ...(type !== null && { contentType: type.slice(0, 200) }), ...(body && body.length > 0 && { body }) }
}

async function bytesOf({ body }: Response): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of body ?? []) {
    pieces.push(piece)
    length += piece.length
    if (length >= maxReplyBytes) break
  }
  return Buffer.concat(pieces).subarray(0, maxReplyBytes)
}

const reasons: Record<string, string> = {
  ECONNREFUSED: 'the connection was refused',
  ENOTFOUND: 'the host name is unknown',
  EAI_AGAIN: 'the host name could not be looked up',
}

function failureReasonOf(error: unknown): string {
  const { cause } = error as { cause?: { code?: string; errors?: { code?: string }[] } }
  return reasons[cause?.code ?? cause?.errors?.[0]?.code ?? ''] ?? 'the connection was closed'
}

/** Parses the address of a local program: `http://localhost:3000/hook`, or shorter: `localhost:3000/hook`, `3000`. */
export function parseProgramUrl(option: string, text: string): string {
  const whole = /^\d{1,5}(\/|$)/.test(text) ? `localhost:${text}` : text
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(whole) ? whole : `http://${whole}`
  const { protocol, username, hostname, href } = URL.canParse(url) ? new URL(url) : invalidProgramUrl
  if (/^https?:$/.test(protocol) && hostname !== '' && username === '') return href
  throw usageError(`${option} takes an address like http://localhost:3000/hook, or a port, without a password`)
}

const invalidProgramUrl = { protocol: '', username: '', hostname: '', href: '' }
