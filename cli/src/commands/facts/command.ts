import { openAsBlob } from 'node:fs'
import { resolve } from 'node:path'
import { Invalid, type Schema } from '@parley/sdk'
import { defineCommand, defineGroup } from '../../command.ts'
import { connectToConfiguration } from '../../connection/connect.ts'
import { agentOptions, draftOption } from '../../connection/options.ts'
import { createIncompleteError, exitCodes, usageError } from '../../exit.ts'
import { formatTable } from '../../layout/table.ts'
import { formatCountOf, toPrintable } from '../../text/printable.ts'

type RowError = Schema<'ImportError'>
type FactsImported = Schema<'FactsImported'>

const importTimeoutMs = 300_000

const importFactsCommand = defineCommand({
  name: 'import',
  summary: 'import Facts from a CSV file',
  about:
    'imports Facts from a CSV file with a header row: question, answer, alternates (separated by |),\nid, exact, enabled, confirmed, alwaysOn, source, playbooks. A row with the id or the question of\na Fact changes that Fact. All rows are imported or none; those that do not fit are printed.',
  args: [{ name: 'FILE', description: 'the CSV file' }],
  options: {
    'dry-run': { type: 'boolean', description: 'shows how the file is read, and stores nothing' },
    'skip-invalid': { type: 'boolean', description: 'leaves out rows that do not fit, and imports the others' },
    'on-duplicate': {
      type: 'string',
      value: 'WHAT',
      description: '`update` (the default) or `skip` Facts that exist already',
    },
    charset: { type: 'string', value: 'NAME', description: 'the encoding of the file; default: detected' },
    mapping: {
      type: 'string',
      value: 'JSON',
      description: 'fields of columns, for example \'{"Frage 1":"question","Internal":null}\'',
    },
    ...draftOption,
    ...agentOptions,
  },
  exitDescriptions: { [exitCodes.failed]: 'some rows do not fit', [exitCodes.noVerdict]: 'nothing was imported' },
  examples: [
    ['parley facts import faq.csv --dry-run', 'shows how the columns are read, and which rows do not fit'],
    ['parley facts import faq.csv --skip-invalid --draft dft_0m3k1', 'imports the rows that fit into a draft'],
  ],
  next: ['`parley test` shows whether the agent still answers as it should'],
  async run({ options, args: [file = ''], io, print, json }) {
    const content = await openFile(resolve(io.workingDirectory, file))
    const { client } = await connectToConfiguration(options, io)
    const { charset, mapping } = options
    const query = {
      ...(options['dry-run'] && { dryRun: 'true' }),
      ...(options['skip-invalid'] && { skipInvalid: 'true' }),
      ...(options['on-duplicate'] !== undefined && { onDuplicate: options['on-duplicate'] }),
      ...{ charset, mapping },
    }
    const call = { query, body: content, headers: { 'content-type': 'text/csv' }, timeoutMs: importTimeoutMs }
    const response = await client.raw('POST', '/knowledge/facts/import', call).catch((error: unknown) => {
      throw explainRefusal(error)
    })
    const result = (await response.json()) as FactsImported
    json(result)
    for (const line of describeImport(result)) print(line)
    return result.failed > 0 ? exitCodes.failed : exitCodes.passed
  },
})

async function openFile(path: string): Promise<Blob> {
  try {
    return await openAsBlob(path, { type: 'text/csv' })
  } catch {
    throw usageError(`${toPrintable(path)} could not be read`)
  }
}

/** Lists the rows that refused the file; returns any other error as it is. */
function explainRefusal(error: unknown): unknown {
  if (!(error instanceof Invalid) || error.errors.length === 0) return error
  const rows = (error.errors as (Omit<RowError, 'row'> & { row?: number })[]).map(formatRowError)
  const isAboutRows = (error.errors as Partial<RowError>[]).some(({ row }) => row !== undefined)
  const advice = isAboutRows ? ['Correct these rows, or leave them out with --skip-invalid'] : []
  return createIncompleteError(['Nothing was imported:', ...rows, ...advice].join('\n'))
}

function formatRowError({ row, line, field, message }: Omit<RowError, 'row'> & { row?: number }): string {
  const place = line === undefined ? (row === undefined ? '' : `row ${row}: `) : `line ${line}: `
  return `  ${place}${[field, message].flatMap((text) => (text ? toPrintable(text) : [])).join(' ')}`
}

function* describeImport({ understood, preview, dryRun, errors, ...counts }: FactsImported): Generator<string> {
  for (const { header, field } of understood?.columns ?? [])
    if (header !== '') yield `  ${toPrintable(header)} → ${field ?? 'ignored'}`
  const facts = preview ?? []
  const rows = facts.map(({ id, question, answer }) => [id, question, answer])
  if (facts.length > 0) yield* formatTable(['ID', 'QUESTION', 'ANSWER'], rows)
  const { created, updated, unchanged, skipped, failed } = counts
  const summary = `${created} created, ${updated} updated, ${unchanged} unchanged, ${skipped} skipped, ${failed} refused`
  yield dryRun ? `Nothing is stored. An import would have ${summary}` : summary
  for (const error of errors) yield formatRowError(error)
  if (failed > errors.length) yield `  … and ${formatCountOf(failed - errors.length, 'more row')}`
}

export const factsCommand = defineGroup({
  name: 'facts',
  aliases: ['fact'],
  summary: 'import questions and answers',
  about: 'imports Facts, the questions and answers that an agent knows.',
  commands: [importFactsCommand],
  examples: [
    ['parley facts import faq.csv --dry-run', 'shows how a file would be imported'],
    ['parley facts import faq.csv', 'imports it'],
  ],
})
