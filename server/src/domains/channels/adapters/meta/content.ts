import type { InboundContentBody } from '../../adapter.ts'
import { readCoordinates as coordinatesOf } from '../payload-reader.ts'
import { readMetaText } from './payload-reader.ts'

/** Says what came where nothing of it can be shown, rather than to drop it. */
export function describeUnsupported(kind: unknown, ...words: (string | undefined)[]): InboundContentBody {
  const name = readMetaText(kind)?.trim().slice(0, 60) ?? 'unsupported'
  return { type: 'text', text: [`[${name}]`, ...words].filter(Boolean).join(' ') }
}

type Location = { latitude?: unknown; longitude?: unknown; name?: unknown; address?: unknown }

export function readMetaPlace({ latitude, longitude, ...words }: Location): InboundContentBody | undefined {
  const [name, address] = [readMetaText(words.name), readMetaText(words.address)]
  const place = { ...(name && { name }), ...(address && { address }), ...coordinatesOf(latitude, longitude) }
  return Object.keys(place).length === 0 ? undefined : { type: 'place', place }
}
