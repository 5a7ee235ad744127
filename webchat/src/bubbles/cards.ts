import type { ShownByAgent } from '@parley/webchat-protocol'
import { webAddress } from '../addresses.ts'
import { el } from '../dom.ts'
import type { Around } from './bubble.ts'
import { chipsOf } from './chips.ts'

type Card = Extract<ShownByAgent, { kind: 'card' }>['card']

export function cardOf({ title, description, mediaUrl, chips }: Card, around: Around): HTMLElement {
  const picture = webAddress(mediaUrl)
  const film = picture && /\.mp4(?:$|\?)/i.test(picture)
  return el(
    'div',
    { class: 'card' },
    film && el('video', { src: picture, controls: true, preload: 'metadata' }),
    picture && !film && pictureOf(picture),
    el(
      'div',
      { class: 'words' },
      title && el('div', { class: 'title' }, title),
      description && el('div', { class: 'quiet' }, description),
      chips.length > 0 && chipsOf(chips, around),
    ),
  )
}

/** What stands in the picture stands in the words beside it. */
export function pictureOf(src: string): HTMLElement {
  return el('img', { src, alt: '', loading: 'lazy', referrerpolicy: 'no-referrer' })
}

export function carouselOf(cards: readonly Card[], around: Around): HTMLElement {
  return el(
    'div',
    { class: 'carousel', role: 'group', 'aria-label': around.words.cards, tabindex: '0' },
    ...cards.map((card) => cardOf(card, around)),
  )
}
