/** The subset of RFC 5545 for one event. */

export type ICalendarEvent = {
  uid: string
  /** Increases with each change, so that calendars recognize the newer version. */
  sequence: number
  /** DTSTAMP: when this version was written. */
  at: Date
  start: Date
  end: Date
  summary: string
  description: string
  /** Where it takes place. */
  location?: string
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
    ...(part.location === undefined ? [] : [`LOCATION:${escapeText(part.location)}`]),
    `STATUS:${part.cancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${foldLine(line)}\r\n`).join('')
}

export type Organizer = { address: string; name?: string }

/** RFC 5546 requires an organizer for PUBLISH and CANCEL. The sender is known only when the mail is sent. */
export function withOrganizer(calendar: string, { address, name }: Organizer): string {
  const called = name ? `;CN="${toParameterValue(name)}"` : ''
  const line = foldLine(
    `ORGANIZER${called}:mailto:${encodeURI(address.toWellFormed()).replace(/[?#&]/g, encodeURIComponent)}`,
  )
  return calendar.replace('\r\nUID:', () => `\r\n${line}\r\nUID:`)
}

/** RFC 5545, section 3.2: a quoted parameter value contains no quotes or control characters. */
function toParameterValue(text: string): string {
  return text
    .toWellFormed()
    .replaceAll('"', "'")
    .replace(/\p{Cc}+/gu, ' ')
}

/** RFC 5546: PUBLISH informs without expecting a reply, CANCEL withdraws the event. */
function getMethod({ cancelled }: Pick<ICalendarEvent, 'cancelled'>): 'CANCEL' | 'PUBLISH' {
  return cancelled ? 'CANCEL' : 'PUBLISH'
}

/** `20300131T090000Z` */
function formatUtc(at: Date): string {
  return `${at.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
}

/** RFC 5545, section 3.3.11: the tab is the only control character allowed in a text. */
function escapeText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n')
    .replace(/[^\P{Cc}\t]/gu, '')
}

const maxOctets = 75

/** RFC 5545, section 3.1: a long line continues after a line break and a space, which must not split a character. */
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
