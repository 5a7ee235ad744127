import type { AgentEntryContent } from '@parley/webchat-protocol'
import { el } from '../dom.ts'
import { safeWebUrl } from '../safe-urls.ts'
import type { BubbleHost } from './bubble.ts'
import { renderChips } from './chips.ts'

type Card = Extract<AgentEntryContent, { kind: 'card' }>['card']

export function renderCard({ title, description, mediaUrl, chips }: Card, host: BubbleHost): HTMLElement {
  const picture = safeWebUrl(mediaUrl)
  const film = picture && /\.mp4(?:$|\?)/i.test(picture)
  return el(
    'div',
    { class: 'card' },
    film && el('video', { src: picture, controls: true, preload: 'metadata' }),
    picture && !film && renderPicture(picture),
    el(
      'div',
      { class: 'words' },
      title && el('div', { class: 'title' }, title),
      description && el('div', { class: 'quiet' }, description),
      chips.length > 0 && renderChips(chips, host),
    ),
  )
}

/** The text next to the picture describes it, so its alt text is empty. */
export function renderPicture(src: string): HTMLElement {
  return el('img', { src, alt: '', loading: 'lazy', referrerpolicy: 'no-referrer' })
}

export function renderCarousel(cards: readonly Card[], host: BubbleHost): HTMLElement {
  return el(
    'div',
    { class: 'carousel', role: 'group', 'aria-label': host.strings.cards, tabindex: '0' },
    ...cards.map((card) => renderCard(card, host)),
  )
}
