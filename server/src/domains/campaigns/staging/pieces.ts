import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { audiences } from '../../people/index.ts'
import type { Meant } from './audience.ts'
import { countPeople, keysOfPeople, nextKeys } from './queries/people.ts'

/** People who are looked at together: by their keys, or all of a stretch of keys. */
export type Piece = { people: number } & ({ keys: readonly number[] } | { after: number; upTo: number })

/** How many are looked at in all, about, and in what pieces. */
export type Pieces = { expected: number; each(): AsyncIterable<Piece> | Iterable<Piece> }

/** What a piece may cost: whoever else uses the database waits for no more than that. */
export type Effort = { atOnce: number; fewKeys: number }
export const usualEffort: Effort = { atOnce: 1_000, fewKeys: 200_000 }

type Asked = Exclude<Meant, { personaIds: unknown }>

/**
 * Whom few can be are looked up by an index; else everybody is walked by, so that each piece costs about the same however
 * few of its people are meant.
 */
export async function piecesOf(db: Db, agent: AgentKey, meant: Asked, effort: Effort): Promise<Pieces> {
  const keys = await knownKeys(db, agent, meant, effort)
  if (keys) return { expected: keys.length, each: () => slicesOf(keys, effort.atOnce) }
  return { expected: await countPeople(db, agent), each: () => walk(db, agent, effort.atOnce) }
}

function knownKeys(db: Db, agent: AgentKey, meant: Asked, { fewKeys }: Effort): Promise<number[] | undefined> {
  if ('personIds' in meant) return keysOfPeople(db, agent, meant.personIds)
  return audiences.keysNear(db, agent, meant.filter, fewKeys)
}

function* slicesOf(keys: readonly number[], atOnce: number): Generator<Piece> {
  for (let at = 0; at < keys.length; at += atOnce) {
    const some = keys.slice(at, at + atOnce)
    yield { people: some.length, keys: some }
  }
}

async function* walk(db: Db, agent: AgentKey, atOnce: number): AsyncGenerator<Piece> {
  for (let after = 0; ; ) {
    const next = await nextKeys(db, agent, { after, most: atOnce })
    if (!next) return
    yield { people: next.people, after, upTo: next.upTo }
    after = next.upTo
  }
}
