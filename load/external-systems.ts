import { buildTextMessage } from '../faults/environment/event-receiver.ts'
import { parseProviderCall } from '../faults/environment/fake-providers.ts'
import { type HttpStub, startHttpStub } from '../faults/environment/http-stub.ts'
import { type ArrivalTracker, createArrivalTracker, createRecentSet, type RecentSet } from './arrivals.ts'

/** Fake providers and a fake business webhook: they accept everything and remember it only briefly. */
export type ExternalSystems = {
  provider: HttpStub
  business: HttpStub
  arrivals: ArrivalTracker
  /** Text messages without a delivery report so far. */
  pendingReports: RecentSet<string>
  close(): Promise<unknown>
}

const timeoutSeconds = 60
const maxPendingReports = 2_000

export async function startExternalSystems(): Promise<ExternalSystems> {
  const arrivals = createArrivalTracker(timeoutSeconds)
  const pendingReports = createRecentSet<string>(maxPendingReports)
  const provider = await startHttpStub((request, body, response) => {
    const call = parseProviderCall(request, body)
    response.setHeader('content-type', 'application/json')
    if (!call)
      return response.end(
        request.url?.startsWith('/token') ? '{"access_token":"token","expires_in":3599}' : '{"status":"active"}',
      )
    if (call.provider === 'http-sms') pendingReports.add(call.id)
    // An operation that waits for a reply expects the number; one that sent something expects its text.
    if (arrivals.isExpected(replyKeyOf(call.to))) arrivals.arrive(replyKeyOf(call.to))
    else arrivals.arrive(call.text)
    return response.end('{}')
  })
  const business = await startHttpStub((request, body, response) => {
    if (request.url === '/hook') {
      arrivals.arrive(parseEventKey(body))
      return response.end()
    }
    const { event } = (JSON.parse(body) as { event: { event: { message?: { text?: string } } } }).event
    const key = inboundKeyOf(event.message?.text ?? '')
    if (arrivals.isExpected(key)) arrivals.arrive(key)
    response.setHeader('content-type', 'application/json')
    return response.end(
      JSON.stringify(event.message?.text ? { messages: [buildTextMessage(`You said ${event.message.text}`)] } : {}),
    )
  })
  const close = () => Promise.all([provider.close(), business.close()])
  return { provider, business, arrivals, pendingReports, close }
}

/** Arrival key: the business received this text from a person. */
export const inboundKeyOf = (text: string) => `inbound ${text}`
export const replyKeyOf = (number: string) => `reply to ${number}`
export const eventKeyOf = (type: string, personId: string) => `${type} ${personId}`

function parseEventKey(body: string): string {
  const { type, data } = JSON.parse(body) as { type: string; data: { personId?: string } }
  return eventKeyOf(type, data.personId ?? '')
}
