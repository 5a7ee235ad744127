import { callIn } from '../faults/stage/carrier.ts'
import { type Listener, listen } from '../faults/stage/listener.ts'
import { saying } from '../faults/stage/receiver.ts'
import { type Arrivals, newArrivals, newRecent, type Recent } from './arrivals.ts'

/** Providers, and the business with its own program: they take everything, and remember nothing for long. */
export type World = {
  provider: Listener
  business: Listener
  arrivals: Arrivals
  /** Text messages of which nobody has yet said that they have arrived. */
  unreported: Recent<string>
  close(): Promise<unknown>
}

const longestSeconds = 60
const mostUnreported = 2_000

export async function openWorld(): Promise<World> {
  const arrivals = newArrivals(longestSeconds)
  const unreported = newRecent<string>(mostUnreported)
  const provider = await listen((request, body, response) => {
    const call = callIn(request, body)
    response.setHeader('content-type', 'application/json')
    if (!call)
      return response.end(
        request.url?.startsWith('/token') ? '{"access_token":"token","expires_in":3599}' : '{"status":"active"}',
      )
    if (call.provider === 'http-sms') unreported.add(call.id)
    // Who waits for a reply knows the number, who has sent something knows its words.
    if (arrivals.isExpected(replyTo(call.to))) arrivals.arrive(replyTo(call.to))
    else arrivals.arrive(call.text)
    return response.end('{}')
  })
  const business = await listen((request, body, response) => {
    if (request.url === '/hook') {
      arrivals.arrive(eventIn(body))
      return response.end()
    }
    const { event } = (JSON.parse(body) as { event: { event: { message?: { text?: string } } } }).event
    const name = heardAs(event.message?.text ?? '')
    if (arrivals.isExpected(name)) arrivals.arrive(name)
    response.setHeader('content-type', 'application/json')
    return response.end(
      JSON.stringify(event.message?.text ? { messages: [saying(`You said ${event.message.text}`)] } : {}),
    )
  })
  const close = () => Promise.all([provider.close(), business.close()])
  return { provider, business, arrivals, unreported, close }
}

/** The business has heard these words of a person. */
export const heardAs = (text: string) => `heard ${text}`
export const replyTo = (number: string) => `reply to ${number}`
export const eventOf = (type: string, personId: string) => `${type} ${personId}`

function eventIn(body: string): string {
  const { type, data } = JSON.parse(body) as { type: string; data: { personId?: string } }
  return eventOf(type, data.personId ?? '')
}
