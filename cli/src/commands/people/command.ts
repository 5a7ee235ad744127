import { openAsBlob } from 'node:fs'
import { resolve } from 'node:path'
import type { Schema } from '@parley/sdk'
import { defineCommand, defineGroup } from '../../command.ts'
import { connectToAgent } from '../../connection/connect.ts'
import { agentOptions } from '../../connection/options.ts'
import { exitCodes, usageError } from '../../exit.ts'
import { writeOutputFile } from '../../io.ts'
import { formatCountOf, toPrintable } from '../../text/printable.ts'

const importOptions = {
  'dry-run': { type: 'boolean', description: 'shows how the file is read, and stores nothing' },
  channel: { type: 'string', value: 'NAME', description: 'adds an identity on this channel for each phone' },
  country: {
    type: 'string',
    value: 'CODE',
    description: 'the country of numbers without a country code, for example DE',
  },
  charset: { type: 'string', value: 'NAME', description: 'the encoding of a CSV file; default: detected' },
  'on-duplicate': {
    type: 'string',
    value: 'WHAT',
    description: '`update` (the default) or `skip` people who exist already',
  },
  mapping: {
    type: 'string',
    value: 'JSON',
    description: 'fields of columns, for example \'{"Handy":"phone","Internal":null}\'',
  },
  values: {
    type: 'string',
    value: 'JSON',
    description: 'values of cells, for example \'{"Status":{"hot":"qualified"}}\'',
  },
  ...agentOptions,
} as const

/** A large file takes minutes until the answer comes. */
const importTimeoutMs = 1_800_000

const importPeopleCommand = defineCommand({
  name: 'import',
  summary: 'import people from a CSV or JSON file',
  about:
    'imports people from a CSV file with a header row, or from a JSON file as POST …/people/import takes it.\nIt prints what became of the rows, and each row that was refused with the reason.',
  args: [{ name: 'FILE', description: 'the CSV or JSON file' }],
  options: importOptions,
  exitDescriptions: { [exitCodes.failed]: 'some rows were refused; the others were imported' },
  examples: [
    ['parley people import people.csv --dry-run', 'shows how the columns are read, and what would be refused'],
    ['parley people import people.csv --channel sms --country DE', 'imports them, with national numbers of Germany'],
  ],
  next: ['`parley campaigns start ID` writes to them'],
  async run({ options, args: [file = ''], io, print, json }) {
    const path = resolve(io.workingDirectory, file)
    const type = /\.json$/i.test(file) ? 'application/json' : 'text/csv'
    const content = await openFile(path, type)
    const { client } = await connectToAgent(options, io)
    const { channel, country, charset, mapping, values } = options
    const query = {
      ...(options['dry-run'] && { dryRun: 'true' }),
      ...(options['on-duplicate'] !== undefined && { onDuplicate: options['on-duplicate'] }),
      ...{ channel, country, charset, mapping, values },
    }
    const call = { query, body: content, headers: { 'content-type': type }, timeoutMs: importTimeoutMs }
    const response = await client.raw('POST', '/people/import', call)
    const result = (await response.json()) as Schema<'PeopleImported'>
    json(result)
    for (const line of describeImport(result)) print(line)
    return result.failed > 0 ? exitCodes.failed : exitCodes.passed
  },
})

/** The content is read while it is sent, so a file of gigabytes needs no memory. */
async function openFile(path: string, type: string): Promise<Blob> {
  try {
    return await openAsBlob(path, { type })
  } catch {
    throw usageError(`${toPrintable(path)} could not be read`)
  }
}

function* describeImport(result: Schema<'PeopleImported'>): Generator<string> {
  const { created, updated, skipped, failed, errors, understood, dryRun, importBatchId } = result
  for (const { header, field, values = [] } of understood?.columns ?? []) {
    yield `  ${toPrintable(header)} → ${field ? toPrintable(field) : 'ignored'}`
    for (const { value, readAs } of values)
      yield `      ${toPrintable(value)} → ${readAs === undefined ? 'not understood' : toPrintable(readAs)}`
  }
  const counts = `${created} created, ${updated} updated, ${skipped} skipped, ${failed} refused`
  yield dryRun
    ? `Nothing is stored. An import would have ${counts}`
    : `${counts}${importBatchId ? ` (${importBatchId})` : ''}`
  for (const { row, line, field, message } of errors)
    yield `  ${line === undefined ? `row ${row}` : `line ${line}`}: ${[field, message]
      .filter(Boolean)
      .map((text) => toPrintable(`${text}`))
      .join(' ')}`
  if (failed > errors.length) yield `  … and ${formatCountOf(failed - errors.length, 'more row')}`
}

const exportPeopleCommand = defineCommand({
  name: 'export',
  summary: 'export everything stored about a person, as one document',
  about:
    'prints everything stored about one person as JSON: profile, addresses, consent, messages,\nsends, appointments and the rest. The audit log records the export.',
  args: [{ name: 'PERSON', description: 'the id of the person, per_…' }],
  options: {
    ...agentOptions,
    out: { type: 'string', short: 'o', value: 'FILE', description: 'writes it to a file instead' },
  },
  examples: [
    ['parley people export per_0m3k1 --out ada.json', 'saves it to a file, for the person who asked for it'],
    ["parley people export per_0m3k1 --json | jq '.messages | length'", 'on one line, for a program'],
  ],
  next: ['To erase a person: `DELETE …/people/per_0m3k1`, or the button in the console'],
  async run({ options, args, io, print, json }) {
    const [id] = args
    if (id === undefined) throw usageError('Which person? Pass a person id')
    const { client } = await connectToAgent(options, io)
    const text = await (await client.raw('GET', `/people/${encodeURIComponent(id)}/export`)).text()
    if (options.out === undefined) {
      io.out(options.json ? `${JSON.stringify(JSON.parse(text))}\n` : text)
      return exitCodes.passed
    }
    const file = resolve(io.workingDirectory, options.out)
    await writeOutputFile(file, text, { isPrivate: true })
    print(`Written: ${file}`)
    json({ file })
    return exitCodes.passed
  },
})

export const peopleCommand = defineGroup({
  name: 'people',
  summary: 'import people, and export what is stored about one',
  about: 'imports people from a file, and answers requests for the data stored about a person.',
  commands: [importPeopleCommand, exportPeopleCommand],
  examples: [
    ['parley people import people.csv --dry-run', 'shows how a file would be imported'],
    ['parley people export per_0m3k1 --out ada.json', 'everything stored about them, in a file'],
  ],
})
