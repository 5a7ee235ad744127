import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { EntryKind } from '../entry.ts'
import type { IndexableEntry } from '../word-index/word-index.ts'

/** The agent's version, which every change of its entries raises, and the number of its entries up to `most` + 1. */
export async function readIndexState(
  db: Db,
  agent: AgentKey,
  most: number,
): Promise<{ version: number; entries: number } | undefined> {
  const { rows } = await sql<{ version: number; entries: number }>`
    select version, (select count(*) from (
             select from knowledge_entries e where e.agent_key = a.agent_key limit ${most + 1}) as counted) as entries
      from agents a where a.agent_key = ${agent.key}`.execute(db)
  return rows[0]
}

type EntryRow = {
  kind: EntryKind
  id: string
  source_id: string | null
  playbook_ids: string[] | null
  title: string
  text: string
  phrases: string[]
  words: Buffer
  place: string
}

/** The entries that follow `after` by kind and id. */
export async function listIndexableEntries(
  db: Db,
  agent: AgentKey,
  { after, limit }: { after: { kind: string; id: string }; limit: number },
): Promise<IndexableEntry[]> {
  const { rows } = await sql<EntryRow>`
    select kind, id, source_id, playbook_ids, title, text, phrases, tsvectorsend(words) as words, ctid::text as place
      from knowledge_entries
     where agent_key = ${agent.key} and (kind, id) > (${after.kind}, ${after.id})
     order by kind, id limit ${limit}`.execute(db)
  return rows.map(({ source_id, playbook_ids, place, ...row }) => ({
    ...row,
    sourceId: source_id ?? undefined,
    playbookIds: playbook_ids ?? undefined,
    place: toPlace(place),
  }))
}

/** Turns `(block,line)` into a number that sorts the same way. */
function toPlace(ctid: string): number {
  const [block, line] = ctid.slice(1, -1).split(',')
  return Number(block) * 65_536 + Number(line)
}

/** The agent's vocabulary by first letter, each list separated by spaces: parsing arrays takes ten times as long. */
export async function listVocabulary(db: Db, agent: AgentKey): Promise<{ firstLetter: string; words: string }[]> {
  const { rows } = await sql<{ firstLetter: string; words: string }>`
    select first_letter as "firstLetter", array_to_string(words, ' ') as words from knowledge_words
     where agent_key = ${agent.key}`.execute(db)
  return rows
}

/** The lexemes that PostgreSQL makes of each word: none of a stop word, and usually one. @serves all tenants */
export async function readLexemes(db: Db, words: readonly string[]): Promise<string[][]> {
  const { rows } = await sql<{ lexemes: string[] }>`
    select tsvector_to_array(to_tsvector('english', word)) as lexemes
      from unnest(${words}::text[]) with ordinality as given (word, n) order by n`.execute(db)
  return rows.map(({ lexemes }) => lexemes)
}
