import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { audiences } from '../../people/index.ts'
import type { Campaign } from '../campaign.ts'
import { findOpeningProblem } from './opening.ts'
import { countAudiencePeople, findPersonKeys, nextKeyRange } from './queries/people.ts'

/** The audience as a query for people, or the personas of a test. */
export type AudienceSelector =
  | { filter: Readonly<Record<string, unknown>> }
  | { personIds: readonly string[] }
  | { personaIds: readonly string[] }

/** Throws when the audience does not resolve. */
export async function resolveAudience(
  db: Db,
  agent: AgentKey,
  { audience }: Pick<Campaign, 'audience'>,
): Promise<AudienceSelector> {
  if ('personIds' in audience) return { personIds: [...new Set(audience.personIds)] }
  if ('personaIds' in audience) return { personaIds: [...new Set(audience.personaIds)] }
  if ('filter' in audience) return { filter: audience.filter }
  if ('importBatchId' in audience) return { filter: { importBatchId: audience.importBatchId } }
  const segment = await audiences.findSegment(db, agent, audience.segmentId)
  if (!segment) throw findOpeningProblem(`The segment ${audience.segmentId} no longer exists`)
  return { filter: segment.filter }
}

/** People checked in one batch: given by keys, or all within a key range. */
export type AudienceChunk = { people: number } & ({ keys: readonly number[] } | { after: number; upTo: number })

/** The approximate number of people to check, and the chunks to check them in. */
type AudienceChunks = { expected: number; each(): AsyncIterable<AudienceChunk> | Iterable<AudienceChunk> }

/** Limits the cost of a chunk, because other users of the database wait no longer than that. */
export type ChunkLimits = { atOnce: number; fewKeys: number }
export const defaultChunkLimits: ChunkLimits = { atOnce: 1_000, fewKeys: 200_000 }

type PeopleSelector = Exclude<AudienceSelector, { personaIds: unknown }>

/**
 * Looks up a small audience by index; otherwise walks all people by key range, so each chunk costs about the same
 * however few of its people match.
 */
export async function chunkAudience(
  db: Db,
  agent: AgentKey,
  meant: PeopleSelector,
  effort: ChunkLimits,
): Promise<AudienceChunks> {
  const keys = await findKnownKeys(db, agent, meant, effort)
  if (keys) return { expected: keys.length, each: () => sliceKeys(keys, effort.atOnce) }
  return { expected: await countAudiencePeople(db, agent), each: () => walkPeople(db, agent, effort.atOnce) }
}

function findKnownKeys(
  db: Db,
  agent: AgentKey,
  meant: PeopleSelector,
  { fewKeys }: ChunkLimits,
): Promise<number[] | undefined> {
  if ('personIds' in meant) return findPersonKeys(db, agent, meant.personIds)
  return audiences.findCandidateKeys(db, agent, meant.filter, fewKeys)
}

function* sliceKeys(keys: readonly number[], atOnce: number): Generator<AudienceChunk> {
  for (let at = 0; at < keys.length; at += atOnce) {
    const some = keys.slice(at, at + atOnce)
    yield { people: some.length, keys: some }
  }
}

async function* walkPeople(db: Db, agent: AgentKey, atOnce: number): AsyncGenerator<AudienceChunk> {
  for (let after = 0; ; ) {
    const next = await nextKeyRange(db, agent, { after, most: atOnce })
    if (!next) return
    yield { people: next.people, after, upTo: next.upTo }
    after = next.upTo
  }
}
