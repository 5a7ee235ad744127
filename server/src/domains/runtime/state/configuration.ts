import { createHash } from 'node:crypto'
import type { Db } from '../../../platform/db/database.ts'
import { Problem } from '../../../platform/http/problem.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Definitions } from '../../agents/index.ts'
import type { StoredConversation } from './conversation-state.ts'

/** The configuration that a session began with: a draft, or a version of live. */
export type PinnedConfiguration = { draftId: string } | { version: number }

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

/** The agent with that configuration, or with live if the draft was published or deleted. */
export async function usePinned(
  db: Db,
  agent: AgentKey,
  pinned: PinnedConfiguration,
  definitions: Pick<Definitions, 'useDraft'>,
): Promise<AgentKey> {
  if ('version' in pinned) return { ...agent, pinnedVersion: pinned.version }
  try {
    return await definitions.useDraft(db, agent, pinned.draftId)
  } catch (error) {
    if (error instanceof Problem && error.code === 'agent.draft.not_found') return agent
    throw error
  }
}
