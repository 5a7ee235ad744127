import { type AgentClient, type OrgClient, type Parley, ParleyError, type Schema } from '@parley/sdk'
import { defineCommand, defineGroup } from '../../command.ts'
import { connectToAgent } from '../../connection/connect.ts'
import { agentOptions } from '../../connection/options.ts'
import { exitCodes, usageError } from '../../exit.ts'
import { confirmAction } from '../../io.ts'
import { formatTable } from '../../layout/table.ts'
import { toPrintable } from '../../text/printable.ts'

type Binding = Schema<'ToolBinding'>
type Call = Schema<'ToolCall'>

const toolArgument = { name: 'TOOL', description: 'its id, such as @svc/tool.http-webhook' }
const callStates: readonly string[] = ['running', 'succeeded', 'failed', 'unknown'] satisfies Call['state'][]

const listToolsCommand = defineCommand({
  name: 'list',
  aliases: ['ls'],
  summary: 'the tools of an agent, and whether they can be called',
  about: 'lists the catalog tools that are bound to an agent: their state, and the playbooks that call them.',
  options: agentOptions,
  examples: [
    ['parley tools list', 'the tools of the current agent'],
    [
      'parley tools list --json | jq -r \'.data[] | select(.state != "ready") | .toolId\'',
      'those that cannot be called',
    ],
  ],
  next: ['`parley tools try TOOL` calls one of them; docs/tools.md describes how to bind one'],
  async run({ options, io, print, columns, json }) {
    const { client, parley, org } = await connectToAgent(options, io)
    const { data } = await client.get('/tool-bindings')
    const needGrants = await listToolsWithGrants(parley)
    const findGrant = (binding: Binding) =>
      needGrants.has(binding.toolId) ? readGrantStatus(binding, { client, org: parley.org(org) }) : undefined
    const tools = await Promise.all(data.map(async (one) => withUsers(one, await findGrant(one), client)))
    json({ data: tools })
    if (tools.length === 0) print('The agent has no tools yet')
    const rows = tools.map(({ toolId, state, configStatus, grant, users }) => [
      ...[toolId, [state, listLacks(configStatus.missing, grant).join(', ')].filter(Boolean).join(': ')],
      users.map(({ playbookId, calledBy }) => `${playbookId} (${calledBy.join(', ')})`).join(', '),
    ])
    for (const line of tools.length > 0 ? formatTable(['ID', 'STATE', 'USED BY'], rows, columns) : []) print(line)
    return exitCodes.passed
  },
})

type GrantStatus = Schema<'ToolOAuthStatus'>['status']

/** The tools of the catalog that act with an account. Without access to the catalog, the binding says what it lacks. */
async function listToolsWithGrants(parley: Parley): Promise<Set<string>> {
  const tools = await unlessRefused(parley.get('/catalogs/{kind}', { path: { kind: 'tools' } }))
  return new Set((tools?.data ?? []).flatMap((tool) => ('oauth' in tool && tool.oauth ? [tool.id] : [])))
}

type Clients = { client: AgentClient; org: OrgClient }

/** A binding that names a connection uses that instead of a grant of its own. */
async function readGrantStatus({ toolId, config }: Binding, { client, org }: Clients): Promise<GrantStatus> {
  const { connectionId } = config
  const grant =
    typeof connectionId === 'string' && connectionId !== ''
      ? await unlessRefused(org.get('/connections/{connectionId}', { path: { connectionId } }))
      : await unlessRefused(client.get('/tools/{toolId}/oauth/status', { path: { toolId } }))
  return grant?.status ?? 'not-connected'
}

/** Undefined if there is no such thing, or the key may not read it. */
async function unlessRefused<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof ParleyError && (error.status === 404 || error.status === 403)) return undefined
    throw error
  }
}

async function withUsers(binding: Binding, grant: GrantStatus | undefined, client: AgentClient) {
  const { toolId } = binding
  const { data: users } = await client.get('/tool-bindings/{toolId}/users', { path: { toolId } })
  return { ...binding, ...(grant && { grant }), state: stateOf(binding, grant), users }
}

/** What a tool lacks, with the status of a grant that does not work. */
function listLacks(missing: readonly string[], grant: GrantStatus | undefined): string[] {
  const fields = missing.filter((field) => field !== 'oauth')
  if (grant !== undefined && grant !== 'connected') return [...fields, `oauth (${grant})`]
  return [...missing]
}

function stateOf({ enabled, configStatus }: Binding, grant?: GrantStatus): 'ready' | 'off' | 'incomplete' {
  if (!configStatus.complete || grant === 'not-connected') return 'incomplete'
  return enabled ? 'ready' : 'off'
}

