import { type Affordance, matchAnswer, type OpenIntent } from '@parley/amf'
import type { GatewayEvent, InboundMessage, IntentResult, TapAction } from '../event.ts'

/** Content from a person, before it is matched with the question that it answers. */
export type ResolvedContent =
  | { type: 'text'; text: string }
  | { type: 'message'; message: InboundMessage }
  | { type: 'tap'; taps: AffordanceTap[]; label: string; picked: boolean }

/** A tapped affordance of a sent message, and the recipient of that message. */
export type AffordanceTap = { messageId: string; asid: string; affordance: Affordance }

export type InterpretedContent = { events: GatewayEvent[]; intents: OpenIntent[] }

/** Longer texts are not treated as answers. */
const maxAnswerLength = 10_000

/** Drops taps on messages that were sent to someone else. */
export function dropForeignTaps(asid: string, content: ResolvedContent): ResolvedContent {
  return content.type === 'tap' ? { ...content, taps: content.taps.filter((tap) => tap.asid === asid) } : content
}

/** Returns the events for the agent, always at least one, and the questions that stay open. */
export function interpretContent(content: ResolvedContent, intents: OpenIntent[]): InterpretedContent {
  if (content.type === 'message') return { events: [{ type: 'message', message: content.message }], intents }
  if (content.type === 'text') return interpretText(content.text, intents)
  const events = interpretTaps(content)
  const results = events.flatMap((event) => (event.type === 'result' ? [event.result] : []))
  return { events, intents: intents.filter((intent) => !results.some((result) => isAnswerTo(result, intent))) }
}

function interpretText(text: string, intents: OpenIntent[]): InterpretedContent {
  const answer = text.length <= maxAnswerLength ? matchAnswer(text, intents) : undefined
  if (!answer) return { events: [{ type: 'message', message: { text } }], intents }
  const { intent, intentId, messageId } = answer.intent
  const optionIds = answer.options.map(({ id }) => id)
  const labels = answer.options.map(({ label }) => label)
  const result: IntentResult = { intent, intentId, optionIds, labels, via: 'text', text, messageId }
  return { events: [{ type: 'result', result }], intents: intents.filter((open) => !isAnswerTo(result, open)) }
}

const isAnswerTo = (result: IntentResult, intent: OpenIntent): boolean =>
  result.messageId === intent.messageId && result.intent === intent.intent && result.intentId === intent.intentId

/** Returns one result per question, however many of its options were tapped at once. */
function interpretTaps({ taps, label, picked }: Extract<ResolvedContent, { type: 'tap' }>): GatewayEvent[] {
  const byQuestion = Map.groupBy(taps, ({ messageId, affordance: { answer } }) =>
    answer ? JSON.stringify([messageId, answer.intent, answer.intentId]) : undefined,
  )
  const results = [...byQuestion].flatMap(([question, group]) => (question ? [toResultEvent(group, picked)] : []))
  const actions = (byQuestion.get(undefined) ?? []).flatMap(toActionEvents)
  const events = [...results, ...actions]
  return events.length > 0 ? events : [{ type: 'message', message: { text: label } }]
}

function toResultEvent(taps: readonly AffordanceTap[], picked: boolean): GatewayEvent {
  const [first] = taps as [AffordanceTap]
  const { intent, intentId } = first.affordance.answer as NonNullable<Affordance['answer']>
  const chosen = new Map(taps.map(({ affordance }) => [affordance.answer?.optionId as string, affordance.label]))
  const result: IntentResult = {
    intent,
    intentId,
    optionIds: [...chosen.keys()],
    labels: [...chosen.values()],
    via: picked ? 'pick' : 'tap',
    messageId: first.messageId,
  }
  return { type: 'result', result }
}

function toActionEvents({ messageId, affordance: { kind, label, url, phone } }: AffordanceTap): GatewayEvent[] {
  if (kind === 'reply') return []
  const action: TapAction = {
    kind,
    label,
    ...(url !== undefined && { url }),
    ...(phone !== undefined && { phone }),
    messageId,
  }
  return [{ type: 'action', action }]
}
