import { createHmac, hash, type KeyObject, timingSafeEqual } from 'node:crypto'
import type { Place } from '@parley/amf'
import { z } from 'zod'

/** Schemas for values in provider bodies, validated by the readers below. */

export const ProviderId = z.string().refine((value) => readProviderId(value) !== undefined)
export const ProviderText = z.string().transform((value) => readProviderText(value) ?? '')

/** Readers for untrusted provider bodies: no value passes that the database could not store. */

export type Fields = Readonly<Record<string, unknown>>

const none: Fields = {}

export function readFields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : none
}

export function parseJsonBytes(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    return undefined
  }
}

/** Undefined if the value is not a readable text. */
export function readProviderText(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const text = value.isWellFormed() && !value.includes('\0') ? value : value.toWellFormed().replaceAll('\0', '')
  return text === '' ? undefined : text
}

const idMaxLength = 255

/** Reads ids and addresses. Never repairs one, because a repaired id would be a different id. */
export function readProviderId(value: unknown): string | undefined {
  return typeof value === 'string' && value.length <= idMaxLength && readProviderText(value) === value
    ? value
    : undefined
}

const earliest = Date.parse('2000-01-01')
const latest = Date.parse('2200-01-01')

/** Reads an ISO 8601 time. An implausible time counts as absent. */
export function readIsoTime(value: unknown): Date | undefined {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return at >= earliest && at < latest ? new Date(at) : undefined
}

export function readCoordinates(latitude: unknown, longitude: unknown): Place | undefined {
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return undefined
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : undefined
}

export type SignatureScheme = {
  algorithm: 'sha1' | 'sha256' | 'sha512'
  key: string | KeyObject
  encoding: 'hex' | 'base64'
}

export function createSignature(
  { algorithm, key, encoding }: SignatureScheme,
  ...content: (string | Uint8Array)[]
): string {
  const hmac = createHmac(algorithm, key)
  for (const piece of content) hmac.update(piece)
  return hmac.digest(encoding)
}

/** Rejects everything if the key is empty. */
export function verifySignature(
  seal: SignatureScheme,
  signature: string | undefined,
  ...content: (string | Uint8Array)[]
): boolean {
  if (seal.key === '' || !signature) return false
  return isSameSecret(signature, createSignature(seal, ...content))
}

/** Compares in constant time. */
export function isSameSecret(actual: string, expected: string): boolean {
  return timingSafeEqual(hash('sha256', actual, 'buffer'), hash('sha256', expected, 'buffer'))
}
