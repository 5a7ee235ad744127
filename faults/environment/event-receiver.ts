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
  behave(manner?: () => ReceiverBehavior): void
  trust(secret: string): void
}
export type ReceiverBehavior = 'fine' | 'resets' | 'silence' | { status: number; headers?: Record<string, string> }

type Envelope = {
  userId: string
  event: {
    eventId: string
    event: { type: string; message?: { text?: string }; status?: { messageId: string; state: string } }
  }
}

/** The business side: receives organization events, and user messages, which it answers with an echo. */
export async function openReceiver(): Promise<Receiver> {
  const webhookEvents: WebhookEventCall[] = []
  const agentEvents: AgentEventCall[] = []
  const state = { secret: '', manner: (() => 'fine') as () => ReceiverBehavior }

  function hear(request: IncomingMessage, body: string, manner: ReceiverBehavior): void {
    const { id, type } = JSON.parse(body) as { id: string; type: string }
    const digest = createHash('sha256').update(body).digest('hex')
    const signed = isSigned(request, body, state.secret)
    webhookEvents.push({ at: Date.now(), id, type, digest, signed, accepted: manner === 'fine' })
  }

  function listenTo(body: string, response: ServerResponse): void {
    const { userId, event } = JSON.parse(body) as Envelope
    const { message, status } = event.event
    const text = message?.text
    agentEvents.push({ at: Date.now(), eventId: event.eventId, userId, text, ...status })
    if (!text?.startsWith('word ')) return void response.end()
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ messages: [buildTextMessage(`echo ${text}`)] }))
  }

  const { port, close } = await startHttpStub((request, body, response) => {
    const manner = state.manner()
    const isHook = request.url === '/hook'
    if (isHook) hear(request, body, manner)
    if (manner === 'silence') return
    if (manner === 'resets') return response.socket?.resetAndDestroy()
    if (typeof manner === 'object') return response.writeHead(manner.status, manner.headers).end('no')
    return isHook ? response.end() : listenTo(body, response)
  })
  return {
    port,
    close,
    webhookEvents,
    agentEvents,
    behave(manner: () => ReceiverBehavior = () => 'fine'): void {
      state.manner = manner
    },
    trust(secret: string): void {
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
