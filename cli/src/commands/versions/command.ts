import { defineCommand, defineGroup } from '../../command.ts'
import { parseWholeNumber } from '../../command-parser/parse.ts'
import { connectToAgent } from '../../connection/connect.ts'
import { agentOptions } from '../../connection/options.ts'
import { exitCodes } from '../../exit.ts'
import { formatTable } from '../../layout/table.ts'
import { truncateToWidth } from '../../layout/width.ts'
import type { Paint } from '../../text/paint.ts'
import { formatCountOf, toPrintable } from '../../text/printable.ts'

const versionArgument = { name: 'VERSION', description: 'the number of a version, from `parley versions list`' }
const maxVersion = 999_999_999

/** Checks a version before anything is sent. */
const parseVersion = (text: string): string => String(parseWholeNumber('VERSION', text, { least: 1, most: maxVersion }))

const listVersionsCommand = defineCommand({
  name: 'list',
  aliases: ['ls'],
  summary: 'the versions of the configuration, newest first',
  about: 'lists the versions of the configuration, newest first. Every write makes one.',
  options: {
    ...agentOptions,
    limit: { type: 'string', value: 'N', description: 'how many to list (default: 20)' },
  },
  examples: [
    ['parley versions list', 'the last 20'],
    ["parley versions list --json | jq '.data[0].version'", 'the number of the newest'],
  ],
  next: ['`parley versions diff VERSION` shows what changed since'],
  async run({ options, io, print, columns, json }) {
    const limit = parseWholeNumber('--limit', options.limit ?? '20', { least: 1, most: 1000 })
    const { client } = await connectToAgent(options, io)
    const { data } = await client.get('/versions', { query: { limit } })
    json({ data })
    const rows = data.map(({ version, at, by, summary, label }) => [
      String(version),
      at.slice(0, 16).replace('T', ' '),
      toPrintable(by.name ?? by.id),
      toPrintable(label ?? ''),
      toPrintable(summary),
    ])
    for (const line of formatTable(['VERSION', 'TIME (UTC)', 'BY', 'LABEL', 'CHANGES'], rows, columns)) print(line)
    return exitCodes.passed
  },
})

const diffVersionsCommand = defineCommand({
  name: 'diff',
  summary: 'what changed between two versions',
  about: 'shows what changed between two versions, or between a version and live.',
  args: [versionArgument, { name: 'TO', description: 'another version; default: live', optional: true }],
  options: agentOptions,
  examples: [
    ['parley versions diff 12', 'what changed since version 12'],
    ['parley versions diff 12 14', 'what changed between the two'],
  ],
  next: ['`parley versions restore VERSION` goes back'],
  async run({ options, args: [from = '', to = 'live'], io, print, paint, json }) {
    const path = { version: parseVersion(from), to: to === 'live' ? to : parseVersion(to) }
    const { client } = await connectToAgent(options, io)
    const { changes } = await client.get('/versions/{version}/diff/{to}', { path })
    json({ changes })
    for (const line of formatChanges(changes as ConfigurationChange[], paint)) print(line)
    return exitCodes.passed
  },
})

const labelVersionCommand = defineCommand({
  name: 'label',
  summary: 'name a version, so that it is kept',
  about: 'labels a version. Parley keeps the last 500 versions and all labelled ones.',
  args: [
    versionArgument,
    { name: 'LABEL', description: 'at most 80 characters; without it, the label is removed', optional: true },
  ],
  options: agentOptions,
  examples: [
    ['parley versions label 12 "Summer hours"', 'labels version 12'],
    ['parley versions label 12', 'removes the label'],
  ],
  next: ['`parley versions list` shows all labels'],
  async run({ options, args: [version = '', label], io, print, json }) {
    const path = { version: parseVersion(version) }
    const { client } = await connectToAgent(options, io)
    const labelled = await client.patch('/versions/{version}', { path, body: { label: label ?? null } })
    json(labelled)
    const name = toPrintable(labelled.label ?? '')
    print(name === '' ? `Version ${labelled.version} has no label` : `Version ${labelled.version} is labelled ${name}`)
    return exitCodes.passed
  },
})

const restoreVersionCommand = defineCommand({
  name: 'restore',
  summary: 'make live what it was at a version',
  about: 'restores a version: live becomes its document, as a new version. Secrets and tool bindings stay.',
  args: [versionArgument],
  options: agentOptions,
  examples: [
    ['parley versions restore 12', 'goes back to version 12'],
    ['parley versions restore 12 --json | jq .version', 'and prints the number of the new version'],
  ],
  next: ['`parley versions diff VERSION` shows beforehand what would change back'],
  async run({ options, args: [version = ''], io, print, json }) {
    const path = { version: parseVersion(version) }
    const { client } = await connectToAgent(options, io)
    const restored = await client.post('/versions/{version}/_restore', { path })
    json(restored)
    print(`Version ${path.version} is live again, as version ${restored.version}`)
    return exitCodes.passed
  },
})

export const versionsCommand = defineGroup({
  name: 'versions',
  summary: 'list, compare and restore versions of the configuration',
  about: "the versions of an agent's configuration.",
  commands: [listVersionsCommand, diffVersionsCommand, labelVersionCommand, restoreVersionCommand],
  examples: [
    ['parley versions list', 'who changed what'],
    ['parley versions restore 12', 'goes back to version 12'],
  ],
})

export type ConfigurationChange = {
  path: string
  kind: 'added' | 'removed' | 'changed'
  before?: unknown
  after?: unknown
}

const marks = { added: '+', removed: '-', changed: '~' } as const
const colors = { added: 'green', removed: 'red', changed: 'yellow' } as const
const maxValueWidth = 100

/** One line per change, and below it the values before and after, shortened. */
export function formatChanges(changes: readonly ConfigurationChange[], paint: Paint): string[] {
  if (changes.length === 0) return ['No differences']
  return [
    ...changes.flatMap(({ path, kind, before, after }) => [
      paint(colors[kind], `${marks[kind]} ${toPrintable(path)}`),
      ...(kind === 'changed' ? [`    - ${formatValue(before)}`, `    + ${formatValue(after)}`] : []),
    ]),
    formatCountOf(changes.length, 'difference'),
  ]
}

const formatValue = (value: unknown): string =>
  truncateToWidth(toPrintable(typeof value === 'string' ? value : (JSON.stringify(value) ?? '')), maxValueWidth)
