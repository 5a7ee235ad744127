import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/database.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'
import type { Person } from '../../person/person.ts'
import { type PersonRow, toPerson } from '../../person/queries/columns.ts'
import { type ListPosition, sortFieldOf } from '../sort.ts'
import { type CandidateSource, type Sql, toCriteria } from './criteria.ts'
import {
  isSortedByAge,
  type PeopleListQuery,
  type QueryEffort,
  scanList,
  scanPositions,
  selectFromSources,
  selectNamesStartingWith,
} from './page.ts'

import {
  countLimit,
  countSourceRows,
  maxCheckedPeople,
  selectRareSources,
  toSources,
  withIndexScans,
} from './sources.ts'

export type PeoplePage = { people: Person[]; next?: ListPosition }

/** Returns a page of the people who match a filter. Each page costs the same, however deep in the list. */
export async function listPeople(db: Db, agent: AgentKey, ask: PeopleListQuery): Promise<PeoplePage> {
  const rows = await withIndexScans(db, (tx) => readPageRows(tx, agent, ask))
  const pageRows = rows.slice(0, ask.limit)
  const last = pageRows.at(-1)
  return { people: pageRows.map(toPerson), ...(rows.length > ask.limit && last && { next: positionOfRow(last) }) }
}

type ListRow = PersonRow & { sort_value: Date | string }

function positionOfRow({ sort_value: value, person_key: key }: ListRow): ListPosition {
  return { value: value instanceof Date ? value.toISOString() : value, key }
}

async function readPageRows(db: Db, agent: AgentKey, ask: PeopleListQuery): Promise<ListRow[]> {
  const size = ask.limit + 1
  let rows: ListRow[] = []
  for await (const page of planQueries(db, agent, ask)) {
    rows = (await sql<ListRow>`${page} limit ${size}`.execute(db)).rows
    if (rows.length === size) break
  }
  return rows
}

/**
 * Yields queries that each search further than the previous one; the last is exhaustive. Usually a scan of the list
 * soon finds the matches. If not, all candidates are sorted, at first only as many as needed.
 */
async function* planQueries(db: Db, agent: AgentKey, ask: PeopleListQuery): AsyncGenerator<Sql, void> {
  const { effort = defaultEffort } = ask
  const criteria = toCriteria(ask.filter)
  const sources = await toSources(db, agent, criteria)
  const ordered = isSortedByAge(ask) ? sources.filter(({ inOrder }) => inOrder) : []
  const areAllOrdered = ordered.length === criteria.length
  if (areAllOrdered && ordered.length <= 1) return yield scanList(agent, ask, { sources: ordered, criteria })
  // In creation order the index alone returns the first matches, without reading the other rows.
  const rare = await selectRareSources(db, agent, sources, isSortedByAge(ask) ? 2 * effort.few : effort.few)
  if (areAllOrdered && rare.length === 0) return yield scanList(agent, ask, { sources: ordered, criteria })
  const word = searchedByName(ask)
  if (rare.length === 0) {
    // Names with the same prefix are adjacent: a scan finds them early or very late.
    const isShort =
      isSortedByAge(ask) || (word && (await hasNamesStartingWith(db, agent, { word, most: Math.ceil(effort.few / 4) })))
    const most = effort.near * (isShort ? 1 : longScanFactor) * ask.limit
    yield scanList(agent, ask, { sources: ordered, criteria, most })
    if (await countsAtMost(db, agent, ask, { sources: ordered, most })) return
  }
  const best = rare.length > 0 ? rare : await selectNarrowest(db, agent, ask, sources)
  if (isSortedByAge(ask) && best.length === 1)
    yield selectFromSources(agent, ask, { sources: best, criteria, most: effort.first * ask.limit })
  // Only a few, if other sources narrow the list more.
  const names = word ? { word, most: rare.length > 0 ? effort.few : maxNames } : undefined
  const candidates = rare.length > 0 ? rare : [...best, ...ordered]
  // Without an index for any criterion, only the whole list is exhaustive.
  if (candidates.length === 0 && !names) return yield scanList(agent, ask, { sources: [], criteria })
  yield selectFromSources(agent, ask, { sources: candidates, criteria, names })
}

/** As many as the index returns within the time budget of a page. */
const maxNames = 300_000

/** Returns the search word when the list is sorted by name, as a possible prefix of the names. */
function searchedByName({ sort, filter: { q = [] } }: PeopleListQuery): string | undefined {
  return sortFieldOf(sort) === 'fullName' && q.length === 1 ? q[0]?.[0] : undefined
}

async function hasNamesStartingWith(
  db: Db,
  agent: AgentKey,
  { word, most }: { word: string; most: number },
): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${selectNamesStartingWith(agent, { word, most })} as names`.execute(db)
  return (rows[0]?.count ?? 0) >= most
}

const defaultEffort: QueryEffort = { few: maxCheckedPeople, near: 100, first: 8 }
/** Sorting by anything other than creation time has to read the rows, so a longer scan is worth it first. */
const longScanFactor = 4

async function countsAtMost(
  db: Db,
  agent: AgentKey,
  ask: PeopleListQuery,
  { sources, most }: { sources: CandidateSource[]; most: number },
): Promise<boolean> {
  const { rows } =
    await sql`select from (${scanPositions(agent, ask, sources)} offset ${most} limit 1) as one_more`.execute(db)
  return rows.length === 0
}

async function selectNarrowest(
  db: Db,
  agent: AgentKey,
  ask: PeopleListQuery,
  sources: CandidateSource[],
): Promise<CandidateSource[]> {
  const ordered = sources.filter(({ inOrder }) => inOrder)
  const isByName = searchedByName(ask) !== undefined
  if (!isSortedByAge(ask) && !isByName && ordered.length > 0) return ordered
  const others = isByName ? sources : sources.filter(({ inOrder }) => !inOrder)
  const sizes = others.length > 1 ? await countSourceRows(db, agent, { sources: others, most: countLimit }) : [0]
  return others.slice(sizes.indexOf(Math.min(...sizes))).slice(0, 1)
}
