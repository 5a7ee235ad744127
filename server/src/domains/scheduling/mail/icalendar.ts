/** RFC 5545, as much as one event takes. */

export type ICalendarEvent = {
  uid: string
  /** Grows with each change, so that a calendar knows the newer of two. */
  sequence: number
  /** When this was written. */
  at: Date
  start: Date
  end: Date
  summary: string
  description: string
  cancelled: boolean
}

export function formatICalendar(part: ICalendarEvent): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Parley//Appointments//EN',
    'CALSCALE:GREGORIAN',
    `METHOD:${getMethod(part)}`,
    'BEGIN:VEVENT',
    `UID:${escapeText(part.uid)}`,
    `SEQUENCE:${part.sequence}`,
    `DTSTAMP:${formatUtc(part.at)}`,
    `DTSTART:${formatUtc(part.start)}`,
    `DTEND:${formatUtc(part.end)}`,
    `SUMMARY:${escapeText(part.summary)}`,
    `DESCRIPTION:${escapeText(part.description)}`,
    `STATUS:${part.cancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${foldLine(line)}\r\n`).join('')
}

export type Organizer = { address: string; name?: string }

/** RFC 5546 wants to know who publishes or cancels. Whom mail comes from is known when it is sent, not before. */
export function withOrganizer(calendar: string, { address, name }: Organizer): string {
  const called = name ? `;CN="${toParameterValue(name)}"` : ''
  const line = foldLine(
    `ORGANIZER${called}:mailto:${encodeURI(address.toWellFormed()).replace(/[?#&]/g, encodeURIComponent)}`,
  )
  return calendar.replace('\r\nUID:', () => `\r\n${line}\r\nUID:`)
}

/** Section 3.2: a quoted value has no quotes in it, nor control characters. */
function toParameterValue(text: string): string {
  return text
    .toWellFormed()
    .replaceAll('"', "'")
    .replace(/\p{Cc}+/gu, ' ')
}

/** RFC 5546: what is told for everyone's information, and what takes it back. */
function getMethod({ cancelled }: Pick<ICalendarEvent, 'cancelled'>): 'CANCEL' | 'PUBLISH' {
  return cancelled ? 'CANCEL' : 'PUBLISH'
}

/** `20300131T090000Z` */
function formatUtc(at: Date): string {
  return `${at.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
}

/** Section 3.3.11; of the control characters a text may hold none but the tab. */
function escapeText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n')
    .replace(/[^\P{Cc}\t]/gu, '')
}

const maxOctets = 75

/** Section 3.1: a longer line goes on after a line break and a space, which never stand inside a character. */
function foldLine(line: string): string {
  let made = ''
  let octets = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > maxOctets) {
      made += '\r\n '
      octets = 1
    }
    made += character
    octets += size
  }
  return made
}
