import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { EntryKind } from '../entry.ts'
import type { SearchHit } from '../search.ts'
import { countScored, findDoubtfulWords, maxHits, type WordQuery } from '../word-query.ts'
import { type EntryRef, textHash } from './vectors.ts'

/**
 * Expands each word that is not a stop word: to itself, else to similar words of the agent's vocabulary, else to itself
 * with likeness 0 because no entry has it. Similarity is edit distance, because trigrams handle only ASCII letters when
 * the locale is C.
 */
function expandTerms(agent: AgentKey, words: readonly string[]) {
  return sql`
    select given.n, coalesce(found.word, given.word) as word, coalesce(found.likeness, 0) as likeness,
           case when found.word is null then wanted else plainto_tsquery('english', found.word) end as wanted
      from unnest(${words}::text[], ${findDoubtfulWords(words)}::boolean[]) with ordinality as given (word, doubtful, n)
      left join knowledge_words k on k.agent_key = ${agent.key} and k.first_letter = left(given.word, 1)
     cross join lateral (
       select plainto_tsquery('english', given.word) as wanted,
              case when length(given.word) < 8 then 1 else 2 end as most) as how
     cross join lateral (
       select not doubtful or given.word = any (k.words)
           or exists (select from knowledge_entries
                       where agent_key = ${agent.key} and kind <> 'passage' and words @@ wanted)
           or exists (select from knowledge_entries
                       where agent_key = ${agent.key} and kind = 'passage' and words @@ wanted)
           as known) as first
      left join lateral (
        select given.word, 1::float8 as likeness where known
        union all
        (select near.word, power(1 - changes::float8 / length(given.word), 2)
           from (select word from unnest(k.words) as own (word)
                  where length(word) between length(given.word) - most and length(given.word) + most) as near
          cross join lateral (select levenshtein_less_equal(near.word, given.word, most) as changes) as distance
          where known is not true and changes <= most order by changes, near.word collate "C" limit 3)
       ) as found on true
     where numnode(wanted) > 0`
}

type SearchRow = { kind: EntryKind; id: string; source_id: string | null; title: string; text: string; score: number }

/**
 * Finds entries by weighted words: a word that few entries contain weighs more than a common one. The candidates are
 * the entries with the highest weight, shorter ones first, and those that contain all of the words. The score combines
 * their share of the weight, the position and frequency of the words, and how close one of their phrases is to the
 * whole query. `searchByKeywords` returns the same from memory, so every order here is complete: by code points, and
 * by the place in the table where entries are equal otherwise. The sums of weights are compared in single precision,
 * because the order of additions changes their last digits.
 */
