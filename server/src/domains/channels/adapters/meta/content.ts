import type { Content } from '../../adapter.ts'
import { placeOf as coordinatesOf } from '../read.ts'
import { textOf } from './json.ts'

/** Says what came where nothing of it can be shown, rather than to drop it. */
export function named(kind: unknown, ...words: (string | undefined)[]): Content {
  const name = textOf(kind)?.trim().slice(0, 60) ?? 'unsupported'
  return { type: 'text', text: [`[${name}]`, ...words].filter(Boolean).join(' ') }
}

type Location = { latitude?: unknown; longitude?: unknown; name?: unknown; address?: unknown }

export function placeOf({ latitude, longitude, ...words }: Location): Content | undefined {
  const [name, address] = [textOf(words.name), textOf(words.address)]
  const place = { ...(name && { name }), ...(address && { address }), ...coordinatesOf(latitude, longitude) }
  return Object.keys(place).length === 0 ? undefined : { type: 'place', place }
}
