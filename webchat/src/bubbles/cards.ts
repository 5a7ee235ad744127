import type { EntryView } from '@parley/webchat-protocol'
import { el } from '../dom.ts'
import { safeWebUrl } from '../safe-urls.ts'
import type { BubbleHost } from './bubble.ts'
import { renderChips } from './chips.ts'
import { renderTextBubble, renderTextRuns } from './text-runs.ts'

type Card = Extract<EntryView, { kind: 'card' }>['card']

export function renderCard({ title, description, mediaUrl, chips }: Card, host: BubbleHost): HTMLElement {
  const media = safeWebUrl(mediaUrl)
  const isVideo = media && /\.(?:mp4|webm|mov)(?:$|\?)/i.test(media)
  const hasText = Boolean(title || description)
  return el(
    'div',
    { class: 'card', role: 'group', 'aria-label': title },
    media && (isVideo ? el('video', { src: media, controls: true, preload: 'metadata' }) : renderPicture(media)),
    hasText &&
      el(
        'div',
        { class: 'words', dir: 'auto' },
        title && el('div', { class: 'title' }, title),
        description && el('div', { class: 'quiet' }, ...renderTextRuns(description)),
      ),
    chips.length > 0 && renderChips(chips, host),
  )
}

/** The text next to the picture describes it, so its alt text is empty; a picture that does not load goes away. */
export function renderPicture(src: string): HTMLElement {
  const picture = el('img', {
    src,
    alt: '',
    loading: 'lazy',
    referrerpolicy: 'no-referrer',
    error: () => picture.remove(),
  })
  return picture
}

type Carousel = Extract<EntryView, { kind: 'carousel' }>

export function renderCarousel({ text, cards }: Carousel, host: BubbleHost): HTMLElement[] {
  const carousel = el(
    'div',
    { class: 'carousel', role: 'group', 'aria-label': host.strings.cards, tabindex: '0' },
    ...cards.map((card) => renderCard(card, host)),
  )
  return text && text.length > 0 ? [renderTextBubble(text), carousel] : [carousel]
}
