import { defineCommand, defineGroup } from '../../command.ts'
import { collectItems } from '../../connection/collect-items.ts'
import { connectToAgent } from '../../connection/connect.ts'
import { agentOptions } from '../../connection/options.ts'
import { exitCodes } from '../../exit.ts'
import { formatTable } from '../../layout/table.ts'

import { type Campaign, campaignArgument, formatDetails } from './campaign.ts'

import { startCampaignCommand } from './start.ts'
import { testCampaignCommand } from './test-send.ts'
import { transitionCommands } from './transition-commands.ts'
import { watchCampaignCommand } from './watch.ts'

const showCampaignCommand = defineCommand({
  name: 'show',
  summary: 'one campaign: who receives it, who is excluded and why, and the message',
  about: 'shows a campaign: its audience, who was excluded and why, and the results for everyone else.',
  args: [campaignArgument],
  options: agentOptions,
  examples: [
    ['parley campaigns show cmp_01', 'everything about it'],
    ['parley campaigns show cmp_01 --json | jq .exclusions', 'how many people were excluded, by reason'],
  ],
  next: ['`parley campaigns start ID` stages it, shows the audience, asks, and starts it'],
  async run({ options, args: [campaignId = ''], io, print, columns, paint, json }) {
    const { client } = await connectToAgent(options, io)
    const campaign = await client.get('/campaigns/{campaignId}', { path: { campaignId } })
    json(campaign)
    for (const line of formatDetails(campaign, { columns, paint })) print(line)
    return exitCodes.passed
  },
})

const listCampaignsCommand = defineCommand({
  name: 'list',
  aliases: ['ls'],
  summary: 'the campaigns of the agent, newest first',
  about: 'lists the campaigns of an agent, newest first, with their progress.',
  options: agentOptions,
  examples: [
    ['parley campaigns list', 'all campaigns'],
    [
      'parley campaigns list --json | jq -r \'.data[] | select(.status == "running").id\'',
      'the ids of the running campaigns',
    ],
  ],
  next: ['`parley campaigns show ID` describes one of them'],
  async run({ options, io, print, columns, json }) {
    const { client } = await connectToAgent(options, io)
    const campaigns = await collectItems(client.each('/campaigns'))
    json({ data: campaigns })
    if (campaigns.length === 0) print('The agent has no campaigns yet')
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

export const campaignsCommand = defineGroup({
  name: 'campaigns',
  aliases: ['campaign'],
  summary: 'list, start, watch, pause and cancel campaigns',
  about: 'the campaigns of an agent: one Outreach to many people.',
  commands: [
    listCampaignsCommand,
    showCampaignCommand,
    testCampaignCommand,
    startCampaignCommand,
    watchCampaignCommand,
    ...transitionCommands,
  ],
  examples: [
    ['parley campaigns list', 'all campaigns and their progress'],
    ['parley campaigns start cmp_01 --watch', 'shows the audience, asks, starts it and follows it'],
    ['parley campaigns pause cmp_01', 'stops sending at once'],
  ],
})
