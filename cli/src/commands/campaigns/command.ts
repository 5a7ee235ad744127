import { defineCommand, defineGroup } from '../../command.ts'
import { collectItems } from '../../connection/collect-items.ts'
import { connectToAgent } from '../../connection/connect.ts'
import { agentOptions } from '../../connection/options.ts'
import { exitCodes } from '../../exit.ts'
import { formatTable } from '../../layout/table.ts'

import { type Campaign, campaignArgument, formatDetails } from './campaign.ts'

import { startCampaignCommand } from './start.ts'
import { transitionCommands } from './transition-commands.ts'
import { watchCampaignCommand } from './watch.ts'

const showCampaignCommand = defineCommand({
  name: 'show',
  summary: 'one campaign: who gets it, who does not and why, and what they read',
  about: 'shows a campaign: its audience, whom staging has left out and why, what became of the others.',
  args: [campaignArgument],
  options: agentOptions,
  examples: [
    ['parley campaigns show cmp_01', 'all that is to be said of it'],
    ['parley campaigns show cmp_01 --json | jq .exclusions', 'how many were left out, by reason'],
  ],
  next: ['`parley campaigns start ID` stages it, shows whom it goes to, asks, and starts it'],
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

export const campaignsCommand = defineGroup({
  name: 'campaigns',
  aliases: ['campaign'],
  summary: 'list, start, watch, pause and cancel campaigns',
  about: 'the campaigns of an agent: one Outreach to many people.',
  commands: [
    listCampaignsCommand,
    showCampaignCommand,
    startCampaignCommand,
    watchCampaignCommand,
    ...transitionCommands,
  ],
  examples: [
    ['parley campaigns list', 'what there is, and how far it is'],
    ['parley campaigns start cmp_01 --watch', 'shows whom it goes to, asks, starts it and follows it'],
    ['parley campaigns pause cmp_01', 'stops it at once'],
  ],
})
