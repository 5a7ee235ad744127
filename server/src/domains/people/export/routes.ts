import { customFieldHeader } from '@parley/definition/import-columns'
import { stringify } from 'csv-stringify/sync'
import type { Db } from '../../../platform/db/database.ts'
import { problem } from '../../../platform/http/problem.ts'
import {
  type AgentKey,
  agentRoute,
  type ByteStream,
  ResponseContent,
  RouteResponse,
} from '../../../platform/http/route.ts'
import type { ParsedFilter } from '../list/filter.ts'
import { PeopleExportQuery } from '../list/filter-schema.ts'
import { iteratePages } from '../list/queries/iterate.ts'
import { serializePeople } from '../list/serializer.ts'
import type { PersonResponse } from '../person/person.ts'
import { escapeFormula, exportColumns } from './columns.ts'
import { listCustomFieldKeys } from './queries.ts'

/**
 * Quotes any line break, not only the row delimiter, and leading or trailing whitespace, which an import would trim.
 */
const options = { record_delimiter: '\r\n', quoted_match: /^\s|\s$|[\r\n]/ }

function formatCsvHeader(fieldKeys: readonly string[]): string {
  return stringify(
    [[...exportColumns.map(([name]) => name), ...fieldKeys.map((key) => customFieldHeader + key)]],
    options,
  )
}

function formatCsvRows(people: readonly PersonResponse[], fieldKeys: readonly string[]): string {
  return stringify(
    people.map((person) => [
      ...exportColumns.map(([, cell]) => escapeFormula(cell(person) ?? '')),
      ...fieldKeys.map((key) =>
        escapeFormula(Object.hasOwn(person.customFields, key) ? (person.customFields[key] as string) : ''),
      ),
    ]),
    options,
  )
}

function formatNdjson(people: readonly PersonResponse[]): string {
  return people.map((person) => `${JSON.stringify(person)}\n`).join('')
}

const pageSize = 500

async function* streamCsv(db: Db, agent: AgentKey, filter: ParsedFilter, fieldKeys: readonly string[]): ByteStream {
  yield formatCsvHeader(fieldKeys)
  for await (const people of iteratePages(db, agent, filter, pageSize)) {
    yield formatCsvRows(await serializePeople(db, agent, people), fieldKeys)
  }
}

async function* streamNdjson(db: Db, agent: AgentKey, filter: ParsedFilter): ByteStream {
  for await (const people of iteratePages(db, agent, filter, pageSize)) {
    yield formatNdjson(await serializePeople(db, agent, people))
  }
}

const ndjson = 'application/x-ndjson'
const ndjsonTypes = [ndjson, 'application/ndjson', 'application/jsonl']
/** A wider table would be unusable. */
const maxFields = 2_000

export const peopleExportRoutes = [
  agentRoute({
    role: 'viewer',
    scope: 'people:export',
    tag: 'People',
    method: 'GET',
    path: '/people/export',
    summary: 'Export the people of the agent as CSV or NDJSON',
    description:
      `Accepts the filters of the list. CSV, or NDJSON with \`Accept: ${ndjson}\`: one Person per line, as in a single read, ` +
      'but without the journal. In CSV, a cell that a spreadsheet would run as a formula starts with an apostrophe, ' +
      'which an import removes again; tags are separated by semicolons.',
    query: PeopleExportQuery,
    responseTypes: ['text/csv', ndjson],
    problems: ['resource.conflict'],
    handle: async ({ tx, agent, query: filter, request }) => {
      if (prefersNdjson(request.accept))
        return toDownload('people.ndjson', new ResponseContent(streamNdjson(tx, agent, filter), ndjson))
      const keys = await listCustomFieldKeys(tx, agent, maxFields + 1)
      if (keys.length > maxFields) {
        const detail = `More than ${maxFields} custom fields are in use, too many for a table: request ${ndjson}`
        throw problem('resource.conflict', 409, { detail })
      }
      return toDownload(
        'people.csv',
        new ResponseContent(streamCsv(tx, agent, filter, keys), 'text/csv; charset=utf-8'),
      )
    },
  }),
]

function toDownload(name: string, content: ResponseContent): RouteResponse<ResponseContent> {
  return new RouteResponse(200, content, { 'content-disposition': `attachment; filename="${name}"` })
}

/** The first of the two media types in the header wins; the default is CSV. */
function prefersNdjson(accept = ''): boolean {
  const types = accept.split(',').map((type) => type.split(';')[0]?.trim().toLowerCase() ?? '')
  const first = types.find((type) => type === 'text/csv' || ndjsonTypes.includes(type))
  return first !== undefined && first !== 'text/csv'
}
