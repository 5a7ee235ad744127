import { defineCommand, defineGroup } from '../../command.ts'
import { collectItems, connectToAgent } from '../../connection/connect.ts'
import { agentOptions } from '../../connection/options.ts'
import { exitCodes } from '../../exit.ts'
import { formatTable } from '../../layout/table.ts'
import { toPrintable } from '../../text/printable.ts'
import { type Campaign, campaignArgument, formatCounts, formatDetails } from './campaign.ts'
import { startCampaignCommand } from './start.ts'
import { watchCampaignCommand } from './watch.ts'

type CampaignTransition = { name: 'pause' | 'resume' | 'cancel'; summary: string; about: string; next: string }

const campaignTransitions: CampaignTransition[] = [
  {
    name: 'pause',
    summary: 'stop sending at once',
    about: 'pauses a running campaign. Messages being dispatched at that moment are still sent.',
    next: '`parley campaigns resume ID` continues exactly where it stopped',
  },
  {
    name: 'resume',
    summary: 'continue where it was paused',
    about: 'resumes a paused campaign exactly where it stopped.',
    next: '`parley campaigns watch ID` follows it',
  },
  {
    name: 'cancel',
    summary: 'end a campaign permanently',
    about:
      'cancels a campaign: messages that have not been sent yet are never sent. Conversations that started continue.',
    next: '`parley campaigns show ID` shows the results',
  },
]

const transitionCommands = campaignTransitions.map(({ name, summary, about, next }) =>
  defineCommand({
    name,
    summary,
    about,
    args: [campaignArgument],
    options: agentOptions,
    examples: [
      [`parley campaigns ${name} cmp_01`, summary],
      [`parley campaigns ${name} cmp_01 --json | jq .counts`, 'and shows its progress'],
    ],
    next: [next],
    async run({ options, args: [campaignId = ''], io, print, json }) {
      const { client } = await connectToAgent(options, io)
      const campaign = await client.post(`/campaigns/{campaignId}/${name}`, { path: { campaignId } })
      json(campaign)
      print(`${toPrintable(campaign.name)} is ${campaign.status}: ${formatCounts(campaign)}`)
      return exitCodes.passed
    },
  }),
)

const testOptions = {
  variant: { type: 'string', value: 'ID', description: 'the variant whose opener is sent' },
  channel: { type: 'string', value: 'NAME', description: 'the channel of the number; default: rcs' },
  ...agentOptions,
} as const

const testCampaignCommand = defineCommand({
  name: 'test',
  summary: 'send the opener of a campaign to yourself',
  about: `sends the opener of a campaign, or of one of its variants, to one number at once. It counts neither in
the campaign nor as a contact.`,
  args: [campaignArgument, { name: 'NUMBER', description: 'your number, with its country code' }],
  options: testOptions,
  examples: [
    ['parley campaigns test cmp_01 +12025550143', 'sends the opener to this number'],
    ['parley campaigns test cmp_01 +12025550143 --variant b --json', 'sends the opener of the variant b'],
  ],
  next: ['`parley campaigns start ID` starts it'],
  async run({ options, args: [campaignId = '', address = ''], io, print, json }) {
    const { client } = await connectToAgent(options, io)
    const { channel = 'rcs', variant } = options
    const body = { recipient: { channel, address } as never, ...(variant && { variantId: variant }) }
    const result = await client.post('/campaigns/{campaignId}/test-send', { path: { campaignId }, body })
    json(result)
    print(`The test ${toPrintable(result.sendId ?? '')} is ${result.status}`)
    return exitCodes.passed
  },
})

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
