import type { AgentEntryContent, EntryContent, VisitorContent } from '@parley/webchat-protocol'
import { el } from '../dom.ts'
import { safeWebUrl } from '../safe-urls.ts'
import type { WidgetStrings } from '../strings.ts'
import { renderCard, renderCarousel } from './cards.ts'
import { renderChips } from './chips.ts'
import { renderList } from './list.ts'
import { renderLocationLink } from './location.ts'
import { renderTextRuns } from './text-runs.ts'
import { renderTimes } from './times.ts'

export type BubbleHost = {
  strings: WidgetStrings
  lang: string
  send(content: VisitorContent): void
  /** Announces a text to screen readers and shows it below the log. */
  announce(text: string): void
}

/** Renders a message as elements: its body and the chips below it. */
export function renderBubble(shown: EntryContent, host: BubbleHost): HTMLElement[] {
  const body = renderBody(shown, host)
  const chips = 'chips' in shown && shown.chips.length > 0 ? renderChips(shown.chips, host) : undefined
  return [body, chips].filter((each) => each !== undefined)
}

function renderBody(shown: EntryContent, host: BubbleHost): HTMLElement | undefined {
  switch (shown.kind) {
    case 'said':
      return el('div', { class: 'text' }, shown.text)
    case 'place':
      return el('div', { class: 'text' }, renderLocationLink(host.strings.place, shown))
    case 'text':
      return shown.text.length > 0 ? renderTextRuns(shown.text) : undefined
    case 'media':
      return renderMedia(shown, host)
    case 'card':
      return renderCard(shown.card, host)
    case 'carousel':
      return renderCarousel(shown.cards, host)
    case 'list':
      return renderList(shown, host)
    case 'times':
      return renderTimes(shown, host)
    default:
      return undefined
  }
}

type Media = Extract<AgentEntryContent, { kind: 'media' }>

function renderMedia({ url, mediaType, alt, caption }: Media, { strings }: BubbleHost): HTMLElement {
  const src = safeWebUrl(url)
  return el(
    'div',
    { class: 'media' },
    src ? shownAs(src, mediaType, alt || strings.file) : el('div', { class: 'text' }, alt || url),
    caption && renderTextRuns(caption),
  )
}

function shownAs(src: string, mediaType: string, alt: string): HTMLElement {
  if (mediaType.startsWith('image/')) return el('img', { src, alt, loading: 'lazy', referrerpolicy: 'no-referrer' })
  if (mediaType.startsWith('video/'))
    return el('video', { src, controls: true, preload: 'metadata', 'aria-label': alt })
  if (mediaType.startsWith('audio/'))
    return el('audio', { src, controls: true, preload: 'metadata', 'aria-label': alt })
  return el('a', { class: 'text', href: src, target: '_blank', rel: 'noopener noreferrer' }, alt)
}
