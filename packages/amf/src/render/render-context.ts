import type { Finding } from '@parley/findings'
import type { OpenIntent, OpenOption } from '../answers/intent.ts'
import type { Chip, ChipKind } from '../model/chip.ts'
import type { CalendarEvent } from '../model/values.ts'
import type { Profile } from '../profiles/profile.ts'
import type { Phrases } from './phrases/phrases.ts'

/** Something a person can tap, pick or answer by number, and its meaning. */
export type Affordance = {
  kind: ChipKind
  /** The full label, even if the channel truncates it. */
  label: string
  /** The answer that a reply resolves to; actions (opening a link, starting a call) have none. */
  answer?: { intent: string; intentId: string; optionId: string }
  number?: number
  /** The person sees the number in the text. */
  numberShown?: boolean
} & Pick<Chip, 'url' | 'phone' | 'event' | 'place'>

export type Loss = Finding

/** State of one rendering: its inputs, and its affordances and losses so far. */
export type RenderContext = {
  profile: Profile
  locale: string
  phrases: Phrases
  calendarLink(event: CalendarEvent): string
  /** On SMS, use plain characters where that saves segments. */
  smartSms: boolean
  affordances: Affordance[]
  intents: DraftIntent[]
  losses: Loss[]
  shared: { lastNumber: number; chips?: DraftIntent }
}

export type DraftIntent = Omit<OpenIntent, 'options' | 'messageId'> & { options: DraftOption[] }
type DraftOption = Omit<OpenOption, 'number' | 'numberShown'> & { tap: number }

export function addAffordance(context: RenderContext, affordance: Affordance): number {
  return context.affordances.push(affordance) - 1
}

/** Numbers run across all options and chips of a message, so that each is unique. */
export function nextNumber({ shared }: RenderContext): number {
  shared.lastNumber += 1
  return shared.lastNumber
}

/** Returns the number for display in the text, and marks it as shown. */
export function revealNumber(context: RenderContext, tap: number): number | undefined {
  const affordance = context.affordances[tap]
  if (affordance?.number !== undefined) affordance.numberShown = true
  return affordance?.number
}

const losses = {
  'label.cut': 'The label is longer than the channel shows; it stands in full in the text',
  'title.cut': 'The title is longer than the channel shows; it stands in full in the text',
  'description.cut': 'The description is longer than the channel shows; it stands in full in the text',
  'chip.as_text': 'The channel has no place for this chip; it became a line of text',
  'chip.as_link': 'The channel has no chip of this kind; it became one that opens a link',
  'choice.numbered': 'The options became a numbered list, to be answered by number',
  'choice.as_sentence': 'The choice became a sentence that is answered by YES or NO',
  'times.as_choice': 'The channel has no time picker; the times became a choice',
  'cards.as_text': 'The channel has no cards; they became text',
  'cards.apart': 'The cards do not fit into one carousel; they follow each other',
  'picture.as_link': 'The channel cannot show this; it became a link',
  'picture.left_out': 'The channel shows no picture here; a link to it stands in the text',
  'location.as_text': 'The channel cannot ask for a location; the person is asked to type an address',
  'link.added': 'What the channel cannot do by itself became a link',
  'text.split': 'The text is longer than one message of the channel and was split',
  'markup.removed': 'The channel shows no bold, italic or struck text; only the words are left',
  'characters.replaced': 'Typographic characters became plain ones, so that the text needs fewer SMS segments',
} as const
export type LossCode = keyof typeof losses

export function recordLoss(context: RenderContext, code: LossCode, path: string): void {
  context.losses.push({ severity: 'info', code, path, message: losses[code] })
}
