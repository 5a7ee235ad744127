import { defineCommand } from '../../command.ts'
import { collectItems } from '../../connection/collect-items.ts'
import { connectToAgent } from '../../connection/connect.ts'
import { agentOptions } from '../../connection/options.ts'
import { exitCodes } from '../../exit.ts'
import { formatTable } from '../../layout/table.ts'
import type { Campaign } from './campaign.ts'

export const listCampaignsCommand = defineCommand({
  name: 'list',
  aliases: ['ls'],
  summary: 'the campaigns of the agent, newest first',
  about: 'lists the campaigns of an agent, newest first, with how far each is.',
  options: agentOptions,
  examples: [
    ['parley campaigns list', 'all of them'],
    ['parley campaigns list --json | jq -r \'.data[] | select(.status == "running").id\'', 'the ids of those that run'],
  ],
  next: ['`parley campaigns show ID` tells more about one of them'],
  async run({ options, io, print, columns, json }) {
    const { client } = await connectToAgent(options, io)
    const campaigns = await collectItems(client.each('/campaigns'))
    json({ data: campaigns })
    if (campaigns.length === 0) print('The agent has no campaign yet')
    else for (const line of formatTable(headings, campaigns.map(rowOf), columns)) print(line)
    return exitCodes.passed
  },
})

const headings = ['ID', 'NAME', 'STATUS', 'SENT', 'OF', 'FAILED']

const rowOf = ({ id, name, status, test, counts }: Campaign): string[] => [
  id,
  name,
  test ? `${status} (rehearsal)` : status,
  ...[counts.sent, counts.sendable, counts.failed].map(String),
]
