import type { Channel, Delivery } from '@parley/amf'
import type { LiveBinding } from '../../channels/index.ts'
import type { RefusalReason } from '../deps.ts'
import { windowState } from '../windows/window.ts'

/** Somebody as the gateway reaches them on one channel. */
/** `stopped`: a STOP there, or on the other carrier channel of its number. */
export type Destination = { asid: string; channel: Channel; address: string; writtenAt?: Date; stopped: boolean }

export type MessageRecipient = {
  /** The identity that was named. */
  primary: Destination
  /** Others of the same person; numbers reach rcs and sms alike. */
  others: readonly Destination[]
}

export type DeliveryRoute = { destination: Destination; binding: LiveBinding; waitsForWindow: boolean }
export type RouteDecision = { route: DeliveryRoute } | { reason: RefusalReason; detail: string }

type RouteQuery = {
  recipient: MessageRecipient
  delivery?: Delivery
  bindings: readonly LiveBinding[]
  now: Date
  /** Channels that were tried in vain. */
  tried?: readonly string[]
}

/**
 * Where a message goes, or why it cannot go anywhere. The channels of the delivery policy are asked in their order; the first
 * that reaches the person decides, unless its window is closed and the policy says to go on.
 */
export function decideRoute(question: RouteQuery): RouteDecision {
  const { recipient, delivery = {}, tried = [] } = question
  if (recipient.primary.stopped) return optedOut
  const wanted = listCandidates(recipient, delivery).filter(({ channel }) => !tried.includes(channel))
  const decisions = wanted.map((destination) => evaluateDestination(destination, question))
  const reachable = decisions.filter((one) => !('reason' in one) || one.reason === 'windowClosed')
  const going = delivery.outsideWindow === 'fallback' ? reachable.find((one) => 'route' in one) : undefined
  return going ?? reachable[0] ?? decisions[0] ?? noRoute
}

const optedOut: RouteDecision = { reason: 'optedOut', detail: 'The person has opted out' }
const noRoute: RouteDecision = { reason: 'noRoute', detail: 'No channel of the delivery policy leads to this person' }

function listCandidates({ primary, others }: MessageRecipient, { channels }: Delivery): Destination[] {
  if (!channels?.length) return [primary]
  const all = [primary, ...others]
  return channels.flatMap((channel) => all.filter((destination) => destination.channel === channel))
}

function evaluateDestination(destination: Destination, { bindings, delivery = {}, now }: RouteQuery): RouteDecision {
  const { channel } = destination
  const binding = bindings.find((one) => one.channel === channel)
  if (destination.stopped) return optedOut
  if (!binding) return { reason: 'noRoute', detail: `The agent is not bound to ${channel}` }
  if (binding.status !== 'Active') {
    const reason = binding.status === 'Disabled' ? 'bindingDisabled' : 'noRoute'
    return { reason, detail: `The ${channel} binding is ${binding.status}` }
  }
  if (windowState(channel, destination.writtenAt, now) === 'open')
    return { route: { destination, binding, waitsForWindow: false } }
  if (delivery.outsideWindow === 'queue') return { route: { destination, binding, waitsForWindow: true } }
  return { reason: 'windowClosed', detail: 'The person has not written within the reply window of the channel' }
}
