import { command } from '../../command.ts'
import { allOf } from '../../connection/all.ts'
import { toOrg } from '../../connection/connect.ts'
import { connectionOptions } from '../../connection/options.ts'
import { exits } from '../../exit.ts'
import { tableOf } from '../../layout/table.ts'
import { plain } from '../../text/plain.ts'

export const listCommand = command({
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
  async run({ options, io, say, columns, json }) {
    const { at, org } = await toOrg(options, io)
    const agents = await allOf(at.each('/agents'))
    json({ data: agents })
    if (agents.length === 0) say(`The org ${plain(org)} has no agent yet`)
    const rows = agents.map(({ id, name }) => [id, name])
    for (const line of agents.length > 0 ? tableOf(['ID', 'NAME'], rows, columns) : []) say(line)
    return exits.passed
  },
})
