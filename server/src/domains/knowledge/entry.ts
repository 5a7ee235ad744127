import { forEachIncrementally, type IncrementalTask, mapIncrementally } from '@parley/findings'
import { normalizePhrase } from '../../platform/search-text.ts'

export const entryKinds = ['fact', 'passage', 'thing'] as const
export type EntryKind = (typeof entryKinds)[number]

export type KnowledgeEntry = {
  kind: EntryKind
  id: string
  sourceId?: string
  playbookIds?: readonly string[]
  title: string
  text: string
  /** Phrases compared with the whole query: a question and its alternates, a name, or a heading. */
  phrases: string[]
  /** Additional searchable text beyond phrases and text. */
  more?: string
}

/** The searchable fields of a Fact; other fields can change without a write to the index. */
export type IndexedFact = {
  id: string
  question: string
  alternates?: readonly string[]
  answer: string
  enabled?: boolean
  confirmed?: boolean
  scope?: { playbookIds?: readonly string[] | undefined }
}

export type IndexedThing = {
  id: string
  name: string
  description?: string
  metadata?: Readonly<Record<string, string>>
}

export type Passage = { heading?: string; text: string }

function toFactEntry(fact: IndexedFact): KnowledgeEntry {
  return {
    kind: 'fact',
    id: fact.id,
    playbookIds: fact.scope?.playbookIds,
    title: fact.question,
    text: fact.answer,
    phrases: phrasesOf([fact.question, ...(fact.alternates ?? [])]),
  }
}

function toThingEntry({ id, name, description = '', metadata = {} }: IndexedThing): KnowledgeEntry {
  const more = Object.entries(metadata).flat().join(' ')
  return { kind: 'thing', id, title: name, text: description, phrases: phrasesOf([name]), more }
}

/** Ids are derived from the position in the source, so that reading it again writes only what changed. */
export function toPassageEntries(source: { id: string; name: string }, passages: readonly Passage[]): KnowledgeEntry[] {
  return passages.map(({ heading, text }, at) => ({
    kind: 'passage',
    id: `${source.id}-${at}`,
    sourceId: source.id,
    title: heading ?? source.name,
    text,
    phrases: phrasesOf(heading === undefined ? [] : [heading]),
  }))
}

function phrasesOf(texts: readonly string[]): string[] {
  return [...new Set(texts.map(normalizePhrase))].filter((phrase) => phrase !== '')
}

export type EntryChange = { written: KnowledgeEntry[]; removed: string[] }

/** Returns the writes that turn one list into the other. Facts that are disabled or unconfirmed are not indexed. */
export function diffFacts(before: readonly IndexedFact[], after: readonly IndexedFact[]): IncrementalTask<EntryChange> {
  const isRead = ({ enabled, confirmed }: IndexedFact) => enabled !== false && confirmed !== false
  const fingerprint = ({ question, alternates, answer, scope }: IndexedFact) =>
    JSON.stringify([question, alternates, answer, scope?.playbookIds])
  return diffEntries(before.filter(isRead), after.filter(isRead), { fingerprint: fingerprint, toEntry: toFactEntry })
}

export function diffThings(
  before: readonly IndexedThing[],
  after: readonly IndexedThing[],
): IncrementalTask<EntryChange> {
  const fingerprint = ({ name, description, metadata }: IndexedThing) => JSON.stringify([name, description, metadata])
  return diffEntries(before, after, { fingerprint: fingerprint, toEntry: toThingEntry })
}

type EntryDiffOptions<T> = { fingerprint: (item: T) => string; toEntry: (item: T) => KnowledgeEntry }

function* diffEntries<T extends { id: string }>(
  before: readonly T[],
  after: readonly T[],
  { fingerprint, toEntry }: EntryDiffOptions<T>,
): IncrementalTask<EntryChange> {
  const known = new Map(yield* mapIncrementally(before, (item): [string, string] => [item.id, fingerprint(item)]))
  const written: KnowledgeEntry[] = []
  yield* forEachIncrementally(after, (item) => {
    if (known.get(item.id) !== fingerprint(item)) written.push(toEntry(item))
  })
  for (const { id } of after) known.delete(id)
  return { written, removed: [...known.keys()] }
}
