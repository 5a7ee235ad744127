import type { EntryView, VisitorContent } from '@parley/webchat-protocol'
import { el, icon } from '../dom.ts'
import { safeWebUrl } from '../safe-urls.ts'
import type { WidgetStrings } from '../strings.ts'
import { renderCard, renderCarousel } from './cards.ts'
import { renderChips } from './chips.ts'
import { renderList, renderTimes } from './pickers.ts'
import { renderPlace } from './place.ts'
import { renderTextBubble } from './text-runs.ts'

export type BubbleHost = {
  strings: WidgetStrings
  lang: string
  send(content: VisitorContent): void
  /** Announces a text to screen readers and shows it below the log. */
  announce(text: string): void
}

/** Renders a view as elements: its body and the chips below it. */
export function renderBubble(view: EntryView, host: BubbleHost): HTMLElement[] {
  const chips = view.chips.length > 0 ? [renderChips(view.chips, host)] : []
  return [...renderBody(view, host), ...chips]
}

function renderBody(view: EntryView, host: BubbleHost): HTMLElement[] {
  switch (view.kind) {
    case 'media':
      return [renderMedia(view, host)]
    case 'card':
      return [renderCard(view.card, host)]
    case 'carousel':
      return renderCarousel(view, host)
    case 'list':
      return [renderList(view, host)]
    case 'times':
      return [renderTimes(view, host)]
    case 'place':
      return [renderPlace(view, host)]
    default:
      // Also the text of a kind that only a newer gateway knows.
      return view.text?.length > 0 ? [renderTextBubble(view.text)] : []
  }
}

type MediaEntry = Extract<EntryView, { kind: 'media' }>
const sheet = 'M14 3H6v18h12V7zM14 3v4h4M9 12h6M9 16h6'

function renderMedia({ media, text }: MediaEntry, { strings }: BubbleHost): HTMLElement {
  const { url, kind, name, alt } = media
  const src = safeWebUrl(url)
  const label = alt || name || strings.file
  const body = src ? renderMediaBody(src, kind, label) : el('div', { class: 'text' }, label)
  return el('div', { class: 'media' }, body, text && text.length > 0 && renderTextBubble(text))
}

/** A picture or video that does not load becomes a link with its description. */
function renderMediaBody(src: string, kind: MediaEntry['media']['kind'], label: string): HTMLElement {
  const error = () => element.replaceWith(renderFile(src, label))
  const element =
    kind === 'image'
      ? el('img', { src, alt: label, loading: 'lazy', referrerpolicy: 'no-referrer', error })
      : kind === 'file'
        ? renderFile(src, label)
        : el(kind, { src, controls: true, preload: 'metadata', 'aria-label': label, error })
  return element
}

function renderFile(src: string, label: string): HTMLElement {
  const attributes = { class: 'text file', href: src, target: '_blank', rel: 'noopener noreferrer' }
  return el('a', attributes, icon(sheet), el('span', { dir: 'auto' }, label))
}
