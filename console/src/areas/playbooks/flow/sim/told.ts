import { type AgentContent, type Channel, type ContentMessage, render } from '@parley/amf'
import { words } from '#words/playbooks.ts'
import type { Bubble, Tapped } from '../../../../parts/handset/bubble.ts'
import { bubblesOfAmf, noteBubble, personBubble } from '../../../../parts/handset/bubbles.ts'
import type { Happening } from './session.ts'
import { messageOf } from './speech.ts'

const { trial: said } = words

type Around = { content: AgentContent; timezone: string; channel: Channel; nameOf: (playbookId: string) => string }

const prefix = 'trial.'

/** What happened, as a phone shows it, with notes of what would be done besides. */
export function bubblesIn(happenings: readonly Happening[], around: Around): Bubble[] {
  return happenings.flatMap((happening, at) => bubblesFor(happening, `${prefix}${at}`, around))
}

function bubblesFor(happening: Happening, id: string, around: Around): Bubble[] {
  if (happening.kind === 'heard') return [personBubble({ id, text: happening.text })]
  if (happening.kind !== 'spoken') return [noteBubble(id, noteOf(happening, around))]
  const message = messageOf(happening.effect, around)
  if (message) return bubblesOfAmf(message, { channel: around.channel, messageId: id })
  const lost = happening.effect.kind === 'template' ? happening.effect.templateId : ''
  return [noteBubble(id, said.lostTemplate(lost))]
}

type Noted = Exclude<Happening, { kind: 'heard' | 'spoken' }>

function noteOf(happening: Noted, { nameOf }: Around): string {
  switch (happening.kind) {
    case 'called':
      return said.called(happening.tool, happening.ok)
    case 'saved':
      return said.saved(happening.path, String(happening.value))
    case 'outcome':
      return said.outcome(happening.outcome)
    case 'unread':
      return said.unread
    case 'digression':
      return said.digression
    case 'handoff':
      return happening.to === 'human' ? said.handoffHuman : said.handoff(nameOf(happening.to))
    case 'over':
      return happening.how === 'end' ? said.overEnd : said.overReturn
    case 'circle':
      return said.circle
  }
}

/** What a tap means: the words on it, and the ids of what was picked, where it answers a question. */
export function tapIn(
  { messageId, indexes, labels }: Tapped,
  happenings: readonly Happening[],
  around: Around,
): { text: string; picked?: string[] } {
  const text = labels.join(', ')
  const happening = happenings[Number(messageId.slice(prefix.length))]
  const message: ContentMessage | undefined =
    happening?.kind === 'spoken' ? messageOf(happening.effect, around) : undefined
  if (!message) return { text }
  const { affordances } = render(message, { channel: around.channel, messageId })
  const picked = indexes.flatMap((index) => affordances[index]?.answer?.optionId ?? [])
  const isQuestion = happening?.kind === 'spoken' && happening.effect.kind === 'ask'
  return isQuestion && picked.length > 0 ? { text, picked } : { text }
}
