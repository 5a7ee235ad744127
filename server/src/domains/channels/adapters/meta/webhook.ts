import type { AdapterBinding, Inbound, InboundContentBody, ParsedCall, ProviderCall } from '../../adapter.ts'
import {
  readCoordinates as coordinatesOf,
  type Fields,
  isSameSecret,
  parseJsonBytes,
  readProviderText as plainTextOf,
  readFields,
  verifySignature,
} from '../webhook-request.ts'

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

const scheme = 'sha256='

/** A GET carries the verify token that the operator chose; a POST is signed with the app secret. */
export function verify({ method, query, headers, body }: ProviderCall, { auth }: AdapterBinding): string | undefined {
  if (method === 'GET') return isVerifyToken(query, auth.verifyToken) ? undefined : 'the verify token does not match'
  const header = headers['x-hub-signature-256']
  if (!header) return 'X-Hub-Signature-256 is missing'
  const seal = { algorithm: 'sha256', key: auth.appSecret?.trim() ?? '', encoding: 'hex' } as const
  const signed = header.startsWith(scheme) && verifySignature(seal, header.slice(scheme.length), body)
  return signed ? undefined : 'X-Hub-Signature-256 does not match the body and the app secret'
}

function isVerifyToken(query: ProviderCall['query'], ours: string | undefined): boolean {
  const token = query['hub.verify_token']
  return query['hub.mode'] === 'subscribe' && !!ours && !!token && isSameSecret(token, ours)
}

/** `read` receives the entries of one call, all of the requested object type. */
export function createMetaParser(
  object: string,
  read: (entries: Fields[], binding: AdapterBinding) => Inbound[],
): (call: ProviderCall, binding: AdapterBinding) => ParsedCall {
  return ({ method, query, body }, binding) => {
    if (method === 'GET') {
      return { answer: { status: 200, type: 'text/plain', body: query['hub.challenge'] ?? '' }, inbounds: [] }
    }
    const payload = readFields(parseJsonBytes(body))
    return { inbounds: payload.object === object ? dropDuplicates(read(readFieldsList(payload.entry), binding)) : [] }
  }
}

function dropDuplicates(inbounds: Inbound[]): Inbound[] {
  const seen = new Set<string>()
  return inbounds.filter((inbound) => {
    if (inbound.kind !== 'content') return true
    const isNew = !seen.has(inbound.id)
    seen.add(inbound.id)
    return isNew
  })
}
