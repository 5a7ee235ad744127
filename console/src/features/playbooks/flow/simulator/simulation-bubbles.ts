import {
  type AgentContent,
  type Channel,
  type Chip,
  type ContentMessage,
  compile,
  listAmlReferences,
  type Part,
  render,
} from '@parley/amf'
import type { FlowQuestion } from '@parley/flow'
import { strings } from '#i18n/flow.ts'
import {
  createNoteBubble,
  createPersonBubble,
  type HandsetBubble,
  type TapEvent,
  toAmfBubbles,
} from '../../../../components/handset/bubbles.ts'
import type { MessageEffect, SimulationEvent } from './simulation.ts'

type MessageContext = { content: AgentContent; timezone: string }

/** Converts content of a flow to a message; undefined if its template no longer exists. */
export function toContentMessage(
  effect: MessageEffect,
  { content, timezone }: MessageContext,
): ContentMessage | undefined {
  if (effect.kind === 'ask') return message([toMessagePart(effect.question, timezone)])
  if (effect.kind === 'template') {
    const aml = content.template?.(effect.templateId)
    return aml === undefined ? undefined : compile(aml, { content }).message
  }
  const { text, suggestions = [] } = effect
  const own =
    listAmlReferences(text).length > 0 ? compile(text, { content }).message : message([{ type: 'text', text }])
  const chips = [...(own.chips ?? []), ...suggestions.map((label): Chip => ({ label }))]
  return { ...own, ...(chips.length > 0 && { chips }) }
}

const message = (parts: Part[]): ContentMessage => ({ spec: 'amf/1', parts })

/** Converts a question to the form that fits its answer. */
function toMessagePart({ intentId, text, form }: FlowQuestion, timezone: string): Part {
  if (form.kind === 'open') return { type: 'text', text }
  if (form.kind === 'confirm') return { type: 'confirm', intentId, prompt: text }
  if (form.kind === 'choice') return { type: 'ask.choice', intentId, prompt: text, options: form.options }
  const slots = form.options.map(({ id, label }) => ({ id, label, start: { iso: id, tz: timezone } }))
  return { type: 'ask.time', intentId, prompt: text, slots }
}

const { trial: texts } = strings

type BubbleRenderContext = {
  content: AgentContent
  timezone: string
  channel: Channel
  nameOf: (playbookId: string) => string
}

const prefix = 'trial.'

/** Shows the simulation as bubbles, with notes for side effects. */
export function buildSimulationBubbles(
  events: readonly SimulationEvent[],
  context: BubbleRenderContext,
): HandsetBubble[] {
  return events.flatMap((event, at) => eventBubbles(event, `${prefix}${at}`, context))
}

function eventBubbles(event: SimulationEvent, id: string, context: BubbleRenderContext): HandsetBubble[] {
  if (event.kind === 'heard') return [createPersonBubble({ id, text: event.text })]
  if (event.kind !== 'spoken') return [createNoteBubble(id, eventNoteOf(event, context))]
  const message = toContentMessage(event.effect, context)
  if (message) return toAmfBubbles(message, { channel: context.channel, messageId: id })
  const lost = event.effect.kind === 'template' ? event.effect.templateId : ''
  return [createNoteBubble(id, texts.missingTemplate(lost))]
}

type NoteEvent = Exclude<SimulationEvent, { kind: 'heard' | 'spoken' }>

function eventNoteOf(event: NoteEvent, { nameOf }: BubbleRenderContext): string {
  switch (event.kind) {
    case 'called':
      return texts.called(event.tool, event.ok)
    case 'saved':
      return texts.saved(event.path, String(event.value))
    case 'outcome':
      return texts.outcome(event.outcome)
    case 'unread':
      return texts.unread
    case 'digression':
      return texts.digression
    case 'handoff':
      return event.to === 'human' ? texts.handoffHuman : texts.handoff(nameOf(event.to))
    case 'over':
      return event.how === 'end' ? texts.overEnd : texts.overReturn
    case 'circle':
      return texts.loop
  }
}

/** Resolves a tap to its label and, if it answers a question, the ids of the chosen options. */
export function resolveSimulatedTap(
  { messageId, indexes, labels }: TapEvent,
  events: readonly SimulationEvent[],
  context: BubbleRenderContext,
): { text: string; picked?: string[] } {
  const text = labels.join(', ')
  const event = events[Number(messageId.slice(prefix.length))]
  const message: ContentMessage | undefined =
    event?.kind === 'spoken' ? toContentMessage(event.effect, context) : undefined
  if (!message) return { text }
  const { affordances } = render(message, { channel: context.channel, messageId })
  const picked = indexes.flatMap((index) => affordances[index]?.answer?.optionId ?? [])
  const isQuestion = event?.kind === 'spoken' && event.effect.kind === 'ask'
  return isQuestion && picked.length > 0 ? { text, picked } : { text }
}
