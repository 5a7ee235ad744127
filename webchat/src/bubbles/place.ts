import { el } from '../dom.ts'

type Place = { name?: string; address?: string; latitude?: number; longitude?: number }

export function mapAddress({ name, address, latitude, longitude }: Place): string {
  const words = [name, address].filter(Boolean).join(', ')
  const query = latitude === undefined ? words : `${latitude},${longitude}`
  return `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query })}`
}

export function placeLink(label: string, place: Place): HTMLElement {
  return el('a', { href: mapAddress(place), target: '_blank', rel: 'noopener noreferrer' }, label)
}
