import {
  type Affordance,
  type Channel,
  type ContentMessage,
  createTemplatePayload,
  type RenderResult,
  render,
} from '@parley/amf'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { dropUnneededTemplate, findDeliveryTemplate } from '../messages/recipient.ts'
import { type MessageRow, messageContentOf } from './queries/message-row.ts'
import { readDispatchedMessage } from './queries/receipts.ts'
import type { DispatchTarget } from './queries/targets.ts'

type RenderableMessage = { id: string; message: unknown }

export function renderForTarget(
  { id, message }: RenderableMessage,
  { channel, locale }: Pick<DispatchTarget, 'channel' | 'locale'>,
): RenderResult {
  const content = message as ContentMessage
  const rendered = render(content, { channel, messageId: id, locale })
  const template = findDeliveryTemplate(content, channel)
  if (!template) return rendered
  const native = createTemplatePayload(template)
  const [first, ...more] = rendered.messages
  if (!first) return rendered
  const text = [first, ...more].map((bubble) => bubble.text).join('\n')
  // The provider knows the text of its template; the content says the same.
  return { ...rendered, messages: [{ native, text, chips: [], view: first.view }] }
}

export type DispatchRendering = {
  rendered: RenderResult
  /** To be stored, because it is not sent as the template that the stored message names. */
  sentContent?: ContentMessage
}

/** The reply window may have opened or closed since the message was accepted: its first bubble decides what is sent. */
export function renderForDispatch(row: MessageRow, target: DispatchTarget, now: Date): DispatchRendering {
  const content = messageContentOf(row)
  const message = row.dispatched_bubbles === 0 ? dropUnneededTemplate(content, target, now) : content
  const rendered = renderForTarget({ id: row.id, message }, target)
  return message === content ? { rendered } : { rendered, sentContent: message }
}

/** The tappable items of a sent message, in the order of their taps. */
export type SentAffordances = { asid: string; channel: Channel; affordances: Affordance[] }

/** Returns the tappable items of a message by rendering it again, which always gives the same result. */
export async function readAffordances(
  db: Db,
  agent: AgentKey,
  messageId: string,
): Promise<SentAffordances | undefined> {
  const row = await readDispatchedMessage(db, agent, messageId)
  if (!row) return undefined
  const channel = row.channel as Channel
  const { affordances } = renderForTarget(row, { channel, locale: row.locale ?? undefined })
  return { asid: row.asid, channel, affordances }
}
