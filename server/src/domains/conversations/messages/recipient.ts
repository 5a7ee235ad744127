import type { Channel, ContentMessage, Delivery, ProviderTemplate } from '@parley/amf'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Announce } from '../../../platform/outbox.ts'
import type { World } from '../../../platform/world.ts'
import type { LiveBinding } from '../../channels/index.ts'
import { ensureSiblingIdentity } from '../../people/index.ts'
import type { MessageAuthor, RefusalReason } from '../deps.ts'
import { windowState } from '../windows/window.ts'

const siblingChannel: Partial<Record<Channel, Channel>> = { rcs: 'sms', sms: 'rcs' }

/**
 * Adds the sibling channel of a number, which is reachable on rcs and sms alike. A sibling that was never contacted has
 * no asid.
 */
export function addSiblingChannels(recipient: MessageRecipient): MessageRecipient {
  const { primary, others } = recipient
  const channel = siblingChannel[primary.channel]
  if (!channel || others.some((destination) => destination.channel === channel)) return recipient
  return {
    ...recipient,
    others: [...others, { asid: '', channel, address: primary.address, stopped: primary.stopped }],
  }
}

/** Returns the identity of a destination; creates it if needed, so that replies from there are recognized. */
export async function resolveDestinationId(
  tx: Db,
  agent: AgentKey,
  { asid, destination }: { asid: string; destination: Destination },
  deps: { announce: Announce; world: World },
): Promise<string> {
  if (destination.asid !== '') return destination.asid
  return (await ensureSiblingIdentity(tx, agent, { asid, channel: destination.channel }, deps))?.asid ?? asid
}

/** A person's address on one channel, as the gateway reaches it. */
/** `stopped`: the person sent STOP there, or on the other carrier channel of the number. */
export type Destination = { asid: string; channel: Channel; address: string; lastInboundAt?: Date; stopped: boolean }

export type MessageRecipient = {
  /** The identity named in the request. */
  primary: Destination
  /** Other identities of the same person; numbers are reachable on rcs and sms alike. */
  others: readonly Destination[]
}

export type DeliveryRoute = { destination: Destination; binding: LiveBinding; waitsForWindow: boolean }
export type RouteDecision = { route: DeliveryRoute } | { reason: RefusalReason; detail: string }

type RouteQuery = {
  recipient: MessageRecipient
  delivery?: Delivery
  bindings: readonly LiveBinding[]
  now: Date
  /** Channels that have already failed. */
  tried?: readonly string[]
}

/** The provider's template that a message is sent as on a channel, which needs no open reply window. */
export function findDeliveryTemplate(
  { delivery }: { delivery?: Pick<Delivery, 'templates'> },
  channel: string,
): ProviderTemplate | undefined {
  return channel === 'messengerA' ? delivery?.templates?.messengerA : undefined
}

/** Drops the template while the window of the channel is open: the person then gets the content itself. */
export function dropUnneededTemplate<M extends Pick<ContentMessage, 'delivery'>>(
  message: M,
  { channel, lastInboundAt }: Pick<Destination, 'channel' | 'lastInboundAt'>,
  now: Date,
): M {
  if (!findDeliveryTemplate(message, channel) || windowState(channel, lastInboundAt, now) === 'closed') return message
  const { templates: _, ...delivery } = message.delivery ?? {}
  return { ...message, delivery }
}

/** While a member holds a conversation, only that member writes in it; a member writes in no other conversation. */
export function checkHolder(
  holder: string | undefined,
  author: MessageAuthor | undefined,
): { reason: RefusalReason; detail: string } | undefined {
  if (holder === author?.userId) return undefined
  const detail = author ? 'The member does not hold the conversation' : 'A member of the team holds the conversation'
  return { reason: 'heldByHuman', detail }
}

/**
 * Returns the route of a message, or the reason why there is none. Tries the channels of the delivery policy in order;
 * the first that reaches the person wins, unless its window is closed and the policy allows a fallback.
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
const noRoute: RouteDecision = { reason: 'noRoute', detail: 'No channel in the delivery policy reaches this person' }

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
  if (windowState(channel, destination.lastInboundAt, now) === 'open' || findDeliveryTemplate({ delivery }, channel))
    return { route: { destination, binding, waitsForWindow: false } }
  if (delivery.outsideWindow === 'queue') return { route: { destination, binding, waitsForWindow: true } }
  return { reason: 'windowClosed', detail: "The person has not written within the channel's reply window" }
}
