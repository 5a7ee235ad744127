import type { AgentEntryContent, EntryContent, VisitorContent } from '@parley/webchat-protocol'
import { el } from '../dom.ts'
import { safeWebUrl } from '../safe-urls.ts'
import type { WidgetStrings } from '../strings.ts'
import { renderCard, renderCarousel, renderPicture } from './cards.ts'
import { renderChips } from './chips.ts'
import { renderLocationLink } from './location.ts'
import { renderTextRuns } from './text-runs.ts'

type Times = Extract<AgentEntryContent, { kind: 'times' }>
type Slot = Times['slots'][number]

/** Open slots grouped by day, in the time zone that each slot names. */
function renderTimes({ text, slots }: Times, host: BubbleHost): HTMLElement {
  const days = Map.groupBy(slots, ({ start }) => dayOf(start, host.lang))
  const dayGroups = [...days].map(([day, times]) =>
    el(
      'div',
      { class: 'day', role: 'group', 'aria-label': day },
      el('div', { class: 'quiet', 'aria-hidden': 'true' }, day),
      el('div', { class: 'chips' }, ...times.map((slot) => slotOf(slot, host))),
    ),
  )
  return el('div', { class: 'picker' }, text.length > 0 && renderTextRuns(text), ...dayGroups)
}

function slotOf({ label, postback }: Slot, host: BubbleHost): HTMLElement {
  const click = () => host.send({ type: 'tap', postback, label, picked: true })
  return el('button', { type: 'button', class: 'chip', click }, label)
}

function dayOf({ iso, tz }: Slot['start'], lang: string): string {
  try {
    const format = new Intl.DateTimeFormat(lang, { weekday: 'long', day: 'numeric', month: 'long', timeZone: tz })
    return format.format(new Date(iso))
  } catch {
    return iso.slice(0, 10)
  }
}

type List = Extract<AgentEntryContent, { kind: 'list' }>
type Row = List['rows'][number]

function renderList(list: List, host: BubbleHost): HTMLElement {
  const rows = list.multiple ? severalOf(list.rows, host) : list.rows.map((row) => oneOf(row, host))
  return el(
    'div',
    { class: 'picker' },
    list.text.length > 0 && renderTextRuns(list.text),
    el('div', { class: 'rows', role: 'group', 'aria-label': host.strings.options }, ...rows),
  )
}

function oneOf(row: Row, host: BubbleHost): HTMLElement {
  const { title, postback } = row
  const click = () => host.send({ type: 'tap', postback, label: title, picked: true })
  return el('button', { type: 'button', class: 'row', click }, ...renderRowText(row))
}

/** Any number of rows, and a button that submits the selection. */
function severalOf(rows: readonly Row[], host: BubbleHost): HTMLElement[] {
  const boxes = rows.map((row) => ({ row, box: el('input', { type: 'checkbox', change: () => settle() }) }))
  const chosen = () => boxes.filter(({ box }) => box.checked).map(({ row }) => row)
  const done = el(
    'button',
    { type: 'button', class: 'chip done', disabled: true, click: () => send() },
    host.strings.done,
  )
  const settle = () => {
    done.disabled = chosen().length === 0
  }
  function send(): void {
    const [first, ...others] = chosen()
    if (!first) return
    const label = [first, ...others]
      .map(({ title }) => title)
      .join(', ')
      .slice(0, 1_000)
    const also = others.map(({ postback }) => postback)
    host.send({ type: 'tap', postback: first.postback, label, picked: true, also })
  }
  return [...boxes.map(({ row, box }) => el('label', { class: 'row' }, box, ...renderRowText(row))), done]
}

function renderRowText({ title, description, mediaUrl }: Row): Node[] {
  const picture = safeWebUrl(mediaUrl)
  const text = el(
    'span',
    { class: 'words' },
    el('span', { class: 'title' }, title),
    description && el('span', { class: 'quiet' }, description),
  )
  return picture ? [renderPicture(picture), text] : [text]
}

export type BubbleHost = {
  strings: WidgetStrings
  lang: string
  send(content: VisitorContent): void
  /** Announces a text to screen readers and shows it below the log. */
  announce(text: string): void
}

/** Renders a message as elements: its body and the chips below it. */
export function renderBubble(content: EntryContent, host: BubbleHost): HTMLElement[] {
  const body = renderBody(content, host)
  const chips = 'chips' in content && content.chips.length > 0 ? renderChips(content.chips, host) : undefined
  return [body, chips].filter((each) => each !== undefined)
}

function renderBody(content: EntryContent, host: BubbleHost): HTMLElement | undefined {
  switch (content.kind) {
    case 'said':
      return el('div', { class: 'text' }, content.text)
    case 'place':
      return el('div', { class: 'text' }, renderLocationLink(host.strings.place, content))
    case 'text':
      return content.text.length > 0 ? renderTextRuns(content.text) : undefined
    case 'media':
      return renderMedia(content, host)
    case 'card':
      return renderCard(content.card, host)
    case 'carousel':
      return renderCarousel(content.cards, host)
    case 'list':
      return renderList(content, host)
    case 'times':
      return renderTimes(content, host)
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
