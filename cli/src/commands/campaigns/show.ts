import { defineCommand } from '../../command.ts'
import { connectToAgent } from '../../connection/connect.ts'
import { agentOptions } from '../../connection/options.ts'
import { exitCodes } from '../../exit.ts'
import { campaignArgument } from './argument.ts'
import { formatDetails } from './details.ts'

export const showCampaignCommand = defineCommand({
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
