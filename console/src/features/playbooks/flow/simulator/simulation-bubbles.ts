import { type AgentContent, type Channel, type ContentMessage, render } from '@parley/amf'
import { strings } from '#i18n/playbooks.ts'
import type { HandsetBubble, TapEvent } from '../../../../components/handset/bubble.ts'
import { amfBubbles, noteBubble, personBubble } from '../../../../components/handset/bubbles.ts'
import type { SimulationEvent } from './simulation.ts'
import { toContentMessage } from './speech.ts'

const { trial: texts } = strings

type BubbleRenderContext = { content: AgentContent; timezone: string; channel: Channel; nameOf: (playbookId: string) => string }

const prefix = 'trial.'

/** What happened, as a phone shows it, with notes of what would be done besides. */
export function buildSimulationBubbles(happenings: readonly SimulationEvent[], around: BubbleRenderContext): HandsetBubble[] {
  return happenings.flatMap((happening, at) => eventBubbles(happening, `${prefix}${at}`, around))
}

function eventBubbles(happening: SimulationEvent, id: string, around: BubbleRenderContext): HandsetBubble[] {
  if (happening.kind === 'heard') return [personBubble({ id, text: happening.text })]
  if (happening.kind !== 'spoken') return [noteBubble(id, eventNoteOf(happening, around))]
  const message = toContentMessage(happening.effect, around)
  if (message) return amfBubbles(message, { channel: around.channel, messageId: id })
  const lost = happening.effect.kind === 'template' ? happening.effect.templateId : ''
  return [noteBubble(id, texts.lostTemplate(lost))]
}

type NoteEvent = Exclude<SimulationEvent, { kind: 'heard' | 'spoken' }>

function eventNoteOf(happening: NoteEvent, { nameOf }: BubbleRenderContext): string {
  switch (happening.kind) {
    case 'called':
      return texts.called(happening.tool, happening.ok)
    case 'saved':
      return texts.saved(happening.path, String(happening.value))
    case 'outcome':
      return texts.outcome(happening.outcome)
    case 'unread':
      return texts.unread
    case 'digression':
      return texts.digression
    case 'handoff':
      return happening.to === 'human' ? texts.handoffHuman : texts.handoff(nameOf(happening.to))
    case 'over':
      return happening.how === 'end' ? texts.overEnd : texts.overReturn
    case 'circle':
      return texts.circle
  }
}

/** What a tap means: the words on it, and the ids of what was picked, where it answers a question. */
export function resolveSimulatedTap(
  { messageId, indexes, labels }: TapEvent,
  happenings: readonly SimulationEvent[],
  around: BubbleRenderContext,
): { text: string; picked?: string[] } {
  const text = labels.join(', ')
  const happening = happenings[Number(messageId.slice(prefix.length))]
  const message: ContentMessage | undefined =
    happening?.kind === 'spoken' ? toContentMessage(happening.effect, around) : undefined
  if (!message) return { text }
  const { affordances } = render(message, { channel: around.channel, messageId })
  const picked = indexes.flatMap((index) => affordances[index]?.answer?.optionId ?? [])
  const isQuestion = happening?.kind === 'spoken' && happening.effect.kind === 'ask'
  return isQuestion && picked.length > 0 ? { text, picked } : { text }
}
