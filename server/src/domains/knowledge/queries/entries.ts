import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { canBeMisspelled, normalizePhrase } from '../../../platform/search-text.ts'
import type { EntryKind, KnowledgeEntry } from '../entry.ts'

/** Limits per statement, so that normalizing and serializing one batch does not block the event loop for long. */
const batch = 1000
const maxBatchLength = 150_000

/** Writes entries in as few statements as their size allows: one for a thousand Facts, many for a long book. */
export async function writeEntries(db: Db, agent: AgentKey, entries: readonly KnowledgeEntry[]): Promise<void> {
  let from = 0
  while (from < entries.length) {
    let to = from
    for (let length = 0; to < entries.length && to - from < batch && length < maxBatchLength; to++) {
      const { text = '', more = '' } = entries[to] ?? {}
      length += text.length + more.length
    }
    // Yields first, so that preparing a long list and writing it do not run in one turn of the event loop.
    if (from > 0 || to < entries.length) await nextTurn()
    await writeBatch(db, agent, entries.slice(from, to))
    from = to
  }
}

/** One statement writes the entries, and one adds the words that are missing from the agent's vocabulary. */
async function writeBatch(db: Db, agent: AgentKey, entries: readonly KnowledgeEntry[]): Promise<void> {
  const given = entries.map(toEntryRow)
  await sql`
    insert into knowledge_entries (agent_key, kind, id, source_id, playbook_ids, title, text, phrases, words)
    select ${agent.key}, kind, id, source_id, playbook_ids, title, text, phrases,
           setweight(to_tsvector('english', phrased), 'A') || to_tsvector('english', folded)
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given (
        kind text, id text, source_id text, playbook_ids text[], title text, text text, phrases text[],
        phrased text, folded text)
        on conflict (agent_key, kind, id) do update
       set playbook_ids = excluded.playbook_ids, title = excluded.title, text = excluded.text,
           phrases = excluded.phrases, words = excluded.words`.execute(db)
  await addWords(db, agent, vocabularyOf(given))
}

/** The words of entries as they would be stored, in the format of `tsvectorsend`. @serves all tenants */
export async function vectorizeEntries(
  db: Db,
  entries: readonly KnowledgeEntry[],
): Promise<{ vectors: Buffer[]; vocabulary: string[] }> {
  const given = entries.map(toEntryRow)
  const { rows } = await sql<{ words: Buffer }>`
    select tsvectorsend(setweight(to_tsvector('english', phrased), 'A') || to_tsvector('english', folded)) as words
      from unnest(${given.map(({ phrased }) => phrased)}::text[], ${given.map(({ folded }) => folded)}::text[])
           with ordinality as given (phrased, folded, n) order by n`.execute(db)
  return { vectors: rows.map(({ words }) => words), vocabulary: vocabularyOf(given) }
}

function toEntryRow({ kind, id, sourceId, playbookIds, title, text, phrases, more = '' }: KnowledgeEntry) {
  const folded = normalizePhrase(`${text} ${more}`)
  const phrased = phrases.join(' ')
  return { kind, id, source_id: sourceId, playbook_ids: playbookIds, title, text, phrases, phrased, folded }
}

function vocabularyOf(given: readonly { phrased: string; folded: string }[]): string[] {
  const words = new Set(given.flatMap(({ phrased, folded }) => `${phrased} ${folded}`.split(' ')))
  return [...words].filter(canBeMisspelled)
}

/** A larger list would be noise, and every misspelled word is compared with all of it. */
const maxWordsOfInitial = 20_000

/** Locks rows in alphabetical order, so that two writers cannot deadlock. */
async function addWords(db: Db, agent: AgentKey, words: readonly string[]): Promise<void> {
  await sql`
    with fresh as (
      select word from unnest(${words}::text[]) as given (word)
      except
      select word from knowledge_words, unnest(words) as known (word) where agent_key = ${agent.key})
    insert into knowledge_words (agent_key, first_letter, words)
    select ${agent.key}, left(word, 1), (array_agg(word))[1:${maxWordsOfInitial}::int] from fresh group by 2 order by 2
        on conflict (agent_key, first_letter) do update
       set words = (knowledge_words.words || excluded.words)[1:${maxWordsOfInitial}::int]
     where cardinality(knowledge_words.words) < ${maxWordsOfInitial}`.execute(db)
}

export async function deleteEntries(db: Db, agent: AgentKey, kind: EntryKind, ids: readonly string[]): Promise<void> {
  await sql`delete from knowledge_entries
    where agent_key = ${agent.key} and kind = ${kind} and id = any (${ids}::text[])`.execute(db)
}

/** Replaces the entries of a source and leaves identical ones untouched. Returns whether anything changed. */
export async function replacePassages(
  db: Db,
  agent: AgentKey,
  sourceId: string,
  entries: readonly KnowledgeEntry[],
): Promise<boolean> {
  const { rows } = await sql<{ id: string; title: string; text: string }>`
    select id, title, text from knowledge_entries
     where agent_key = ${agent.key} and source_id = ${sourceId}`.execute(db)
  const old = new Map(rows.map((row) => [row.id, row]))
  const currentIds = new Set(entries.map(({ id }) => id))
  const changed = entries.filter(({ id, title, text }) => old.get(id)?.text !== text || old.get(id)?.title !== title)
  const removedIds = rows.filter(({ id }) => !currentIds.has(id)).map(({ id }) => id)
  if (removedIds.length > 0) await deleteEntries(db, agent, 'passage', removedIds)
  if (changed.length > 0) await writeEntries(db, agent, changed)
  return removedIds.length + changed.length > 0
}
