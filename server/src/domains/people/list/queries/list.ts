import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/database.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'
import type { Person } from '../../person/person.ts'
import { type PersonRow, toPerson } from '../../person/queries/columns.ts'
import { fieldOf, type Position } from '../sort.ts'
import { byIndex } from './by-index.ts'
import { criteriaOf, type Source, type Sql } from './criteria.ts'
import { many, rareOf, sizesOf, sourcesOf, usualFew } from './narrow.ts'
import { among, beginningWith, byAge, type Effort, type ListAsk, placesOf, walk } from './page.ts'

export type PeoplePage = { people: Person[]; next?: Position }

/** A page of the people whom a filter means. Each page costs the same, however far down the list it is. */
export async function listPeople(db: Db, agent: AgentKey, ask: ListAsk): Promise<PeoplePage> {
  const rows = await byIndex(db, (tx) => rowsOfPage(tx, agent, ask))
  const shown = rows.slice(0, ask.limit)
  const last = shown.at(-1)
  return { people: shown.map(toPerson), ...(rows.length > ask.limit && last && { next: positionOf(last) }) }
}

type ListRow = PersonRow & { sort_value: Date | string }

function positionOf({ sort_value: value, person_key: key }: ListRow): Position {
  return { value: value instanceof Date ? value.toISOString() : value, key }
}

async function rowsOfPage(db: Db, agent: AgentKey, ask: ListAsk): Promise<ListRow[]> {
  const size = ask.limit + 1
  let rows: ListRow[] = []
  for await (const page of waysTo(db, agent, ask)) {
    rows = (await sql<ListRow>`${page} limit ${size}`.execute(db)).rows
    if (rows.length === size) break
  }
  return rows
}

/**
 * Each looks further than the one before, and the last leaves nobody out. Whom a filter means is met before long on the
 * way through the list, most of the time. If not, all of them are put into order, or at first no more than have to be.
 */
async function* waysTo(db: Db, agent: AgentKey, ask: ListAsk): AsyncGenerator<Sql, void> {
  const { effort = usual } = ask
  const criteria = criteriaOf(ask.filter)
  const sources = await sourcesOf(db, agent, criteria)
  const ordered = byAge(ask) ? sources.filter(({ inOrder }) => inOrder) : []
  const areAllOrdered = ordered.length === criteria.length
  if (areAllOrdered && ordered.length <= 1) return yield walk(agent, ask, { sources: ordered, criteria })
  // In the order of their making the index alone knows the first of them, and no row is read for the others.
  const rare = await rareOf(db, agent, sources, byAge(ask) ? 2 * effort.few : effort.few)
  if (areAllOrdered && rare.length === 0) return yield walk(agent, ask, { sources: ordered, criteria })
  const word = searchedByName(ask)
  if (rare.length === 0) {
    // Names that begin alike stand all in one place: they are met soon, or after the longest way.
    const isShort = byAge(ask) || (word && (await areNames(db, agent, { word, most: Math.ceil(effort.few / 4) })))
    const most = effort.near * (isShort ? 1 : longer) * ask.limit
    yield walk(agent, ask, { sources: ordered, criteria, most })
    if (await areAtMost(db, agent, ask, { sources: ordered, most })) return
  }
  const best = rare.length > 0 ? rare : await narrowest(db, agent, ask, sources)
  if (byAge(ask) && best.length === 1)
    yield among(agent, ask, { sources: best, criteria, most: effort.first * ask.limit })
  // Not all of them, if others narrow the list more.
  const names = word ? { word, most: rare.length > 0 ? effort.few : mostNames } : undefined
  yield among(agent, ask, { sources: rare.length > 0 ? rare : [...best, ...ordered], criteria, names })
}

/** As many as the index gives within the time of a page. */
const mostNames = 300_000

/** What is searched for in a list by name, where it can be what the names begin with. */
function searchedByName({ sort, filter: { q = [] } }: ListAsk): string | undefined {
  return fieldOf(sort) === 'fullName' && q.length === 1 ? q[0]?.[0] : undefined
}

/** Whether so many names begin with it. */
async function areNames(db: Db, agent: AgentKey, { word, most }: { word: string; most: number }): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${beginningWith(agent, { word, most })} as names`.execute(db)
  return (rows[0]?.count ?? 0) >= most
}

const usual: Effort = { few: usualFew, near: 100, first: 8 }
/** To put people into any order but that of their making their rows must be read, which is worth a longer way. */
const longer = 4

async function areAtMost(
  db: Db,
  agent: AgentKey,
  ask: ListAsk,
  { sources, most }: { sources: Source[]; most: number },
): Promise<boolean> {
  const { rows } = await sql`select from (${placesOf(agent, ask, sources)} offset ${most} limit 1) as one_more`.execute(
    db,
  )
  return rows.length === 0
}

async function narrowest(db: Db, agent: AgentKey, ask: ListAsk, sources: Source[]): Promise<Source[]> {
  const ordered = sources.filter(({ inOrder }) => inOrder)
  const isByName = searchedByName(ask) !== undefined
  if (!byAge(ask) && !isByName && ordered.length > 0) return ordered
  const others = isByName ? sources : sources.filter(({ inOrder }) => !inOrder)
  const sizes = others.length > 1 ? await sizesOf(db, agent, { sources: others, most: many }) : [0]
  return others.slice(sizes.indexOf(Math.min(...sizes))).slice(0, 1)
}
