import type { ContentMessage, RenderResult } from '@parley/amf'
import type { Adapter, LiveBinding } from '../../../channels/index.ts'
import { renderForTarget } from '../../dispatch/render.ts'
import { decideRoute, dropUnneededTemplate } from '../../messages/recipient.ts'
import type { Initiation, InitiationResult } from '../deps.ts'
import { canFallBack, createNoCarrierRefusal, unknownRecipientRefusal, withDelivery } from '../message.ts'
import type { RecipientFacts } from './queries/recipient-facts.ts'

/** An opener that can share its statements with others: one bubble without questions, and nothing to wait for. */
export type BatchableInitiation = {
  opening: Initiation
  messageId: string
  message: ContentMessage
  rendered: RenderResult
  locale?: string
  binding: LiveBinding
  adapter: Adapter
  /** By the monotonic clock. */
  bindingsReadAt: number
}

type ClassifyInput = {
  opening: Initiation
  messageId: string
  message: ContentMessage
  facts: RecipientFacts
  bindings: readonly LiveBinding[]
  bindingsReadAt: number
  findAdapter(binding: LiveBinding): Adapter | undefined
  now: Date
}

export type InitiationClass = { plain: BatchableInitiation } | { answer: InitiationResult } | 'alone'

/** Pure: returns the result that `initiate` would give without an attempt, or whether the opener can be batched. */
export function classifyInitiation({
  opening,
  messageId,
  message: content,
  facts,
  bindings,
  bindingsReadAt,
  findAdapter,
  now,
}: ClassifyInput): InitiationClass {
  const { destination, locale } = facts
  if (!destination) return { answer: { kind: 'refused', ...unknownRecipientRefusal } }
  const message = withDelivery(content, opening)
  // Another identity of the person may still be reached.
  const endWith = (answer: InitiationResult): InitiationClass => (canFallBack(opening) ? 'alone' : { answer })
  const { templates } = opening.delivery ?? {}
  const recipient = { primary: destination, others: [] }
  const decision = decideRoute({ recipient, delivery: { templates }, bindings, now })
  if ('reason' in decision) return endWith({ kind: 'refused', ...decision })
  const { binding } = decision.route
  const adapter = findAdapter(binding)
  if (!adapter) return endWith(createNoCarrierRefusal(binding.channel))
  const asks = opening.mustCheckCapability && destination.channel === 'rcs'
  if (asks && facts.capable === false) return endWith({ kind: 'incapable', known: true })
  if (asks && facts.capable === undefined && opening.mustCheckCapability !== 'known' && adapter.capable) return 'alone'
  if (mustWait(binding, facts, now) || dropUnneededTemplate(message, destination, now) !== message) return 'alone'
  const rendered = renderForTarget({ id: messageId, message }, { channel: destination.channel, locale })
  if (rendered.messages.length !== 1 || rendered.intents.length > 0) return 'alone'
  return { plain: { opening, messageId, message, rendered, locale, binding, adapter, bindingsReadAt } }
}

/** A disclaimer must be sent first, or the minimum delay since the last message has not passed. */
function mustWait({ compliance, minMessageDelayMs = 0 }: LiveBinding, facts: RecipientFacts, now: Date): boolean {
  const { disclaimed, dispatchedAt } = facts
  if (compliance?.enabled && !disclaimed) return true
  return dispatchedAt !== undefined && now.getTime() - dispatchedAt.getTime() < minMessageDelayMs
}
