import type { EntryView } from '@parley/webchat-protocol'
import { el } from '../dom.ts'
import { safeWebUrl } from '../safe-urls.ts'
import type { BubbleHost } from './bubble.ts'
import { renderPicture } from './cards.ts'
import { renderTextBubble } from './text-runs.ts'

type List = Extract<EntryView, { kind: 'list' }>
type Row = List['rows'][number]

export function renderList({ text, button, rows, multiple }: List, host: BubbleHost): HTMLElement {
  return el(
    'div',
    { class: 'picker' },
    text.length > 0 && renderTextBubble(text),
    ...(multiple
      ? renderCheckboxes(rows, button, host)
      : [
          renderRows(
            rows.map((row) => renderRow(row, host)),
            button,
          ),
        ]),
  )
}

function renderRows(rows: readonly HTMLElement[], label: string): HTMLElement {
  return el('div', { class: 'rows', role: 'group', 'aria-label': label }, ...rows)
}

function renderRow(row: Row, host: BubbleHost): HTMLElement {
  const { title, postback } = row
  const click = () => host.send({ type: 'tap', postback, label: title, picked: true })
  return el('button', { type: 'button', class: 'row', click }, ...renderRowText(row))
}

const maxLabelLength = 1_000

/** Any number of rows, and a button that submits the selection. */
function renderCheckboxes(rows: readonly Row[], label: string, host: BubbleHost): HTMLElement[] {
  const boxes = rows.map((row) => ({ row, box: el('input', { type: 'checkbox', change: () => update() }) }))
  const listChosen = () => boxes.filter(({ box }) => box.checked).map(({ row }) => row)
  const done = el('button', { type: 'button', class: 'chip', disabled: true, click: () => send() }, host.strings.done)
  const update = () => {
    done.disabled = listChosen().length === 0
  }
  function send(): void {
    const chosen = listChosen()
    const [first, ...others] = chosen
    if (!first) return
    const titles = chosen.map(({ title }) => title).join(', ')
    const also = others.map(({ postback }) => postback)
    host.send({ type: 'tap', postback: first.postback, label: titles.slice(0, maxLabelLength), picked: true, also })
  }
  const labels = boxes.map(({ row, box }) => el('label', { class: 'row' }, box, ...renderRowText(row)))
  return [renderRows(labels, label), done]
}

function renderRowText({ title, description, mediaUrl }: Row): Node[] {
  const picture = safeWebUrl(mediaUrl)
  const text = el(
    'span',
    { class: 'words', dir: 'auto' },
    el('span', { class: 'title' }, title),
    description && el('span', { class: 'quiet' }, description),
  )
  return picture ? [renderPicture(picture), text] : [text]
}

type Times = Extract<EntryView, { kind: 'times' }>
type Slot = Times['slots'][number]

/** Open slots: each day once, and below it the times of that day, in the time zone that each slot names. */
export function renderTimes({ text, slots }: Times, host: BubbleHost): HTMLElement {
  const days = [...Map.groupBy(slots, ({ start }) => formatDay(start, host.lang))]
  const hasSeveralZones = new Set(slots.map(({ start }) => start.tz)).size > 1
  const groups = days.map(([day, slotsOfDay]) =>
    el(
      'div',
      { class: 'day', role: 'group', 'aria-label': day },
      el('div', { class: 'day-name', 'aria-hidden': 'true' }, day),
      el('div', { class: 'chips' }, ...renderSlots(slotsOfDay, hasSeveralZones, host)),
    ),
  )
  const picker = el('div', { class: 'times', role: 'group', 'aria-label': host.strings.times }, ...groups)
  return el('div', { class: 'picker' }, text.length > 0 && renderTextBubble(text), picker)
}

/** A slot shows its time of day; the label, too, if another slot of the day has the same time. */
function renderSlots(slots: readonly Slot[], withZone: boolean, host: BubbleHost): HTMLElement[] {
  const clocks = slots.map(({ start }) => formatClock(start, host.lang, withZone))
  return slots.map(({ label, postback }, at) => {
    const clock = clocks[at] ?? ''
    const isAlone = clocks.indexOf(clock) === clocks.lastIndexOf(clock)
    const click = () => host.send({ type: 'tap', postback, label, picked: true })
    return el(
      'button',
      { type: 'button', class: 'chip', dir: 'auto', click },
      clock && isAlone ? clock : `${clock} ${label}`.trim(),
    )
  })
}

function formatDay({ iso, tz }: Slot['start'], lang: string): string {
  const day = { weekday: 'long', day: 'numeric', month: 'long' } as const
  return formatTime(iso, lang, { ...day, timeZone: tz }) ?? iso.slice(0, 10)
}

function formatClock({ iso, tz }: Slot['start'], lang: string, withZone: boolean): string | undefined {
  const zone = withZone ? ({ timeZoneName: 'short' } as const) : {}
  return formatTime(iso, lang, { hour: 'numeric', minute: '2-digit', timeZone: tz, ...zone })
}

/** Undefined if this browser does not know the time zone. */
function formatTime(iso: string, lang: string, options: Intl.DateTimeFormatOptions): string | undefined {
  try {
    return new Intl.DateTimeFormat(lang, options).format(new Date(iso))
  } catch {
    return undefined
  }
}
