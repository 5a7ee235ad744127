import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import type { EventEnvelope } from '../../event.ts'

export type EndpointRequest = { headers: IncomingHttpHeaders; raw: Buffer; envelope: EventEnvelope; text: string }
export type EndpointResponder = (response: ServerResponse, request: EndpointRequest) => unknown

/** A real operator endpoint with a configurable response. */
export async function openAgentEndpoint(respond: EndpointResponder = (response) => response.end()) {
  const requests: EndpointRequest[] = []
  const http = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const raw = Buffer.concat(chunks)
    const received = { headers: request.headers, raw, envelope: JSON.parse(raw.toString()), text: '' }
    received.text = received.envelope.event.event.message?.text
    requests.push(received)
    await (endpoint.respond ?? respond)(response, received)
  }).listen(0, '127.0.0.1')
  await once(http, 'listening')
  after(() => {
    http.closeAllConnections()
    http.close()
  })
  const endpoint = { url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/events`, requests, respond }
  return endpoint
}

export const respondWithBody =
  (type: string | undefined, body: string | Buffer, status = 200): EndpointResponder =>
  (response) =>
    response.writeHead(status, type === undefined ? {} : { 'content-type': type }).end(body)

export const respondWithReplies = (...texts: string[]): EndpointResponder =>
  respondWithBody('application/json', JSON.stringify({ messages: texts.map(toTextMessage) }))

export const toTextMessage = (text: string) => ({ spec: 'amf/1', parts: [{ type: 'text', text }] })
