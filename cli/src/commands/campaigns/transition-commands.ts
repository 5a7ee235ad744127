import { defineCommand } from '../../command.ts'
import { connectToAgent } from '../../connection/connect.ts'
import { agentOptions } from '../../connection/options.ts'
import { exitCodes } from '../../exit.ts'
import { toPrintable } from '../../text/printable.ts'

import { campaignArgument, formatCounts } from './campaign.ts'

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

export const transitionCommands = campaignTransitions.map(({ name, summary, about, next }) =>
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
