import { createHash } from 'node:crypto'
import type { JourneySend } from './request.ts'

export const idempotencyKinds = ['journey', 'derived'] as const
export type JourneyKey = { key?: string; idempotency: (typeof idempotencyKinds)[number] }

/**
 * One send per step, profile and journey entry; when the platform does not supply all three, one per UTC day and
 * profile.
 */
export function deriveJourneyKey(sent: JourneySend, outreachId: string, now: Date): JourneyKey {
  const { versionId, nodeId, instanceId } = sent.journey ?? {}
  if (versionId !== undefined && nodeId !== undefined && instanceId !== undefined) {
    return { key: joinKeyParts(['journey', versionId, nodeId, instanceId, outreachId]), idempotency: 'journey' }
  }
  // No key for a persona: resetting it makes it another person, for whom the day starts over.
  if (sent.emulator?.personaId !== undefined) return { idempotency: 'derived' }
  const day = now.toISOString().slice(0, 10)
  return { key: joinKeyParts(['journey-day', day, ...profileKeyOf(sent), outreachId]), idempotency: 'derived' }
}

/** Escapes colons in platform ids, so different ids never produce the same key. */
const joinKeyParts = (parts: readonly string[]): string =>
  parts.map((part) => part.replace(/[%:]/g, encodeURIComponent)).join(':')

function profileKeyOf({ profile }: JourneySend): [kind: string, hash: string] {
  if (profile?.id !== undefined) return ['profile', sha256Hex(profile.id)]
  return ['phone', sha256Hex(`${profile?.channel ?? 'rcs'} ${profile?.phone}`)]
}

const sha256Hex = (text: string): string => createHash('sha256').update(text).digest('hex')
