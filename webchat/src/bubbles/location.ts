import { el } from '../dom.ts'

type Place = { name?: string; address?: string; latitude?: number; longitude?: number }

export function createMapUrl({ name, address, latitude, longitude }: Place): string {
  const label = [name, address].filter(Boolean).join(', ')
  const query = latitude === undefined ? label : `${latitude},${longitude}`
  return `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query })}`
}

export function renderLocationLink(label: string, place: Place): HTMLElement {
  return el('a', { href: createMapUrl(place), target: '_blank', rel: 'noopener noreferrer' }, label)
}
