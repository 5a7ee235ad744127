import { z } from 'zod'
import { pageQuery } from '../../../platform/http/page.ts'
import { problem } from '../../../platform/http/problem.ts'
import { agentRoute } from '../../../platform/http/route.ts'
import { listOf } from '../../../platform/http/schemas.ts'
import { readSpooledJson, type Spooled } from '../../../platform/http/spool.ts'
import { validated } from '../../../platform/http/validate.ts'
import type { PeopleDeps } from '../deps.ts'
import { ImportAnswer, ImportBody, ImportQuery, ShownImport, ShownImportWithErrors, settingsOf } from './import.ts'
import { findImport, listImports } from './queries.ts'
import { importPeople } from './run.ts'

const tag = 'People'
const read = { role: 'viewer', scope: 'people:read', tag } as const

const mebibyte = 2 ** 20
const mostJsonBytes = 50 * mebibyte
const mostCsvBytes = 2048 * mebibyte

type Sent = { totalBytes: number } & ({ file: Spooled } | z.output<typeof ImportBody>)

async function sentPeople(body: Spooled): Promise<Sent> {
  const type = body.contentType?.split(';', 1)[0]?.trim().toLowerCase()
  if (type === 'text/csv') return { file: body, totalBytes: body.bytes }
  if (!type?.endsWith('json')) {
    throw problem('request.malformed', 400, { detail: 'The content type must be text/csv or application/json' })
  }
  return { ...validated(ImportBody, await readSpooledJson(body, mostJsonBytes)), totalBytes: body.bytes }
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
    body: z.custom<Sent>(),
    reads: {
      spools: true,
      as: sentPeople,
      types: {
        'text/csv': z.string().meta({ examples: ['fullName,phone,tags\nA Person,+12025550143,fair;newsletter\n'] }),
        'application/json': ImportBody,
      },
    },
    bodyLimit: mostCsvBytes,
    answer: ImportAnswer,
    // One id for all tries of the transaction, so that what is told of its progress is told of one import.
    prepare: async ({ world }) => world.newId('imp'),
    handle: ({ tx, agent, body, query, prepared, world }) => {
      const settings = settingsOf(query, 'people' in body ? body : undefined)
      return importPeople(tx, agent, { batchId: prepared as string, source: body, settings }, { ...deps, world })
    },
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
