import type { EntryView } from '@parley/webchat-protocol'
import { el } from '../dom.ts'
import { safeWebUrl } from '../safe-urls.ts'
import type { BubbleHost } from './bubble.ts'
import { createMapUrl, shareLocation } from './place.ts'

export type WidgetChip = EntryView['chips'][number]

export function renderChips(chips: readonly WidgetChip[], host: BubbleHost): HTMLElement {
  return el('div', { class: 'chips' }, ...chips.map((chip) => renderChip(chip, host)))
}

/** Actions that the browser supports are links, so that they behave like links; all others are buttons. */
function renderChip(chip: WidgetChip, host: BubbleHost): HTMLElement {
  const { label, kind, postback } = chip
  const href = addressOf(chip)
  const shared = { class: 'chip', dir: 'auto', 'data-kind': kind }
  if (!href) return el('button', { ...shared, type: 'button', click: () => tap(chip, host) }, label)
  const opensPage = kind === 'url' || kind === 'viewLocation'
  return el(
    'a',
    {
      ...shared,
      href,
      target: opensPage && '_blank',
      rel: 'noopener noreferrer',
      download: kind === 'calendar' && 'event.ics',
      click: () => host.send({ type: 'tap', postback, label, performed: true }),
    },
    label,
  )
}

function addressOf({ kind, url, phone, event, place }: WidgetChip): string | undefined {
  if (kind === 'url') return safeWebUrl(url)
  if (kind === 'dial') return phone && `tel:${phone.replace(/[^\d+]/g, '')}`
  if (kind === 'calendar') return event && createCalendarUrl(event)
  if (kind === 'viewLocation') return place && createMapUrl(place)
  return undefined
}

function tap({ kind, label, replyText = label, postback }: WidgetChip, host: BubbleHost): void {
  if (kind === 'shareLocation') shareLocation(host)
  else host.send({ type: 'tap', postback, label: replyText })
}

type CalendarEvent = NonNullable<WidgetChip['event']>
const hourMs = 3_600_000

/** Creates an iCalendar file of the event (RFC 5545). */
function createCalendarUrl({ title, start, end, location, description }: CalendarEvent): string {
  const from = Date.parse(start.iso)
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Parley//Web chat//EN',
    'BEGIN:VEVENT',
    `UID:${formatInstant(from)}-${title.length}@parley`,
    `DTSTAMP:${formatInstant(Date.now())}`,
    `DTSTART:${formatInstant(from)}`,
    `DTEND:${formatInstant(end ? Date.parse(end.iso) : from + hourMs)}`,
    `SUMMARY:${escapeText(title)}`,
    ...(location ? [`LOCATION:${escapeText(location)}`] : []),
    ...(description ? [`DESCRIPTION:${escapeText(description)}`] : []),
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return `data:text/calendar;charset=utf-8,${encodeURIComponent(`${lines.join('\r\n')}\r\n`)}`
}

function formatInstant(at: number): string {
  return Number.isNaN(at) ? '19700101T000000Z' : new Date(at).toISOString().replace(/[-:]|\.\d{3}/g, '')
}

function escapeText(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n|\r/g, '\\n')
}
