import type { Schema } from '@parley/sdk'

type Person = Schema<'Person'>
export type MergeRow = {
  field: string
  custom: boolean
  mine?: string
  theirs?: string
  keeps: 'mine' | 'theirs' | 'both'
}

const singleFields = [
  'fullName',
  'firstName',
  'lastName',
  'email',
  'phone',
  'company',
  'title',
  'status',
  'source',
  'assignedRepresentativeId',
  'preferredLocationId',
  'scheduledCallAt',
  'timezone',
] as const

/** Previews a merge of two people field by field, as the API does it; fields that both lack are omitted. */
export function mergeRows(into: Person, from: Person): MergeRow[] {
  const rows: MergeRow[] = singleFields.map((field) => buildMergeRow(field, into[field], from[field]))
  const tags = buildMergeRow('tags', into.tags.join(', ') || undefined, from.tags.join(', ') || undefined, true)
  const notes = buildMergeRow('notes', into.notes, from.notes, true)
  const keys = [...new Set([...Object.keys(into.customFields), ...Object.keys(from.customFields)])]
  const custom = keys.map((key) => ({
    ...buildMergeRow(key, into.customFields[key], from.customFields[key]),
    custom: true,
  }))
  return [...rows, tags, notes, ...custom].filter(({ mine, theirs }) => mine !== undefined || theirs !== undefined)
}

function buildMergeRow(field: string, mine: string | undefined, theirs: string | undefined, joined = false): MergeRow {
  const differ = mine !== undefined && theirs !== undefined && mine !== theirs
  return {
    field,
    custom: false,
    mine,
    theirs,
    keeps: differ && joined ? 'both' : mine === undefined ? 'theirs' : 'mine',
  }
}

/** The other person's value is overridden and goes into the journal. */
export const isRecordedInJournal = ({ mine, theirs, keeps }: MergeRow): boolean =>
  keeps === 'mine' && theirs !== undefined && theirs !== mine
