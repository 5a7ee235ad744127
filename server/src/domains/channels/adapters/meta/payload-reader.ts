import type { InboundContentBody } from '../../adapter.ts'
import {
  readCoordinates as coordinatesOf,
  type Fields,
  readProviderText as plainTextOf,
  readFields,
} from '../payload-reader.ts'

/** Readers for untrusted Meta payloads: a value of an unexpected type counts as absent. */

/** Returns the objects in a list. */
export function readFieldsList(value: unknown): Fields[] {
  return Array.isArray(value) ? value.map(readFields) : []
}

/** Blank strings count as absent. */
export function readMetaText(value: unknown): string | undefined {
  const text = plainTextOf(value)
  return text?.trim() ? text : undefined
}

export function readMetaNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

const earliest = Date.parse('2000-01-01')
const latest = Date.parse('2200-01-01')

/** Meta counts in seconds or milliseconds, not always as documented. An implausible time counts as absent. */
export function readMetaTime(value: unknown): Date | undefined {
  const count = readMetaNumber(value) ?? 0
  const at = count < latest / 1000 ? count * 1000 : count
  return at >= earliest && at < latest ? new Date(at) : undefined
}

/** Describes content that cannot be shown, instead of dropping it. */
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
