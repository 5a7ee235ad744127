import type { ContentMessage, Rendered } from '@parley/amf'
import type { Adapter, LiveBinding } from '../../../channels/index.ts'
import { renderedFor } from '../../dispatch/render.ts'
import { decideRoute } from '../../messages/recipient.ts'
import type { Opened, Opening } from '../deps.ts'
import { refusedNoCarrier, unknownRecipient } from '../refusals.ts'
import type { Facts } from './queries/facts.ts'

/** An opening that shares its statements with others: one bubble that asks nothing, and nothing is to be waited for. */
export type Plain = {
  opening: Opening
  messageId: string
  message: ContentMessage
  rendered: Rendered
  locale?: string
  binding: LiveBinding
  adapter: Adapter
}

type Asked = {
  opening: Opening
  messageId: string
  message: ContentMessage
  facts: Facts
  bindings: readonly LiveBinding[]
  adapterFor(binding: LiveBinding): Adapter | undefined
  now: Date
}

export type Sorted = { plain: Plain } | { answer: Opened } | 'alone'

/** Pure: what `open` would answer without trying anything; or whether it goes together with others. */
export function sort({ opening, messageId, message, facts, bindings, adapterFor, now }: Asked): Sorted {
  const { place, locale } = facts
  if (!place) return { answer: { kind: 'refused', ...unknownRecipient } }
  const decision = decideRoute({ recipient: { named: place, others: [] }, bindings, now })
  if ('reason' in decision) return { answer: { kind: 'refused', ...decision } }
  const { binding } = decision.route
  const adapter = adapterFor(binding)
  if (!adapter) return { answer: refusedNoCarrier(binding.channel) }
  const asks = opening.checksCapability && place.channel === 'rcs'
  if (asks && facts.capable === false) return { answer: { kind: 'incapable', known: true } }
  if (isHeldUp(binding, facts, now)) return 'alone'
  const rendered = renderedFor({ id: messageId, message }, { channel: place.channel, locale })
  if (rendered.messages.length !== 1 || rendered.intents.length > 0) return 'alone'
  return { plain: { opening, messageId, message, rendered, locale, binding, adapter } }
}

/** A disclaimer goes before it, or the gap to the message before is not over. */
function isHeldUp({ compliance, minMessageDelayMs = 0 }: LiveBinding, facts: Facts, now: Date): boolean {
  const { disclaimed, dispatchedAt } = facts
  if (compliance?.enabled && !disclaimed) return true
  return dispatchedAt !== undefined && now.getTime() - dispatchedAt.getTime() < minMessageDelayMs
}
