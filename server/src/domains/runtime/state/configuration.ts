import { createHash } from 'node:crypto'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Definitions } from '../../agents/index.ts'
import type { StoredConversation } from './conversation-state.ts'

/** The configuration that a session began with: a draft, with the revision once it is pinned, or a version of live. */
export type PinnedConfiguration = { draftId: string; revision?: number } | { version: number }

type Canary = { draftId: string; percent: number }

/** Chooses between live and a canary by the user id, so that a person always sees the same one of both. */
export function isInCanary(asid: string, { draftId, percent }: Canary): boolean {
  const digest = createHash('sha256').update(`${draftId} ${asid}`).digest()
  return digest.readUInt32BE(0) % 100 < percent
}

type SessionStart = { asid: string; sessionId: string; canary?: Canary | undefined; version: number }

/**
 * Returns the configuration of the session: the one that it began with or, for a new session while there is a canary,
 * one of both. Undefined for all others, which follow live.
 */
export function pinConfiguration(
  stored: StoredConversation | undefined,
  { asid, sessionId, canary, version }: SessionStart,
): PinnedConfiguration | undefined {
  if (stored?.sessionId === sessionId && stored.lastEventId !== undefined) return stored.state.configuration
  if (!canary) return undefined
  return isInCanary(asid, canary) ? { draftId: canary.draftId } : { version }
}

type PinnedAgent = { agent: AgentKey; pinned?: PinnedConfiguration }
type PinnedContext = { db: Db; definitions: Pick<Definitions, 'pinDraft' | 'usePinnedDraft'>; now: Date }

/**
 * Returns the agent with that configuration, or with live if it is not stored. A session that begins with a draft pins
 * what the draft is now: it keeps that when the draft is edited, published or deleted.
 */
export async function usePinned(
  { db, definitions, now }: PinnedContext,
  agent: AgentKey,
  pinned: PinnedConfiguration,
): Promise<PinnedAgent> {
  if ('version' in pinned) return { agent: { ...agent, pinnedVersion: pinned.version }, pinned }
  const { draftId, revision } = pinned
  if (revision !== undefined)
    return { agent: (await definitions.usePinnedDraft(db, agent, { id: draftId, revision })) ?? agent, pinned }
  const own = await definitions.pinDraft(db, agent, draftId, now)
  return own?.draft ? { agent: own, pinned: { draftId, revision: own.draft.revision } } : { agent }
}
