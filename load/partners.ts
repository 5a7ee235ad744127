import { buildTextMessage } from '../faults/environment/event-receiver.ts'
import { parseProviderCall } from '../faults/environment/fake-providers.ts'
import { type HttpStub, startHttpStub } from '../faults/environment/http-stub.ts'
import { type ArrivalTracker, createArrivalTracker, createRecentSet, type RecentSet } from './arrivals.ts'

/** Fake providers and a fake business webhook: they accept everything and remember it only briefly. */
export type Partners = {
  provider: HttpStub
  business: HttpStub
  arrivals: ArrivalTracker
  /** Text messages without a delivery report so far. */
  pendingReports: RecentSet<string>
  close(): Promise<unknown>
}

const longestSeconds = 60
const mostUnreported = 2_000

export async function startPartners(): Promise<Partners> {
  const arrivals = createArrivalTracker(longestSeconds)
  const pendingReports = createRecentSet<string>(mostUnreported)
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
      arrivals.arrive(eventIn(body))
      return response.end()
    }
    const { event } = (JSON.parse(body) as { event: { event: { message?: { text?: string } } } }).event
    const name = heardKeyOf(event.message?.text ?? '')
    if (arrivals.isExpected(name)) arrivals.arrive(name)
    response.setHeader('content-type', 'application/json')
    return response.end(
      JSON.stringify(event.message?.text ? { messages: [buildTextMessage(`You said ${event.message.text}`)] } : {}),
    )
  })
  const close = () => Promise.all([provider.close(), business.close()])
  return { provider, business, arrivals, pendingReports, close }
}

/** Arrival key: the business received this text from a person. */
export const heardKeyOf = (text: string) => `heard ${text}`
export const replyKeyOf = (number: string) => `reply to ${number}`
export const eventKeyOf = (type: string, personId: string) => `${type} ${personId}`

function eventIn(body: string): string {
  const { type, data } = JSON.parse(body) as { type: string; data: { personId?: string } }
  return eventKeyOf(type, data.personId ?? '')
}
