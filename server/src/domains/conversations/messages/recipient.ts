import type { Channel, Delivery } from '@parley/amf'
import type { LiveBinding } from '../../channels/index.ts'
import type { RefusalReason } from '../deps.ts'
import { windowState } from '../windows/window.ts'

/** Somebody as the gateway reaches them on one channel. */
/** `stopped`: a STOP there, or on the other carrier channel of its number. */
export type Place = { asid: string; channel: Channel; address: string; writtenAt?: Date; stopped: boolean }

export type Recipient = {
  /** The identity that was named. */
  named: Place
  /** Others of the same person; numbers reach rcs and sms alike. */
  others: readonly Place[]
}

export type Route = { place: Place; binding: LiveBinding; waits: boolean }
export type Decision = { route: Route } | { reason: RefusalReason; detail: string }

type Question = {
  recipient: Recipient
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
export function decideRoute(question: Question): Decision {
  const { recipient, delivery = {}, tried = [] } = question
  if (recipient.named.stopped) return optedOut
  const wanted = wantedPlaces(recipient, delivery).filter(({ channel }) => !tried.includes(channel))
  const decisions = wanted.map((place) => routeTo(place, question))
  const reachable = decisions.filter((one) => !('reason' in one) || one.reason === 'windowClosed')
  const going = delivery.outsideWindow === 'fallback' ? reachable.find((one) => 'route' in one) : undefined
  return going ?? reachable[0] ?? decisions[0] ?? nowhere
}

const optedOut: Decision = { reason: 'optedOut', detail: 'The person has opted out' }
const nowhere: Decision = { reason: 'noRoute', detail: 'No channel of the delivery policy leads to this person' }

function wantedPlaces({ named, others }: Recipient, { channels }: Delivery): Place[] {
  if (!channels?.length) return [named]
  const all = [named, ...others]
  return channels.flatMap((channel) => all.filter((place) => place.channel === channel))
}

function routeTo(place: Place, { bindings, delivery = {}, now }: Question): Decision {
  const { channel } = place
  const binding = bindings.find((one) => one.channel === channel)
  if (place.stopped) return optedOut
  if (!binding) return { reason: 'noRoute', detail: `The agent is not bound to ${channel}` }
  if (binding.status !== 'Active') {
    const reason = binding.status === 'Disabled' ? 'bindingDisabled' : 'noRoute'
    return { reason, detail: `The ${channel} binding is ${binding.status}` }
  }
  if (windowState(channel, place.writtenAt, now) === 'open') return { route: { place, binding, waits: false } }
  if (delivery.outsideWindow === 'queue') return { route: { place, binding, waits: true } }
  return { reason: 'windowClosed', detail: 'The person has not written within the reply window of the channel' }
}
