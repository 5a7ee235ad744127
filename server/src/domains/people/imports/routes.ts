import { z } from 'zod'
import { pageQuery } from '../../../platform/http/page.ts'
import { agentRoute } from '../../../platform/http/route.ts'
import { listOf } from '../../../platform/http/schemas.ts'
import { readSpooledJson, type Spooled } from '../../../platform/http/spool.ts'
import { validated } from '../../../platform/http/validate.ts'
import type { PeopleDeps } from '../deps.ts'
import {
  ImportAnswer,
  ImportBody,
  ImportQuery,
  mostJsonBytes,
  mostJsonValues,
  ShownImport,
  ShownImportWithErrors,
  settingsOf,
} from './import.ts'
import { findImport, listImports } from './queries.ts'
import type { Source } from './rows.ts'
import { type Import, importPeople, turnUntil } from './run.ts'

const tag = 'People'
const read = { role: 'viewer', scope: 'people:read', tag } as const

const mostCsvBytes = 2048 * 2 ** 20
const json = {
  list: 'people',
  mostBytes: mostJsonBytes,
  mostValues: mostJsonValues,
  instead: 'send more people as text/csv',
}

type Sent = { source: Source; settings?: Omit<z.output<typeof ImportBody>, 'people'> }

async function sentPeople(body: Spooled): Promise<Sent> {
  const totalBytes = body.bytes
  if (/^text\/csv\b/i.test(body.contentType?.trim() ?? '')) return { source: { file: body, totalBytes } }
  const { people, ...settings } = validated(ImportBody, await readSpooledJson(body, json))
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
      'A CSV file of any size with a header row, or JSON. All good rows are taken or, when the file cannot be read, ' +
      'none; a row with an error is left out and named by row, line and field. Whoever is known by id, phone or e-mail ' +
      'is updated: a value replaces, an empty cell says nothing. Headers are those of the export, in any spelling; ' +
      'others are custom fields, or what `mapping` says.',
    query: ImportQuery,
    body: z.custom<Spooled>(),
    reads: {
      spools: true,
      as: (body) => body,
      types: {
        'text/csv': z.string().meta({ examples: ['fullName,phone,tags\nA Person,+12025550143,fair;newsletter\n'] }),
        'application/json': ImportBody,
      },
    },
    bodyLimit: mostCsvBytes,
    answer: ImportAnswer,
    // One id for all tries of the transaction, so that what is told of its progress is told of one import.
    prepare: async ({ body, query, world }): Promise<Import> => {
      await turnUntil(body.forgotten)
      const { source, settings } = await sentPeople(body)
      return { batchId: world.newId('imp'), source, settings: settingsOf(query, settings) }
    },
    handle: ({ tx, agent, prepared, world }) => importPeople(tx, agent, prepared as Import, { ...deps, world }),
  }),
  agentRoute({
    ...read,
    method: 'GET',
    path: '/people/imports',
    summary: 'List the imports of the agent, newest first',
    query: pageQuery,
    answer: listOf(ShownImport),
    handle: ({ tx, agent, query }) => listImports(tx, agent, query),
  }),
  agentRoute({
    ...read,
    method: 'GET',
    path: '/people/imports/:importBatchId',
    summary: 'Read how far an import has come, or what came of it',
    answer: ShownImportWithErrors,
    find: ({ tx, agent, params }) => findImport(tx, agent, params.importBatchId),
    handle: async ({ found }) => found,
  }),
]
