import type { Finding } from '@parley/findings'
import type { OpenIntent, OpenOption } from '../answers/intent.ts'
import type { Chip, ChipKind } from '../model/chip.ts'
import type { CalendarEvent } from '../model/values.ts'
import type { Profile } from '../profiles/profile.ts'
import type { Phrases } from './phrases.ts'

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
export function takeNextNumber({ shared }: RenderContext): number {
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
  'label.cut': 'The label is longer than the channel shows; the text contains it in full',
  'title.cut': 'The title is longer than the channel shows; the text contains it in full',
  'description.cut': 'The description is longer than the channel shows; the text contains it in full',
  'chip.as_text': 'The channel has no room for this chip; it became a line of text',
  'chip.as_link': 'The channel does not support this kind of chip; it became a link',
  'choice.numbered': 'The options became a numbered list; people reply with a number',
  'choice.as_sentence': 'The choice became a question that people answer with YES or NO',
  'times.as_choice': 'The channel has no time picker; the times became a choice',
  'cards.as_text': 'The channel has no cards; they became text',
  'cards.apart': 'The cards do not fit into one carousel; they are sent one after another',
  'picture.as_link': 'The channel cannot show this; it became a link',
  'picture.left_out': 'The channel does not show an image here; the text links to it',
  'location.as_text': 'The channel cannot ask for a location; the person is asked to type an address',
  'link.added': 'The channel does not support this; it became a link',
  'text.split': 'The text is longer than one message of the channel, so it was split',
  'markup.removed': 'The channel shows no bold, italic or strikethrough; the text is sent plain',
  'characters.replaced': 'Typographic characters became plain ones, so that the text needs fewer SMS segments',
} as const
export type LossCode = keyof typeof losses

export function recordLoss(context: RenderContext, code: LossCode, path: string): void {
  context.losses.push({ severity: 'info', code, path, message: losses[code] })
}
