import { ParleyError } from '@parley/sdk'
import { type Call, command } from '../../../command.ts'
import { type AgentAt, toAgent } from '../../../connection/connect.ts'
import { agentOptions } from '../../../connection/options.ts'
import { consent } from '../../../consent.ts'
import { type Exit, exits, undone } from '../../../exit.ts'
import { plain } from '../../../text/plain.ts'
import { readDocumentFile } from '../document.ts'
import { findingLines } from '../findings.ts'
import type { Difference } from './difference.ts'
import { differenceLines } from './show.ts'

const options = {
  ...agentOptions,
  check: { type: 'boolean', says: 'only shows what would change, and ends with 1 if something would' },
  yes: { type: 'boolean', short: 'y', says: 'does not ask' },
} as const

export const importCommand = command({
  name: 'import',
  summary: 'change an agent to what a document says, after showing the difference',
  about:
    'shows how an agent differs from a document, asks, and makes it so. Each section that the\ndocument carries replaces that section; those that it leaves out stay as they are. All or nothing.',
  args: [
    { name: 'FILE', says: 'a document in YAML or JSON, as `parley agents export` writes it; - is the standard input' },
  ],
  options,
  ends: { 0: 'imported, or nothing to change', 1: 'with --check: something would change' },
  examples: [
    ['parley agents import desk.yaml', 'shows the difference, and asks'],
    ['parley agents import desk.yaml --check', 'in a build: is the agent what the repository says?'],
    ['parley agents import desk.yaml --yes', 'in a build, to make it so'],
  ],
  next: ['`parley test` tells whether the agent still does what it should'],
  run: importFile,
})

async function importFile(call: Call<typeof options>): Promise<Exit> {
  const { args, io, say, paint, json } = call
  const document = await readDocumentFile(args[0] ?? '', io)
  const to = await toAgent(call.options, io)
  const { exported, mark } = await exportOf(to)
  const { differencesOf } = await import('./difference.ts')
  const differences = differencesOf(exported, document, io.today().toISOString())
  for (const line of differenceLines(differences, paint)) say(line)
  const told = differences.map(({ lines, ...rest }) => ({ ...rest, diff: lines.join('\n') }))
  const isSettled = differences.length === 0 || call.options.check
  if (isSettled) {
    const exit = differences.length > 0 ? exits.failed : exits.passed
    json({ exitCode: exit, applied: [], differences: told })
    return exit
  }
  await consentTo(call, differences, to)
  const answer = await applied(to, document, mark)
  for (const line of findingLines(answer.warnings, paint)) say(line)
  say(`Imported into ${plain(to.agent)}: ${differences.map(({ section }) => plain(section)).join(', ')}`)
  json({ exitCode: exits.passed, applied: answer.applied, differences: told, warnings: answer.warnings })
  return exits.passed
}

type Exported = { exported: unknown; mark: string | undefined }

async function exportOf({ at }: AgentAt): Promise<Exported> {
  const response = await at.raw('GET', '/export', { query: { format: 'json' } })
  return { exported: await response.json(), mark: response.headers.get('etag') ?? undefined }
}

async function consentTo(
  { options: { yes }, io }: Call<typeof options>,
  differences: Difference[],
  { agent }: AgentAt,
) {
  if (yes) return
  const sections = differences.length === 1 ? 'this section' : `these ${differences.length} sections`
  await consent(`Change ${sections} of ${plain(agent)}?`, io)
}

/** Whoever has said yes has said it to what was shown: what has changed since is not written over. */
async function applied({ at, agent }: AgentAt, document: unknown, mark: string | undefined) {
  const meanwhile = () =>
    undone(`Somebody has changed ${plain(agent)} meanwhile: nothing was imported. Look at the difference again`)
  const headers = mark === undefined ? undefined : { 'if-match': mark }
  return at.post('/import', { body: document, headers }).catch((error: unknown) => {
    throw error instanceof ParleyError && error.status === 412 ? meanwhile() : error
  })
}
