import type { WidgetChip } from './chips.ts'

type Event = NonNullable<WidgetChip['event']>
const hourMs = 3_600_000

/** The event as a file that every calendar takes (RFC 5545). */
export function createCalendarUrl({ title, start, end, location, description }: Event): string {
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
