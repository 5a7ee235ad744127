import type { Said, Shown } from '@parley/webchat-protocol'
import { el } from '../dom.ts'
import type { Words } from '../words.ts'
import { cardOf, carouselOf } from './cards.ts'
import { chipsOf } from './chips.ts'
import { listOf } from './list.ts'
import { mediaOf } from './media.ts'
import { placeLink } from './place.ts'
import { textOf } from './runs.ts'
import { timesOf } from './times.ts'

/** What a bubble needs of the widget around it. */
export type Around = {
  words: Words
  lang: string
  say(said: Said): void
  /** Words that a screen reader hears, and an eye sees under the log. */
  tell(text: string): void
}

/** A message as elements: its body, and the chips under it. */
export function bubbleOf(shown: Shown, around: Around): HTMLElement[] {
  const body = bodyOf(shown, around)
  const chips = 'chips' in shown && shown.chips.length > 0 ? chipsOf(shown.chips, around) : undefined
  return [body, chips].filter((each) => each !== undefined)
}

function bodyOf(shown: Shown, around: Around): HTMLElement | undefined {
  switch (shown.kind) {
    case 'said':
      return el('div', { class: 'text' }, shown.text)
    case 'place':
      return el('div', { class: 'text' }, placeLink(around.words.place, shown))
    case 'text':
      return shown.text.length > 0 ? textOf(shown.text) : undefined
    case 'media':
      return mediaOf(shown, around)
    case 'card':
      return cardOf(shown.card, around)
    case 'carousel':
      return carouselOf(shown.cards, around)
    case 'list':
      return listOf(shown, around)
    case 'times':
      return timesOf(shown, around)
    default:
      return undefined
  }
}
