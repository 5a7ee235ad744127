import type { CalendarEvent, Place } from '../model/values.ts'
import { cut } from '../text/cut.ts'
import { lengthIn } from '../text/measure.ts'

const hourMs = 3_600_000

/** What a link, or a chip that does it by itself, can hold of an event or a place; longer words stand in the text too. */
const wordsMaxBytes = 100

const brief = (words: string) => cut(words, wordsMaxBytes, 'bytes')

/** A link that adds the event to a web calendar, for channels that cannot do it by themselves. */
export function calendarLink({ title, start, end, location, description }: CalendarEvent): string {
  const from = Date.parse(start.iso)
  const until = end ? Date.parse(end.iso) : from + hourMs
  const dates = `${stamp(from)}/${stamp(until)}`
  const query = new URLSearchParams({ action: 'TEMPLATE', text: brief(title), dates })
  if (location) query.set('location', brief(location))
  if (description) query.set('details', brief(description))
  query.set('ctz', start.tz)
  return `https://calendar.google.com/calendar/render?${query}`
}

/** `20270304T203000Z` */
function stamp(at: number): string {
  return new Date(at).toISOString().replace(/[-:]|\.\d{3}/g, '')
}

export function mapLink(place: Place): string {
  const { latitude, longitude } = place
  const query = latitude === undefined ? brief(placeWords(place)) : `${latitude},${longitude}`
  return `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query })}`
}

/** Coordinates take the place of the words in a link. */
export function isWordlessLink({ place }: { place?: Place }): boolean {
  return place?.latitude !== undefined && placeWords(place) !== ''
}

/** Whether all of its words are there once it is tapped. */
export function fitsTap({ event, place }: { event?: CalendarEvent; place?: Place }): boolean {
  const words = event ? [event.title, event.location, event.description] : place ? [placeWords(place)] : []
  return words.every((text) => lengthIn(text ?? '', 'bytes') <= wordsMaxBytes)
}

export function placeWords({ name, address }: Place): string {
  return [name, address].filter(Boolean).join(', ')
}
