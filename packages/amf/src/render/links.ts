import type { CalendarEvent, Place } from '../model/values.ts'
import { measureLength, truncate } from '../text/measure.ts'

const hourMs = 3_600_000

/** Limit for each text of an event or a place in a link or native chip; longer text is also written in the message. */
const wordsMaxBytes = 100

const truncateForLink = (words: string) => truncate(words, wordsMaxBytes, 'bytes')

/** Returns a link that adds the event to a web calendar, for channels without native support. */
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

/** In a link, coordinates replace the place's name and address. */
export function omitsPlaceName({ place }: { place?: Place }): boolean {
  return place?.latitude !== undefined && formatPlaceName(place) !== ''
}

/** Returns whether the link shows the event's or place's text in full. */
export function fitsLink({ event, place }: { event?: CalendarEvent; place?: Place }): boolean {
  const words = event ? [event.title, event.location, event.description] : place ? [formatPlaceName(place)] : []
  return words.every((text) => measureLength(text ?? '', 'bytes') <= wordsMaxBytes)
}

export function formatPlaceName({ name, address }: Place): string {
  return [name, address].filter(Boolean).join(', ')
}
