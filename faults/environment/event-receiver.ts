import { createHash, createHmac } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { startHttpStub } from './http-stub.ts'

/** An organization event as one webhook call delivered it. */
export type WebhookEventCall = {
  at: number
  id: string
  type: string
  digest: string
  signed: boolean
  accepted: boolean
}

export type AgentEventCall = {
  at: number
  eventId: string
  userId: string
  text?: string
  messageId?: string
  state?: string
}

export type Receiver = {
  port: number
  close: () => Promise<void>
  webhookEvents: WebhookEventCall[]
  agentEvents: AgentEventCall[]
  setBehavior(behavior?: () => ReceiverBehavior): void
  setSigningSecret(secret: string): void
}
export type ReceiverBehavior = 'ok' | 'reset' | 'no-response' | { status: number; headers?: Record<string, string> }

type Envelope = {
  userId: string
  event: {
    eventId: string
    event: { type: string; message?: { text?: string }; status?: { messageId: string; state: string } }
  }
}

/** The business side: receives organization events, and user messages, which it answers with an echo. */
export async function startReceiver(): Promise<Receiver> {
  const webhookEvents: WebhookEventCall[] = []
  const agentEvents: AgentEventCall[] = []
  const state = { secret: '', behavior: (() => 'ok') as () => ReceiverBehavior }

  function recordWebhookEvent(request: IncomingMessage, body: string, behavior: ReceiverBehavior): void {
    const { id, type } = JSON.parse(body) as { id: string; type: string }
    const digest = createHash('sha256').update(body).digest('hex')
    const signed = isSigned(request, body, state.secret)
    webhookEvents.push({ at: Date.now(), id, type, digest, signed, accepted: behavior === 'ok' })
  }

  function handleAgentEvent(body: string, response: ServerResponse): void {
    const { userId, event } = JSON.parse(body) as Envelope
    const { message, status } = event.event
    const text = message?.text
    agentEvents.push({ at: Date.now(), eventId: event.eventId, userId, text, ...status })
    if (!text?.startsWith('inbound ')) return void response.end()
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ messages: [buildTextMessage(`echo ${text}`)] }))
  }

  const { port, close } = await startHttpStub((request, body, response) => {
    const behavior = state.behavior()
    const isWebhook = request.url === '/hook'
    if (isWebhook) recordWebhookEvent(request, body, behavior)
    if (behavior === 'no-response') return
    if (behavior === 'reset') return response.socket?.resetAndDestroy()
    if (typeof behavior === 'object') return response.writeHead(behavior.status, behavior.headers).end('no')
    return isWebhook ? response.end() : handleAgentEvent(body, response)
  })
  return {
    port,
    close,
    webhookEvents,
    agentEvents,
    setBehavior(behavior: () => ReceiverBehavior = () => 'ok'): void {
      state.behavior = behavior
    },
    setSigningSecret(secret: string): void {
      state.secret = secret
    },
  }
}

export const buildTextMessage = (text: string, id?: string) => ({ spec: 'amf/1', parts: [{ type: 'text', text }], id })

function isSigned({ headers }: IncomingMessage, body: string, secret: string): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  return headers['webhook-signature'] === `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
}
