import type { AgentEntryContent } from '@parley/webchat-protocol'
import { el } from '../dom.ts'
import { safeWebUrl } from '../safe-urls.ts'
import type { BubbleHost } from './bubble.ts'
import { createMapUrl } from './location.ts'

type Event = NonNullable<WidgetChip['event']>
const hourMs = 3_600_000

/** Creates an iCalendar file of the event (RFC 5545). */
function createCalendarUrl({ title, start, end, location, description }: Event): string {
  const from = Date.parse(start.iso)
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Parley//Web chat//EN',
    'BEGIN:VEVENT',
    `UID:${stamp(from)}-${title.length}@parley`,
    `DTSTAMP:${stamp(Date.now())}`,
    `DTSTART:${stamp(from)}`,
    `DTEND:${stamp(end ? Date.parse(end.iso) : from + hourMs)}`,
    `SUMMARY:${escaped(title)}`,
    ...(location ? [`LOCATION:${escaped(location)}`] : []),
    ...(description ? [`DESCRIPTION:${escaped(description)}`] : []),
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return `data:text/calendar;charset=utf-8,${encodeURIComponent(`${lines.join('\r\n')}\r\n`)}`
}

function stamp(at: number): string {
  return Number.isNaN(at) ? '19700101T000000Z' : new Date(at).toISOString().replace(/[-:]|\.\d{3}/g, '')
}

function escaped(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n|\r/g, '\\n')
}

export type WidgetChip = AgentEntryContent['chips'][number]

export function renderChips(chips: readonly WidgetChip[], host: BubbleHost): HTMLElement {
  return el('div', { class: 'chips' }, ...chips.map((chip) => chipOf(chip, host)))
}

/** Actions that the browser supports are links, so that they behave like links; all others are buttons. */
function chipOf(chip: WidgetChip, host: BubbleHost): HTMLElement {
  const { label, kind, postback } = chip
  const href = addressOf(chip)
  if (!href)
    return el('button', { type: 'button', class: 'chip', 'data-kind': kind, click: () => tap(chip, host) }, label)
  const leaves = kind === 'url' || kind === 'viewLocation'
  return el(
    'a',
    {
      class: 'chip',
      'data-kind': kind,
      href,
      target: leaves && '_blank',
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

function tap({ kind, label, postback }: WidgetChip, host: BubbleHost): void {
  if (kind === 'shareLocation') shareLocation(host)
  else host.send({ type: 'tap', postback, label })
}

function shareLocation(host: BubbleHost): void {
  const failed = () => host.announce(host.strings.noPlace)
  if (!navigator.geolocation) failed()
  else
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => host.send({ type: 'place', latitude, longitude }),
      failed,
      { timeout: 20_000 },
    )
}
