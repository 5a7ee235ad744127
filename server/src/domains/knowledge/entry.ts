import { eachInSteps, mapInSteps, type Steps } from '@parley/findings'
import { phraseOf } from '../../platform/fold.ts'

export const entryKinds = ['fact', 'passage', 'thing'] as const
export type EntryKind = (typeof entryKinds)[number]

/** Whatever search can find. */
export type Entry = {
  kind: EntryKind
  id: string
  sourceId?: string
  playbookIds?: readonly string[]
  title: string
  text: string
  /** What a query is held against as a whole: a question and its alternates, a name, a heading. */
  phrases: string[]
  /** Words beyond phrases and text by which it is found. */
  more?: string
}

/** What search reads of a Fact; everything else of it may change without a write to the index. */
export type Fact = {
  id: string
  question: string
  alternates?: readonly string[]
  answer: string
  enabled?: boolean
  confirmed?: boolean
  scope?: { playbookIds: readonly string[] }
}

export type Thing = { id: string; name: string; description?: string; metadata?: Readonly<Record<string, string>> }

export type Passage = { heading?: string; text: string }

function entryOfFact(fact: Fact): Entry {
  return {
    kind: 'fact',
    id: fact.id,
    playbookIds: fact.scope?.playbookIds,
    title: fact.question,
    text: fact.answer,
    phrases: phrasesOf([fact.question, ...(fact.alternates ?? [])]),
  }
}

function entryOfThing({ id, name, description = '', metadata = {} }: Thing): Entry {
  const more = Object.entries(metadata).flat().join(' ')
  return { kind: 'thing', id, title: name, text: description, phrases: phrasesOf([name]), more }
}

/** The ids follow from the place in the source, so that reading it again writes only what has changed. */
export function entriesOfPassages(source: { id: string; name: string }, passages: readonly Passage[]): Entry[] {
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
  return [...new Set(texts.map(phraseOf))].filter((phrase) => phrase !== '')
}

export type EntryChange = { written: Entry[]; removed: string[] }

/** What must be written to come from one list to the other. A Fact that is disabled or not confirmed is never read. */
export function changeOfFacts(before: readonly Fact[], after: readonly Fact[]): Steps<EntryChange> {
  const isRead = ({ enabled, confirmed }: Fact) => enabled !== false && confirmed !== false
  const told = ({ question, alternates, answer, scope }: Fact) =>
    JSON.stringify([question, alternates, answer, scope?.playbookIds])
  return changeOf(before.filter(isRead), after.filter(isRead), { told, entryOf: entryOfFact })
}

export function changeOfThings(before: readonly Thing[], after: readonly Thing[]): Steps<EntryChange> {
  const told = ({ name, description, metadata }: Thing) => JSON.stringify([name, description, metadata])
  return changeOf(before, after, { told, entryOf: entryOfThing })
}

type Telling<T> = { told: (item: T) => string; entryOf: (item: T) => Entry }

/** Entries that are new or say something else, and the ids of those that are gone. */
function* changeOf<T extends { id: string }>(
  before: readonly T[],
  after: readonly T[],
  { told, entryOf }: Telling<T>,
): Steps<EntryChange> {
  const known = new Map(yield* mapInSteps(before, (item): [string, string] => [item.id, told(item)]))
  const written: Entry[] = []
  yield* eachInSteps(after, (item) => {
    if (known.get(item.id) !== told(item)) written.push(entryOf(item))
  })
  for (const { id } of after) known.delete(id)
  return { written, removed: [...known.keys()] }
}
