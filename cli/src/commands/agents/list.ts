import { defineCommand } from '../../command.ts'
import { collectItems } from '../../connection/collect-items.ts'
import { connectToOrg } from '../../connection/connect.ts'
import { connectionOptions } from '../../connection/options.ts'
import { exitCodes } from '../../exit.ts'
import { formatTable } from '../../layout/table.ts'
import { toPrintable } from '../../text/printable.ts'

export const listAgentsCommand = defineCommand({
  name: 'list',
  aliases: ['ls'],
  summary: 'the agents of the org',
  about: 'lists the agents of the org, by their ids and names.',
  options: connectionOptions,
  examples: [
    ['parley agents list', 'all of them'],
    ["parley agents list --json | jq -r '.data[].id'", 'their ids, for a script'],
  ],
  next: ['PARLEY_AGENT, or --agent, says which one other commands are about'],
  async run({ options, io, print, columns, json }) {
    const { client, org } = await connectToOrg(options, io)
    const agents = await collectItems(client.each('/agents'))
    json({ data: agents })
    if (agents.length === 0) print(`The org ${toPrintable(org)} has no agent yet`)
    const rows = agents.map(({ id, name }) => [id, name])
    for (const line of agents.length > 0 ? formatTable(['ID', 'NAME'], rows, columns) : []) print(line)
    return exitCodes.passed
  },
})