export async function findByKeywords(db: Db, agent: AgentKey, query: WordQuery): Promise<SearchHit[]> {
  const scored = countScored(query.limit)
  const { rows } = await sql<SearchRow>`
    with terms as materialized (${expandTerms(agent, query.telling)}),
    hits as materialized (
      select n, likeness, place, fact, size from terms cross join lateral (
        (select e.ctid as place, e.kind = 'fact' as fact, length(e.words) as size from knowledge_entries e
          where e.agent_key = ${agent.key} and e.kind <> 'passage' and e.words @@ wanted
            and ${appliesToPlaybook(query.playbookId)} limit ${maxHits.definition})
        union all
        (select e.ctid, false, length(e.words) from knowledge_entries e
          where e.agent_key = ${agent.key} and e.kind = 'passage' and e.words @@ wanted limit ${maxHits.passages})) as hit),
    weights as materialized (
      select n, 1 / (1 + ln(greatest(count(place), 1))) as weight from terms left join hits using (n) group by n),
    counted as materialized (
      select place, bool_or(fact) as fact, sum(weight * likeness) as had, min(size) as size
        from hits join weights using (n) group by place),
    best as materialized (
      (select place from counted where fact order by had::real desc, size, place limit ${scored})
      union
      (select place from counted where not fact order by had::real desc, size, place limit ${scored})
      union
      (select place from (
         select e.ctid as place from knowledge_entries e
          where e.agent_key = ${agent.key} and e.kind = 'passage'
            and e.words @@ (select plainto_tsquery('english', string_agg(word, ' ')) from terms)
          limit ${maxHits.passages}) as complete
        order by place limit ${scored})),
    scored as materialized (
      select e.kind, e.id, e.source_id, e.title, e.text,
             case when ${query.words.join(' ')} = any (e.phrases) then 1
                  else 0.65 * coverage + 0.2 * density + 0.15 * coalesce(closeness, 0) end as score
        from best join knowledge_entries e on e.ctid = place and e.agent_key = ${agent.key}
       cross join lateral (
         select sum(weight * had) / (select sum(weight) from weights) as coverage,
                sum(weight * density) / (select sum(weight) from weights) as density
           from (select n, max(likeness) as had, max(likeness * ts_rank(once.words, wanted)) as density
                   from terms, (select e.words || ''::tsvector as words offset 0) as once
                  where once.words @@ wanted group by n) as matched join weights using (n)) as share
       cross join lateral ${phraseOverlap(query.words)})
    select kind, id, source_id, title, text, round(score::numeric, 4)::float8 as score
      from scored where score >= greatest(0.1, (select max(score) from scored) / 6)
     order by kind = 'fact' desc, score desc, kind, id collate "C" limit ${query.limit}`.execute(db)
  return rows.map(toHit)
}

/** Finds Facts and Things by the whole phrase, for a query that has no meaningful word of its own. */
export async function findByPhrase(db: Db, agent: AgentKey, query: WordQuery): Promise<SearchHit[]> {
  const { rows } = await sql<SearchRow>`
    select e.kind, e.id, e.source_id, e.title, e.text, round((closeness * closeness)::numeric, 4)::float8 as score
      from knowledge_entries e cross join lateral ${phraseOverlap(query.words)}
     where e.agent_key = ${agent.key} and e.kind in ('fact', 'thing') and closeness >= 0.5
       and ${appliesToPlaybook(query.playbookId)}
     order by e.kind = 'fact' desc, closeness desc, e.kind, e.id collate "C" limit ${query.limit}`.execute(db)
  return rows.map(toHit)
}

/** Returns the entries, without scores, whose text is still the one that was matched. */
export async function findEntriesByName(
  db: Db,
  agent: AgentKey,
  names: readonly EntryRef[],
  playbookId: string | undefined,
): Promise<Omit<SearchHit, 'score'>[]> {
  const [kinds, ids] = [names.map(({ kind }) => kind), names.map(({ id }) => id)]
  const { rows } = await sql<Omit<SearchRow, 'score'>>`
    select e.kind, e.id, e.source_id, e.title, e.text
      from unnest(${kinds}::text[], ${ids}::text[], ${names.map(({ hash }) => hash)}::text[]) as given (kind, id, hash)
      join knowledge_entries e on e.agent_key = ${agent.key} and e.kind = given.kind and e.id = given.id
     where encode(${textHash}, 'hex') = given.hash and ${appliesToPlaybook(playbookId)}`.execute(db)
  return rows.map(toHit)
}

function appliesToPlaybook(playbookId: string | undefined) {
  return playbookId === undefined ? sql`true` : sql`(e.playbook_ids is null or ${playbookId} = any (e.playbook_ids))`
}

/** Jaccard similarity between the query and the closest phrase of the entry. */
function phraseOverlap(words: readonly string[]) {
  const distinct = [...new Set(words)]
  return sql`(
    select max(same::float8 / (cardinality(parts) + ${distinct.length}::int - same)) as closeness
      from unnest(e.phrases) as phrase
     cross join lateral (select string_to_array(phrase, ' ') as parts) as split
     cross join lateral (select count(*) as same from unnest(${distinct}::text[]) as word where word = any (parts)) as common) as near`
}

function toHit<Found extends { source_id: string | null }>({ source_id, ...row }: Found) {
  return source_id === null ? row : { ...row, sourceId: source_id }
}
