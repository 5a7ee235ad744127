import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { formatICalendar, type ICalendarEvent, type Organizer, withOrganizer } from './icalendar.ts'

const part: ICalendarEvent = {
  uid: 'apt_1@parley',
  sequence: 2,
  at: new Date('2030-01-07T08:00:00Z'),
  start: new Date('2030-01-08T10:00:00.250Z'),
  end: new Date('2030-01-08T10:30:00.250Z'),
  summary: 'A Person with Anna',
  description: 'Notes: plans; drawings, and C:\\maps\nSecond line',
  cancelled: false,
}

test('an appointment is one event in UTC, its texts escaped', () => {
  assert.equal(
    formatICalendar(part),
    [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Parley//Appointments//EN',
      'CALSCALE:GREGORIAN',
      'METHOD:PUBLISH',
      'BEGIN:VEVENT',
      'UID:apt_1@parley',
      'SEQUENCE:2',
      'DTSTAMP:20300107T080000Z',
      'DTSTART:20300108T100000Z',
      'DTEND:20300108T103000Z',
      'SUMMARY:A Person with Anna',
      'DESCRIPTION:Notes: plans\\; drawings\\, and C:\\\\maps\\nSecond line',
      'STATUS:CONFIRMED',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ].join('\r\n'),
  )
})

test('a cancelled appointment cancels the event', () => {
  const lines = formatICalendar({ ...part, cancelled: true }).split('\r\n')
  assert.ok(lines.includes('METHOD:CANCEL') && lines.includes('STATUS:CANCELLED'))
})

const organizers: [title: string, organizer: Organizer, line: string][] = [
  ['an address alone', { address: 'desk@example.com' }, 'ORGANIZER:mailto:desk@example.com'],
  ['a name', { address: 'd@example.com', name: 'Müller; Söhne' }, 'ORGANIZER;CN="Müller; Söhne":mailto:d@example.com'],
  ['a name with quotes', { address: 'd@example.com', name: 'The "desk"' }, 'ORGANIZER;CN="The \'desk\'":mailto:d@example.com'],
  ['a name that would end its line', { address: 'd@example.com', name: 'A\r\nSUMMARY:x' }, 'ORGANIZER;CN="A SUMMARY:x":mailto:d@example.com'],
  ['letters that a URL has not', { address: 'größe+1&2?@example.com' }, 'ORGANIZER:mailto:gr%C3%B6%C3%9Fe+1%262%3F@example.com'],
] // biome-ignore format: one table
for (const [title, organizer, line] of organizers) {
  test(`the organizer can have ${title}`, () => {
    const text = formatICalendar({ ...part, summary: 'UID:x', cancelled: true })
    const unfolded = withOrganizer(text, organizer).replaceAll('\r\n ', '').split('\r\n')
    assert.deepEqual(
      unfolded.filter((each) => each.startsWith('ORGANIZER')),
      [line],
    )
    assert.deepEqual(
      unfolded.filter((each) => each !== line),
      text.replaceAll('\r\n ', '').split('\r\n'),
    )
  })
}

test('a long organizer name is folded like any other line', () => {
  const text = withOrganizer(formatICalendar(part), { address: 'd@example.com', name: 'ü'.repeat(200) })
  assert.ok(text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75))
})

/** Parses like a calendar: unfolds the lines, then reads each property by name. */
function read(text: string): Record<string, string> {
  const lines = text.replaceAll('\r\n ', '').split('\r\n').filter(Boolean)
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]))
}

const unescaped = (text = '') =>
  text.replace(/\\(.)/g, (_, after: string) => (after.toLowerCase() === 'n' ? '\n' : after))

/** The text that remains: normalized line breaks and no other control characters. */
const unfoldedLines = (text: string) =>
  text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\t\n]/gu, '')

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({
    unit: fc.constantFrom(';', ',', '\\', '\n', '\r', ':', '"', 'é', '🕘', '\u0000', '\ud800'),
    maxLength: 300,
  }),
)

test('for any text no line exceeds 75 octets, no character is split, and everything is read back', () => {
  fc.assert(
    fc.property(anyText, anyText, (summary, description) => {
      const text = formatICalendar({ ...part, summary, description })
      assert.ok(text.endsWith('END:VCALENDAR\r\n'))
      for (const line of text.split('\r\n')) {
        const bytes = Buffer.from(line)
        assert.ok(bytes.length <= 75)
        assert.equal(bytes.toString(), line)
        assert.doesNotMatch(line, /[\r\n]/)
      }
      const properties = read(text)
      assert.equal(unescaped(properties.SUMMARY), unfoldedLines(summary))
      assert.equal(unescaped(properties.DESCRIPTION), unfoldedLines(description))
      assert.equal(properties.STATUS, 'CONFIRMED')
    }),
    { numRuns: 150 },
  )
})
