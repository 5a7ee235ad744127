import { type Affordance, matchAnswer, type OpenIntent } from '@parley/amf'
import type { Action, InboundMessage, Result, TypedEvent } from '../event.ts'

/** What a person said, before it is known which question it answers. */
export type Heard =
  | { type: 'text'; text: string }
  | { type: 'message'; message: InboundMessage }
  | { type: 'tap'; taps: Tap[]; label: string; picked: boolean }

/** What was tapped: an affordance of a message that was sent, and to whom. */
export type Tap = { messageId: string; asid: string; affordance: Affordance }

export type Understood = { events: TypedEvent[]; intents: OpenIntent[] }

/** Longer texts are letters, not answers. */
const longestAnswer = 10_000

/** As far as this person can have said it: what somebody else was shown they cannot tap. */
export function heardFrom(asid: string, heard: Heard): Heard {
  return heard.type === 'tap' ? { ...heard, taps: heard.taps.filter((tap) => tap.asid === asid) } : heard
}

/** What the agent hears of it, never nothing, and the questions that stay open. */
export function understand(heard: Heard, intents: OpenIntent[]): Understood {
  if (heard.type === 'message') return { events: [{ type: 'message', message: heard.message }], intents }
  if (heard.type === 'text') return typed(heard.text, intents)
  const events = tapped(heard)
  const results = events.flatMap((event) => (event.type === 'result' ? [event.result] : []))
  return { events, intents: intents.filter((intent) => !results.some((result) => answers(result, intent))) }
}

function typed(text: string, intents: OpenIntent[]): Understood {
  const answer = text.length <= longestAnswer ? matchAnswer(text, intents) : undefined
  if (!answer) return { events: [{ type: 'message', message: { text } }], intents }
  const { intent, intentId, messageId } = answer.intent
  const optionIds = answer.options.map(({ id }) => id)
  const labels = answer.options.map(({ label }) => label)
  const result: Result = { intent, intentId, optionIds, labels, via: 'text', text, messageId }
  return { events: [{ type: 'result', result }], intents: intents.filter((open) => !answers(result, open)) }
}

const answers = (result: Result, intent: OpenIntent): boolean =>
  result.messageId === intent.messageId && result.intent === intent.intent && result.intentId === intent.intentId

/** One result for each question, however many of its options were tapped at once. */
function tapped({ taps, label, picked }: Extract<Heard, { type: 'tap' }>): TypedEvent[] {
  const byQuestion = Map.groupBy(taps, ({ messageId, affordance: { answer } }) =>
    answer ? JSON.stringify([messageId, answer.intent, answer.intentId]) : undefined,
  )
  const results = [...byQuestion].flatMap(([question, group]) => (question ? [resultOf(group, picked)] : []))
  const actions = (byQuestion.get(undefined) ?? []).flatMap(actionOf)
  const events = [...results, ...actions]
  return events.length > 0 ? events : [{ type: 'message', message: { text: label } }]
}

function resultOf(taps: readonly Tap[], picked: boolean): TypedEvent {
  const [first] = taps as [Tap]
  const { intent, intentId } = first.affordance.answer as NonNullable<Affordance['answer']>
  const chosen = new Map(taps.map(({ affordance }) => [affordance.answer?.optionId as string, affordance.label]))
  const result: Result = {
    intent,
    intentId,
    optionIds: [...chosen.keys()],
    labels: [...chosen.values()],
    via: picked ? 'pick' : 'tap',
    messageId: first.messageId,
  }
  return { type: 'result', result }
}

function actionOf({ messageId, affordance: { kind, label, url, phone } }: Tap): TypedEvent[] {
  if (kind === 'reply') return []
  const action: Action = {
    kind,
    label,
    ...(url !== undefined && { url }),
    ...(phone !== undefined && { phone }),
    messageId,
  }
  return [{ type: 'action', action }]
}
