import { type AgentDefinition, AgentFact } from '@parley/definition'
import { factColumns } from '@parley/definition/import-columns'
import { duplicatePolicies } from '@parley/definition/vocabulary'
import { z } from 'zod'
import {
  charsetOfContentType,
  charsetQuery,
  csvFormat,
  mappingQuery,
  type RowError,
  rowErrorList,
} from '../../../platform/csv/import-request.ts'
import type { Db } from '../../../platform/db/database.ts'
import { type Problem, problem } from '../../../platform/http/problem.ts'
import { type AgentKey, agentRoute, type Route } from '../../../platform/http/route.ts'
import type { SpooledBody } from '../../../platform/http/spool.ts'
import type { World } from '../../../platform/world.ts'
import type { Definitions, LockedDefinition } from '../definition/definitions.ts'
import type { AgentDeps } from '../deps.ts'
import { mergeFactRows } from '../fact-import/merge-rows.ts'
import { type FactFile, readFactFile } from '../fact-import/read-rows.ts'
import { writeAccess, writeProblems } from './section.ts'

/** Room for the largest configuration in UTF-16. */
const maxFileBytes = 16 * 2 ** 20
const shownFacts = 20

const flag = z.enum(['true', 'false']).optional()

const FactImportQuery = z.strictObject({
  dryRun: flag.meta({ description: 'Reads and checks the file, and stores nothing.' }),
  skipInvalid: flag.meta({ description: 'Leaves out rows with errors. By default, one error refuses the whole file.' }),
  onDuplicate: z.enum(duplicatePolicies).optional().meta({ default: 'update' }),
  charset: charsetQuery,
  mapping: mappingQuery,
})
type FactImportQuery = z.output<typeof FactImportQuery>

const count = z.int().min(0)

const FactsImported = z
  .strictObject({
    created: count,
    updated: count,
    unchanged: count,
    skipped: count.meta({ description: 'Facts that exist already, with `onDuplicate=skip`.' }),
    failed: count,
    errors: rowErrorList,
    dryRun: z.literal(true).optional(),
    understood: z
      .strictObject({
        ...csvFormat,
        columns: z.array(
          z.strictObject({
            header: z.string(),
            field: z.enum(factColumns).nullable().meta({ description: 'Null: the column is skipped.' }),
          }),
        ),
      })
      .optional()
      .meta({ description: 'For a dry run: how the file was read.' }),
    preview: z
      .array(AgentFact)
      .optional()
      .meta({ description: `For a dry run: the first ${shownFacts} Facts as they would be.` }),
  })
  .meta({
    id: 'FactsImported',
    examples: [{ created: 2, updated: 1, unchanged: 0, skipped: 0, failed: 0, errors: [] }],
  })

export function factImportRoute({ definitions }: AgentDeps): Route {
  return agentRoute({
    ...writeAccess,
    configuration: 'write',
    method: 'POST',
    path: '/knowledge/facts/import',
    tag: 'Knowledge',
    summary: 'Import Facts from a CSV file',
    description:
      `A CSV file of at most 16 MB with a header row; the columns are ${factColumns.join(', ')}. \`alternates\` are ` +
      'separated by `|`. A row with the id or, without an id, the question of a Fact changes that Fact; an empty cell ' +
      'changes nothing. All rows are imported or none, unless `skipInvalid` leaves out rows with errors. Unknown columns ' +
      'are refused, or follow `mapping`. The encoding is detected, or named by `charset`.',
    query: FactImportQuery,
    body: z.custom<SpooledBody>(),
    bodyFormat: {
      spools: true,
      as: (body) => body,
      types: {
        'text/csv': z.string().meta({
          examples: [
            'question,answer,alternates\nWhen are you open?,From nine to five.,opening hours|business hours\n',
          ],
        }),
      },
    },
    bodyLimit: maxFileBytes,
    response: FactsImported,
    problems: [...writeProblems, 'resource.conflict'],
    guardedBy: '',
    prepare: ({ body, query }) =>
      readFactFile(body, {
        mapping: query.mapping ?? {},
        charset: query.charset ?? charsetOfContentType(body.contentType),
      }),
    find: ({ tx, agent }) => definitions.lock(tx, agent),
    handle: ({ tx, agent, found, prepared, query, world }) =>
      importFacts(tx, agent, { locked: found, file: prepared as FactFile, query, world }, definitions),
  })
}

type FactImport = { locked: LockedDefinition; file: FactFile; query: FactImportQuery; world: World }

async function importFacts(
  tx: Db,
  agent: AgentKey,
  { locked, file, query, world }: FactImport,
  definitions: Definitions,
): Promise<z.input<typeof FactsImported>> {
  const options = { onDuplicate: query.onDuplicate ?? 'update', now: world.now().toISOString() } as const
  const { facts, imported, counts, errors } = await mergeFactRows(file.rows, locked.definition, options)
  const isDryRun = query.dryRun === 'true'
  if (counts.failed > 0 && !isDryRun && query.skipInvalid !== 'true') throw refuseRows(counts.failed, errors)
  const edit = (definition: AgentDefinition) => ({ ...definition, facts })
  const write = { locked, edit, world, pathStyle: 'section' } as const
  if (!isDryRun) {
    await definitions.write(tx, agent, write)
    return { ...counts, errors }
  }
  await definitions.check(write)
  const understood = { ...file.format, columns: file.columns }
  return { ...counts, errors, dryRun: true, understood, preview: imported.slice(0, shownFacts) }
}

function refuseRows(failed: number, errors: readonly RowError[]): Problem {
  const named = errors.map(({ field = 'question', ...error }) => ({ ...error, field }))
  const first = named.slice(0, 3).map(({ row, field, message }) => `row ${row}: ${field} ${message}`)
  const subject = failed === 1 ? 'a row has errors' : `${failed} rows have errors`
  const detail = `Nothing was imported, because ${subject}. ${first.join('; ')}`
  return problem('request.invalid', 422, { detail, errors: named })
}
