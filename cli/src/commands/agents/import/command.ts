import { ParleyError } from '@parley/sdk'
import { type CommandCall, defineCommand } from '../../../command.ts'
import { type AgentConnection, connectToConfiguration } from '../../../connection/connect.ts'
import { agentOptions, draftOption } from '../../../connection/options.ts'
import { createIncompleteError, type ExitCode, exitCodes } from '../../../exit.ts'
import { confirmAction } from '../../../io.ts'
import type { Paint } from '../../../text/paint.ts'
import { formatCountOf, stripControlCharacters, toPrintable } from '../../../text/printable.ts'
import { readDocumentFile } from '../document.ts'
import { formatFindings } from '../findings.ts'
import type { Difference } from './diff-documents.ts'

/** Lists the changed sections first, then the diff of each. */
function formatDifferences(differences: readonly Difference[], paint: Paint): string[] {
  if (differences.length === 0) return ['Nothing would change']
  const widest = Math.max(...differences.map(({ section }) => section.length))
  return [
    `${formatCountOf(differences.length, 'section')} would change:`,
    ...differences.map(
      ({ section, added, removed }) => `  ${section.padEnd(widest)}  ${formatLineCounts(added, removed, paint)}`,
    ),
    ...differences.flatMap(({ section, lines }) => [
      '',
      paint('bold', section),
      ...lines.map((line) => paintDiffLine(stripControlCharacters(line), paint)),
    ]),
  ]
}

const formatLineCounts = (added: number, removed: number, paint: Paint): string =>
  [...(added > 0 ? [paint('green', `+${added}`)] : []), ...(removed > 0 ? [paint('red', `-${removed}`)] : [])].join(' ')

function paintDiffLine(line: string, paint: Paint): string {
  if (line.startsWith('+')) return paint('green', line)
  if (line.startsWith('-')) return paint('red', line)
  return line.startsWith('@@') ? paint('dim', line) : line
}

const options = {
  ...agentOptions,
  ...draftOption,
  check: { type: 'boolean', description: 'only shows what would change, and exits with 1 if anything would' },
  yes: { type: 'boolean', short: 'y', description: 'does not ask for confirmation' },
} as const

export const importAgentCommand = defineCommand({
  name: 'import',
  summary: 'update an agent from a document, after showing the changes',
  about:
    'shows how an agent differs from a document, asks, and applies the changes. Each section in the\ndocument replaces that section of the agent; sections that are not in the document do not change.\nAll changes are applied, or none.',
  args: [
    {
      name: 'FILE',
      description: 'a document in YAML or JSON, as written by `parley agents export`; - reads standard input',
    },
  ],
  options,
  exitDescriptions: { 0: 'imported, or nothing to change', 1: 'with --check: something would change' },
  examples: [
    ['parley agents import desk.yaml', 'shows the changes, and asks'],
    ['parley agents import desk.yaml --check', 'in CI: does the agent match the repository?'],
    ['parley agents import desk.yaml --yes', 'in CI, to apply the changes'],
  ],
  next: ['`parley test` checks whether the agent still behaves as it should'],
  run: importFile,
})

async function importFile(call: CommandCall<typeof options>): Promise<ExitCode> {
  const { args, io, print, paint, json } = call
  const document = await readDocumentFile(args[0] ?? '', io)
  const to = await connectToConfiguration(call.options, io)
  const { exported, mark } = await readExport(to)
  const { diffDocuments } = await import('./diff-documents.ts')
  const differences = diffDocuments(exported, document, io.currentDate().toISOString())
  for (const line of formatDifferences(differences, paint)) print(line)
  const changes = differences.map(({ lines, ...rest }) => ({ ...rest, diff: lines.join('\n') }))
  const isSettled = differences.length === 0 || call.options.check
  if (isSettled) {
    const exit = differences.length > 0 ? exitCodes.failed : exitCodes.passed
    json({ exitCode: exit, applied: [], differences: changes })
    return exit
  }
  await confirmImport(call, differences, to)
  const answer = await applyImport(to, document, mark)
  for (const line of formatFindings(answer.warnings, paint)) print(line)
  print(`Imported into ${toPrintable(to.agent)}: ${differences.map(({ section }) => toPrintable(section)).join(', ')}`)
  json({ exitCode: exitCodes.passed, applied: answer.applied, differences: changes, warnings: answer.warnings })
  return exitCodes.passed
}

type ExportedDocument = { exported: unknown; mark: string | undefined }

async function readExport({ client }: AgentConnection): Promise<ExportedDocument> {
  const response = await client.raw('GET', '/export', { query: { format: 'json' } })
  return { exported: await response.json(), mark: response.headers.get('etag') ?? undefined }
}

async function confirmImport(
  { options: { yes }, io }: CommandCall<typeof options>,
  differences: Difference[],
  { agent }: AgentConnection,
) {
  if (yes) return
  const sections = differences.length === 1 ? 'this section' : `these ${differences.length} sections`
  await confirmAction(`Change ${sections} of ${toPrintable(agent)}?`, io)
}

/** The user confirmed the differences that were shown: the ETag keeps the import from overwriting later changes. */
async function applyImport({ client, agent }: AgentConnection, document: unknown, mark: string | undefined) {
  const meanwhile = () =>
    createIncompleteError(
      `Someone changed ${toPrintable(agent)} in the meantime: nothing was imported. Review the changes again`,
    )
  const headers = mark === undefined ? undefined : { 'if-match': mark }
  return client.post('/import', { body: document, headers }).catch((error: unknown) => {
    throw error instanceof ParleyError && error.status === 412 ? meanwhile() : error
  })
}
