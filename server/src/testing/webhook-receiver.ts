import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after } from 'node:test'

export type ReceivedWebhook = { path: string; headers: IncomingHttpHeaders; raw: string; json: DeliveredEvent }
type DeliveredEvent = { id: string; type: string; timestamp: string; orgId: string; data: Record<string, unknown> }
export type RespondToWebhook = (response: ServerResponse, call: ReceivedWebhook) => unknown

/** A webhook receiver; answers an empty 200 by default. */
export async function openWebhookReceiver(respond: RespondToWebhook = (response) => response.end()) {
  const calls: ReceivedWebhook[] = []
  const endpoint = { url: '', calls, respond, idsAt, waitForCalls }
  /** Waits for this many calls; the limit is generous, because it measures nothing. */
  async function waitForCalls(count: number): Promise<void> {
    for (let attemptsLeft = 3000; calls.length < count; attemptsLeft--) {
      if (attemptsLeft === 0) throw new Error(`${calls.length} calls have come, not ${count}`)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }
  function idsAt(path: string): string[] {
    return calls.filter((call) => call.path === path).map(({ json }) => json.id)
  }
  const http = createServer(async (request, response) => {
    const raw = await text(request).catch(() => undefined)
    if (raw === undefined) return
    const call = { path: request.url ?? '', headers: request.headers, raw, json: JSON.parse(raw) }
    calls.push(call)
    response.on('error', () => {})
    await endpoint.respond(response, call)
  }).listen(0, '127.0.0.1')
  await once(http, 'listening')
  after(() => {
    http.closeAllConnections()
    http.close()
  })
  endpoint.url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  return endpoint
}

export const respondWith =
  (status: number, body = ''): RespondToWebhook =>
  (response) =>
    response.writeHead(status).end(body)
