import type { PersonResponse } from '../person/person.ts'
import { joinCell } from './cells.ts'

/**
 * The columns of a people export, in order. Their names are part of the API: an import reads the same headers. One
 * `customFields.<key>` column follows for each key in use, in alphabetical order.
 */
export const exportColumns = [
  ['id', (person) => person.id],
  ['fullName', (person) => person.fullName],
  ['firstName', (person) => person.firstName],
  ['lastName', (person) => person.lastName],
  ['email', (person) => person.email],
  ['phone', (person) => person.phone],
  ['company', (person) => person.company],
  ['title', (person) => person.title],
  ['status', (person) => person.status],
  ['source', (person) => person.source],
  ['notes', (person) => person.notes],
  ['tags', (person) => joinCell(person.tags)],
  ['consent.status', (person) => person.consent.status],
  ['consent.source', (person) => person.consent.source],
  ['consent.evidence', (person) => person.consent.evidence],
  ['consent.updatedAt', (person) => person.consent.updatedAt],
  ['assignedRepresentativeId', (person) => person.assignedRepresentativeId],
  ['timezone', (person) => person.timezone],
  ['scheduledCallAt', (person) => person.scheduledCallAt],
  ['lastCallAt', (person) => person.lastCallAt],
  ['lastSeenAt', (person) => person.lastSeenAt],
  ['importBatchId', (person) => person.importBatchId],
  ['createdAt', (person) => person.createdAt],
  ['updatedAt', (person) => person.updatedAt],
  ['identities', (person) => joinCell(person.identities.map(({ channel }) => channel))],
] as const satisfies readonly ExportColumn[]

type ExportColumn = readonly [name: string, cell: (person: PersonResponse) => string | undefined]

export const customFieldHeader = 'customFields.'
