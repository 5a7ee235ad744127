import { z } from 'zod'
import { charsetOfContentType } from '../../../platform/csv/import-request.ts'
import { pageQuery } from '../../../platform/http/page.ts'
import { agentRoute } from '../../../platform/http/route.ts'
import { listSchema } from '../../../platform/http/schemas.ts'
import { readSpooledJson, type SpooledBody } from '../../../platform/http/spool.ts'
import { validate } from '../../../platform/http/validate.ts'
import type { PeopleDeps } from '../deps.ts'
import type { ImportSource } from './batches.ts'
import {
  ImportBody,
  ImportQuery,
  ImportReportResponse,
  ImportResponse,
  ImportResultResponse,
  maxJsonBytes,
  maxJsonValues,
  resolveImportSettings,
} from './import.ts'
import { findImport, listImports } from './queries.ts'
import { acquireImportSlot, type ImportRequest, importPeople } from './run.ts'

const tag = 'People'
const read = { role: 'viewer', scope: 'people:read', tag } as const

const maxCsvBytes = 2048 * 2 ** 20
const json = {
  list: 'people',
  maxBytes: maxJsonBytes,
  maxValues: maxJsonValues,
  instead: 'send more people as text/csv',
}

type SentImport = { source: ImportSource; settings?: Omit<z.output<typeof ImportBody>, 'people'> }

async function readSentPeople(body: SpooledBody): Promise<SentImport> {
  const totalBytes = body.bytes
  if (/^text\/csv\b/i.test(body.contentType?.trim() ?? '')) return { source: { file: body, totalBytes } }
  const { people, ...settings } = validate(ImportBody, await readSpooledJson(body, json))
  return { source: { people, totalBytes }, settings }
}

export const importRoutes = (deps: PeopleDeps) => [
  agentRoute({
    role: 'editor',
    scope: 'people:write',
    tag,
    method: 'POST',
    path: '/people/import',
    summary: 'Import people',
    description:
      'A CSV file of any size with a header row, or JSON. Imports all valid rows, or none if the file cannot be ' +
      'parsed; a row with an error is skipped and reported with its row, line and field. A person with a known id, phone or email ' +
      'is updated: a value replaces the old one, an empty cell changes nothing. Headers are those of the export, in any spelling; ' +
      'other headers become custom fields, or follow `mapping`. The encoding is detected, or named by `charset`. ' +
      'Columns of consent and of yes or no understand English, German, French, Spanish, Italian and Portuguese; a dry run shows how in `understood`.',
    query: ImportQuery,
    body: z.custom<SpooledBody>(),
    bodyFormat: {
      spools: true,
      as: (body) => body,
      types: {
        'text/csv': z.string().meta({ examples: ['fullName,phone,tags\nA Person,+12025550143,fair;newsletter\n'] }),
        'application/json': ImportBody,
      },
    },
    bodyLimit: maxCsvBytes,
    response: ImportResultResponse,
    // One id for all retries of the transaction, so progress updates refer to the same import.
    prepare: async ({ body, query, world }): Promise<ImportRequest> => {
      await acquireImportSlot(body.deleted)
      const { source, settings } = await readSentPeople(body)
      const sent = { ...query, charset: query.charset ?? charsetOfContentType(body.contentType) }
      return { batchId: world.newId('imp'), source, settings: resolveImportSettings(sent, settings) }
    },
    handle: ({ tx, agent, prepared, world }) => importPeople(tx, agent, prepared as ImportRequest, { ...deps, world }),
  }),
  agentRoute({
    ...read,
    method: 'GET',
    path: '/people/imports',
    summary: 'List the imports of the agent, newest first',
    query: pageQuery,
    response: listSchema(ImportResponse),
    handle: ({ tx, agent, query }) => listImports(tx, agent, query),
  }),
  agentRoute({
    ...read,
    method: 'GET',
    path: '/people/imports/:importBatchId',
    summary: 'Read the progress or the result of an import',
    response: ImportReportResponse,
    find: ({ tx, agent, params }) => findImport(tx, agent, params.importBatchId),
    handle: async ({ found }) => found,
  }),
]
