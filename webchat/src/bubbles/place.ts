import type { EntryView } from '@parley/webchat-protocol'
import { el, icon } from '../dom.ts'
import type { BubbleHost } from './bubble.ts'

type Place = { name?: string; address?: string; latitude?: number; longitude?: number }
const pin = 'M12 21s-7-6-7-11a7 7 0 0 1 14 0c0 5-7 11-7 11zM12 12.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z'

export function createMapUrl({ name, address, latitude, longitude }: Place): string {
  const label = [name, address].filter(Boolean).join(', ')
  const query = latitude === undefined ? label : `${latitude},${longitude}`
  return `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query })}`
}

export function renderPlace({ place }: Extract<EntryView, { kind: 'place' }>, { strings }: BubbleHost): HTMLElement {
  const { name, address } = place
  const text = el(
    'span',
    {},
    name ?? address ?? strings.place,
    name && address && el('span', { class: 'quiet' }, address),
  )
  const attributes = { class: 'text place', href: createMapUrl(place), target: '_blank', rel: 'noopener noreferrer' }
  return el('a', { ...attributes, dir: 'auto' }, icon(pin), text)
}

/** Sends the visitor's location, or says why that is not possible. */
export function shareLocation(host: BubbleHost): void {
  const failed = () => host.announce(host.strings.noPlace)
  if (!navigator.geolocation) failed()
  else
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => host.send({ type: 'place', latitude, longitude }),
      failed,
      { timeout: 20_000 },
    )
}
