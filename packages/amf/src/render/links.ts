import type { CalendarEvent, Place } from '../model/values.ts'
import { measureLength } from '../text/measure.ts'
import { truncate } from '../text/truncate.ts'

const hourMs = 3_600_000

/** What a link, or a chip that does it by itself, can hold of an event or a place; longer words stand in the text too. */
const wordsMaxBytes = 100

const truncateForLink = (words: string) => truncate(words, wordsMaxBytes, 'bytes')

/** A link that adds the event to a web calendar, for channels that cannot do it by themselves. */
export function createCalendarLink({ title, start, end, location, description }: CalendarEvent): string {
  const from = Date.parse(start.iso)
  const until = end ? Date.parse(end.iso) : from + hourMs
  const dates = `${formatStamp(from)}/${formatStamp(until)}`
  const query = new URLSearchParams({ action: 'TEMPLATE', text: truncateForLink(title), dates })
  if (location) query.set('location', truncateForLink(location))
  if (description) query.set('details', truncateForLink(description))
  query.set('ctz', start.tz)
  return `https://calendar.google.com/calendar/render?${query}`
}

/** `20270304T203000Z` */
function formatStamp(at: number): string {
  return new Date(at).toISOString().replace(/[-:]|\.\d{3}/g, '')
}

export function createMapLink(place: Place): string {
  const { latitude, longitude } = place
  const query = latitude === undefined ? truncateForLink(formatPlaceName(place)) : `${latitude},${longitude}`
  return `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query })}`
}

/** Coordinates take the place of the words in a link. */
export function omitsPlaceName({ place }: { place?: Place }): boolean {
  return place?.latitude !== undefined && formatPlaceName(place) !== ''
}

/** Whether all of its words are there once it is tapped. */
export function fitsLink({ event, place }: { event?: CalendarEvent; place?: Place }): boolean {
  const words = event ? [event.title, event.location, event.description] : place ? [formatPlaceName(place)] : []
  return words.every((text) => measureLength(text ?? '', 'bytes') <= wordsMaxBytes)
}

export function formatPlaceName({ name, address }: Place): string {
  return [name, address].filter(Boolean).join(', ')
}