const tryToolCommand = defineCommand({
  name: 'try',
  summary: 'call a tool once, for real',
  about:
    'calls a tool once and prints its result as JSON. The call is real: it reaches the provider, and\nmay create records, send messages or cost money.',
  args: [toolArgument],
  options: {
    with: { type: 'string', value: 'JSON', description: "the tool's parameters, as a JSON object; default: none" },
    yes: { type: 'boolean', short: 'y', description: 'does not ask for confirmation' },
    ...agentOptions,
  },
  exitDescriptions: { 0: 'the call succeeded', 1: 'the call failed, and the message says why' },
  examples: [
    [`parley tools try @svc/tool.slack-webhook --with '{"text":"Hello"}'`, 'asks, and posts to Slack'],
    [`parley tools try @svc/tool.slack-webhook --with '{"text":"Hello"}' --yes --json`, 'in a script'],
  ],
  next: ['`parley tools calls TOOL` shows what was sent, and what came back'],
  async run({ options, args: [toolId = ''], io, print, json }) {
    const given = parseParameters(options.with)
    const { client } = await connectToAgent(options, io)
    if (!options.yes) await confirmAction(`Call ${toPrintable(toolId)} for real?`, io)
    const trial = await client.post('/tool-bindings/{toolId}/_try', { path: { toolId }, body: { with: given } })
    const exit = trial.ok ? exitCodes.passed : exitCodes.failed
    json({ exitCode: exit, ...trial })
    const status = trial.status === undefined ? '' : `, HTTP status ${trial.status}`
    print(`${trial.ok ? 'Succeeded' : 'Failed'} after ${trial.milliseconds} ms${status}`)
    print(toPrintable(trial.ok ? JSON.stringify(trial.result ?? null) : (trial.error ?? '')))
    return exit
  },
})

function parseParameters(text = '{}'): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {
    // The same message as for JSON that is not an object.
  }
  throw usageError(`--with must be a JSON object, for example --with '{"text":"Hello"}'; got ${toPrintable(text)}`)
}

const listCallsCommand = defineCommand({
  name: 'calls',
  summary: 'the last calls of a tool',
  about: 'lists the last calls of a tool, newest first. --json adds request and answer, with secrets masked.',
  args: [toolArgument],
  options: {
    state: { type: 'string', value: 'STATE', description: 'only running, succeeded, failed or unknown calls' },
    limit: { type: 'string', value: 'N', description: 'how many, 1 to 200; default 20' },
    ...agentOptions,
  },
  examples: [
    ['parley tools calls @svc/tool.http-webhook', 'the last 20'],
    ['parley tools calls @svc/tool.http-webhook --state failed --json', 'the failed ones, with request and answer'],
  ],
  next: ['`parley tools try TOOL` repeats a call with parameters of your own'],
  async run({ options, args: [toolId = ''], io, print, columns, json }) {
    const state = parseState(options.state)
    const limit = parseLimit(options.limit)
    const { client } = await connectToAgent(options, io)
    const query = { limit, ...(state && { state }) }
    const { data } = await client.get('/tool-bindings/{toolId}/calls', { path: { toolId }, query })
    json({ data })
    if (data.length === 0) print('No calls in the last 30 days')
    const rows = data.map(({ at, calledBy, playbookId = '', state, milliseconds, error, result }) => [
      ...[at, playbookId ? `${calledBy} of ${playbookId}` : calledBy, state, milliseconds?.toString() ?? ''],
      error ?? JSON.stringify(result ?? null),
    ])
    const titles = ['WHEN', 'CALLED BY', 'STATE', 'MS', 'RESULT']
    for (const line of data.length > 0 ? formatTable(titles, rows, columns) : []) print(line)
    return exitCodes.passed
  },
})

function parseState(text: string | undefined): Call['state'] | undefined {
  if (text === undefined || callStates.includes(text)) return text as Call['state'] | undefined
  throw usageError(`--state must be ${callStates.join(', ')}; got ${toPrintable(text)}`)
}

function parseLimit(text = '20'): number {
  const limit = /^\d{1,3}$/.test(text) ? Number(text) : 0
  if (limit < 1 || limit > 200) throw usageError(`--limit must be 1 to 200; got ${toPrintable(text)}`)
  return limit
}

export const toolsCommand = defineGroup({
  name: 'tools',
  aliases: ['tool'],
  summary: 'list tools, try one, and read its last calls',
  about: 'the catalog tools of an agent. Without a command: parley tools list.',
  commands: [listToolsCommand, tryToolCommand, listCallsCommand],
  defaultCommand: listToolsCommand,
  examples: [
    ['parley tools list', 'which tools can be called, and who calls them'],
    [`parley tools try @svc/tool.slack-webhook --with '{"text":"Hello"}'`, 'asks, and calls it for real'],
  ],
})
