import { setImmediate as nextTurn } from 'node:timers/promises'
import { type AgentDefinition, type AgentFact, FactInput, maxFacts, stampFacts } from '@parley/definition'
import { type FieldError, fieldErrorOptions, toFieldErrors, toSlug } from '@parley/findings'
import {
  maxErrorsPerRow,
  maxImportErrors,
  type RowError,
  unreadableImport,
} from '../../../platform/csv/import-request.ts'
import type { FactRow } from './read-rows.ts'

type FactImportCounts = { created: number; updated: number; unchanged: number; skipped: number; failed: number }
type MergedFacts = {
  /** The whole list after the import: Facts keep their places, new ones follow. */
  facts: AgentFact[]
  /** The Facts of the file as they become, in the order of its rows. */
  imported: AgentFact[]
  counts: FactImportCounts
  errors: RowError[]
}

type MergeOptions = { onDuplicate: 'update' | 'skip'; now: string }

const rowsPerTurn = 50

/** Merges rows into the Facts of an agent. A row is about the Fact with its id, else about the one with its question. */
export async function mergeFactRows(
  rows: readonly FactRow[],
  { facts: stored, playbooks }: Pick<AgentDefinition, 'facts' | 'playbooks'>,
  { onDuplicate, now }: MergeOptions,
): Promise<MergedFacts> {
  const index = createFactIndex(rows, stored, new Set(playbooks.map(({ id }) => id)))
  const counts: FactImportCounts = { created: 0, updated: 0, unchanged: 0, skipped: 0, failed: 0 }
  const changed = new Map<string, AgentFact>()
  const made: AgentFact[] = []
  const imported: AgentFact[] = []
  const errors: RowError[] = []
  for (const [at, row] of rows.entries()) {
    if (at % rowsPerTurn === 0) await nextTurn()
    const { id, old, faults } = index.match(row)
    const read = faults.length === 0 ? readFact(row, { id, old, index }) : { faults }
    if (!('fact' in read)) {
      counts.failed += 1
      if (errors.length < maxImportErrors) errors.push(...toRowErrors(row, read.faults.slice(0, maxErrorsPerRow)))
      continue
    }
    if (old && onDuplicate === 'skip') {
      counts.skipped += 1
      continue
    }
    const [fact] = stampFacts([read.fact], old ? [old] : [], now) as [AgentFact]
    counts[old === undefined ? 'created' : fact === old ? 'unchanged' : 'updated'] += 1
    if (old) changed.set(fact.id, fact)
    else made.push(fact)
    imported.push(fact)
  }
  const facts = [...stored.map((fact) => changed.get(fact.id) ?? fact), ...made]
  if (facts.length > maxFacts) throw unreadableImport(`would leave the agent with more than ${maxFacts} Facts`)
  return { facts, imported, counts, errors: errors.slice(0, maxImportErrors) }
}

type FactIndex = ReturnType<typeof createFactIndex>

/** Finds the Fact that a row is about, and rows that are about the same one. */
function createFactIndex(rows: readonly FactRow[], stored: readonly AgentFact[], playbookIds: ReadonlySet<string>) {
  const byId = new Map(stored.map((fact) => [fact.id, fact]))
  const byQuestion = new Map(stored.toReversed().map((fact) => [normalizeQuestion(fact.question), fact]))
  const rowsById = new Map<string, number>()
  const rowsByQuestion = new Map<string, number>()
  const usedIds = new Set([...byId.keys(), ...rows.flatMap(({ fields }) => fields.id ?? [])])
  const suffixes = new Map<string, number>()

  /** Numbers each slug once, because ten thousand questions may have the same one. */
  function createId(question: string): string {
    const slug = toSlug(question, 'fact')
    for (let suffix = suffixes.get(slug) ?? 1; ; suffix++) {
      const id = suffix === 1 ? slug : `${slug}-${suffix}`
      if (usedIds.has(id)) continue
      suffixes.set(slug, suffix + 1)
      usedIds.add(id)
      return id
    }
  }

  function match({ row, fields, errors }: FactRow): { id?: string; old?: AgentFact; faults: FieldError[] } {
    const question = fields.question === undefined ? undefined : normalizeQuestion(fields.question)
    const asked = fields.id === undefined && question !== undefined ? byQuestion.get(question) : undefined
    const id = fields.id ?? asked?.id
    const old = id === undefined ? undefined : byId.get(id)
    const first = id === undefined ? rowsByQuestion.get(question ?? '') : rowsById.get(id)
    if (id !== undefined && first === undefined) rowsById.set(id, row)
    if (id === undefined && first === undefined && question !== undefined) rowsByQuestion.set(question, row)
    const field = fields.id === undefined ? 'question' : 'id'
    const repeated = first === undefined ? [] : [{ field, message: `is used twice: row ${first} has it, too` }]
    return { ...(id !== undefined && { id }), ...(old && { old }), faults: [...errors, ...repeated] }
  }

  return { match, createId, hasPlaybook: (id: string) => playbookIds.has(id) }
}

const normalizeQuestion = (question: string): string => question.normalize('NFC').trim().toLowerCase()

type ReadContext = { id: string | undefined; old: AgentFact | undefined; index: FactIndex }

/** Validates a row with what its Fact already has. */
function readFact(
  { fields }: FactRow,
  { id, old, index }: ReadContext,
): { fact: FactInput } | { faults: FieldError[] } {
  // A file names playbooks only: the locations of the Fact stay.
  const scope = fields.scope && old?.scope && { scope: { ...old.scope, ...fields.scope } }
  const whole = { ...(old ?? { source: 'import' as const }), ...fields, ...scope, id: id ?? 'new' }
  const parsed = FactInput.safeParse(whole, fieldErrorOptions)
  const faults = (parsed.error?.issues ?? []).flatMap((issue) => toFieldErrors(issue)).map(toColumn)
  const strangers = (fields.scope?.playbookIds ?? []).filter((playbookId) => !index.hasPlaybook(playbookId))
  if (strangers.length > 0)
    faults.push({
      field: 'playbooks',
      message: `names playbooks that do not exist: ${strangers.slice(0, 5).join(', ')}`,
    })
  if (!parsed.success || faults.length > 0) return { faults }
  return { fact: id === undefined ? { ...parsed.data, id: index.createId(parsed.data.question) } : parsed.data }
}

const toRowErrors = ({ row, line }: FactRow, errors: readonly FieldError[]): RowError[] =>
  errors.map(({ field, message }) => ({ row, line, field, message }))

/** Names the column of a field. */
const toColumn = ({ field, message }: FieldError): FieldError => ({
  field: field.replace(/^scope\.playbookIds/, 'playbooks'),
  message,
})
