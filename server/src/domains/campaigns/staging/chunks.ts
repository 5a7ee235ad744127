import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { audiences } from '../../people/index.ts'
import type { AudienceSelector } from './audience.ts'
import { countAudiencePeople, findPersonKeys, nextKeyRange } from './queries/people.ts'

/** People who are looked at together: by their keys, or all of a stretch of keys. */
export type AudienceChunk = { people: number } & ({ keys: readonly number[] } | { after: number; upTo: number })

/** How many are looked at in all, about, and in what pieces. */
export type AudienceChunks = { expected: number; each(): AsyncIterable<AudienceChunk> | Iterable<AudienceChunk> }

/** What a piece may cost: whoever else uses the database waits for no more than that. */
export type ChunkLimits = { atOnce: number; fewKeys: number }
export const defaultChunkLimits: ChunkLimits = { atOnce: 1_000, fewKeys: 200_000 }

type PeopleSelector = Exclude<AudienceSelector, { personaIds: unknown }>

/**
 * Whom few can be are looked up by an index; else everybody is walked by, so that each piece costs about the same however
 * few of its people are meant.
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
