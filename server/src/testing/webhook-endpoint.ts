import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import type { EventEnvelope, GatewayEvent } from '../domains/conversations/event.ts'

export type ReceivedEvent = { eventId: string; userId: string; event: GatewayEvent }
export type RespondToEvent = (response: ServerResponse, event: ReceivedEvent, attempt: number) => unknown

export type WebhookEndpoint = {
  close: () => Promise<void>
  url: string
  received: ReceivedEvent[]
  eventIdsOfText: (text: string) => string[]
  statesOf: (messageId: string) => string[]
}

/** An operator's endpoint that survives callers that die in the middle of a call. */
export async function openWebhookEndpoint(
  respond: RespondToEvent = (response) => response.end(),
  port = 0,
): Promise<WebhookEndpoint> {
  const events: ReceivedEvent[] = []
  const http = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    try {
      for await (const chunk of request) chunks.push(chunk)
    } catch {
      return
    }
    const { userId, event } = JSON.parse(Buffer.concat(chunks).toString()) as EventEnvelope
    const received = { eventId: event.eventId, userId, event: event.event }
    events.push(received)
    response.on('error', () => {})
    const attempt = events.reduce((count, { eventId }) => count + (eventId === received.eventId ? 1 : 0), 0)
    await respond(response, received, attempt)
  }).listen(port, '127.0.0.1')
  await once(http, 'listening')
  const close = async () => {
    http.closeAllConnections()
    await new Promise((resolve) => http.close(resolve))
  }
  after(close)
  return {
    close,
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/events`,
    /** Every call, including repeats. */
    received: events,
    /** The ids of all events that delivered this text of a person, including repeats. */
    eventIdsOfText: (text: string) =>
      events.filter((received) => readEventText(received) === text).map(({ eventId }) => eventId),
    statesOf: (messageId: string) => events.flatMap(({ event }) => statesInEvent(event, messageId)),
  }
}

export function readEventText({ event }: ReceivedEvent): string | undefined {
  return event.type === 'message' ? event.message.text : undefined
}

function statesInEvent(event: GatewayEvent, messageId: string): string[] {
  return event.type === 'status' && event.status.messageId === messageId ? [event.status.state] : []
}

export const createTextReply = (text: string) => ({ spec: 'amf/1', parts: [{ type: 'text', text }] })

export function respondWithTexts(response: ServerResponse, ...texts: string[]): void {
  const body = JSON.stringify({ messages: texts.map(createTextReply) })
  response.writeHead(200, { 'content-type': 'application/json' }).end(body)
}
