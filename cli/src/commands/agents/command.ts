import { resolve } from 'node:path'
import { defineCommand, defineGroup } from '../../command.ts'
import { collectItems, connectToConfiguration, connectToOrg } from '../../connection/connect.ts'
import { agentOptions, connectionOptions, draftOption } from '../../connection/options.ts'
import { exitCodes } from '../../exit.ts'
import { writeOutputFile } from '../../io.ts'
import { formatTable } from '../../layout/table.ts'
import { toPrintable } from '../../text/printable.ts'
import { readDocumentFile } from './document.ts'
import { type CliFinding, formatFindingCounts, formatFindings } from './findings.ts'
import { importAgentCommand } from './import/command.ts'

const listAgentsCommand = defineCommand({
  name: 'list',
  aliases: ['ls'],
  summary: 'the agents of the org',
  about: 'lists the agents of the org with their ids and names.',
  options: connectionOptions,
  examples: [
    ['parley agents list', 'all agents'],
    ["parley agents list --json | jq -r '.data[].id'", 'their ids, for a script'],
  ],
  next: ['PARLEY_AGENT or --agent selects the agent for other commands'],
  async run({ options, io, print, columns, json }) {
    const { client, org } = await connectToOrg(options, io)
    const agents = await collectItems(client.each('/agents'))
    json({ data: agents })
    if (agents.length === 0) print(`The org ${toPrintable(org)} has no agents yet`)
    const rows = agents.map(({ id, name }) => [id, name])
    for (const line of agents.length > 0 ? formatTable(['ID', 'NAME'], rows, columns) : []) print(line)
    return exitCodes.passed
  },
})

const lintAgentCommand = defineCommand({
  name: 'lint',
  summary: 'errors, warnings and suggestions for an agent',
  about:
    'lists the errors, warnings and suggestions for an agent, each with its location in the export.\nWith FILE, checks that document as if it were imported, without importing it.',
  args: [{ name: 'FILE', description: 'a document written by `parley agents export`', optional: true }],
  options: { ...agentOptions, ...draftOption, strict: { type: 'boolean', description: 'treats warnings as errors' } },
  exitDescriptions: { 0: 'no errors', 1: 'errors; with --strict also warnings' },
  examples: [
    ['parley agents lint', 'the current agent'],
    ['parley agents lint desk.yaml --strict', 'a file, in CI'],
  ],
  next: ['docs/agents.md describes every part of an agent'],
  async run({ options, args: [file], io, print, paint, json }) {
    const document = file === undefined ? undefined : await readDocumentFile(file, io)
    const { client } = await connectToConfiguration(options, io)
    const { data } = document === undefined ? await client.get('/lint') : await client.post('/lint', { body: document })
    const bad = (data as CliFinding[]).filter(
      ({ severity }) => severity === 'error' || (options.strict && severity === 'warning'),
    )
    const exit = bad.length > 0 ? exitCodes.failed : exitCodes.passed
    for (const line of formatFindings(data, paint)) print(line)
    print(formatFindingCounts(data) || 'No problems found')
    json({ exitCode: exit, data })
    return exit
  },
})

const exportAgentCommand = defineCommand({
  name: 'export',
  summary: 'an agent as one document, YAML or JSON',
  about: 'prints the whole configuration of an agent as one document, without its secrets.',
  options: {
    ...agentOptions,
    ...draftOption,
    out: {
      type: 'string',
      short: 'o',
      value: 'FILE',
      description: 'writes the document to a file instead, as JSON if the name ends in .json',
    },
  },
  examples: [
    ['parley agents export --out desk.yaml', 'saves it to a file'],
    ["parley agents export --json | jq '.playbooks[].name'", 'as JSON, for a program'],
  ],
  next: ['Edit the file, then run `parley agents import desk.yaml`: it shows the changes, asks, and applies them'],
  async run({ options, io, print, json }) {
    const { client } = await connectToConfiguration(options, io)
    const format = options.json || options.out?.endsWith('.json') ? 'json' : 'yaml'
    const text = await (await client.raw('GET', '/export', { query: { format } })).text()
    if (options.out === undefined) {
      io.out(options.json ? `${JSON.stringify(JSON.parse(text))}\n` : text)
      return exitCodes.passed
    }
    const file = resolve(io.workingDirectory, options.out)
    await writeOutputFile(file, text)
    print(`Written: ${file}`)
    json({ file, format })
    return exitCodes.passed
  },
})

export const agentsCommand = defineGroup({
  name: 'agents',
  aliases: ['agent'],
  summary: 'list, export, import and lint agents',
  about: 'manages agents as files: for version control, and to copy them between Parley servers.',
  commands: [listAgentsCommand, exportAgentCommand, importAgentCommand, lintAgentCommand],
  examples: [
    ['parley agents export --out desk.yaml', 'saves the agent to a file'],
    ['parley agents import desk.yaml', 'shows the changes, asks, and applies them'],
  ],
})
