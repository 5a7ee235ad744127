import { command } from '../../command.ts'
import { toAgent } from '../../connection/connect.ts'
import { agentOptions } from '../../connection/options.ts'
import { exits } from '../../exit.ts'
import { plain } from '../../text/plain.ts'
import { campaignArgument } from './argument.ts'
import { countsLine } from './campaign.ts'

type Verb = { name: 'pause' | 'resume' | 'cancel'; summary: string; about: string; next: string }

const verbs: Verb[] = [
  {
    name: 'pause',
    summary: 'stop sending at once',
    about: 'pauses a campaign that runs. What is being handed over in that moment still leaves.',
    next: '`parley campaigns resume ID` goes on exactly where it stopped',
  },
  {
    name: 'resume',
    summary: 'go on where it was paused',
    about: 'has a campaign that was paused go on, exactly where it stopped.',
    next: '`parley campaigns watch ID` follows it',
  },
  {
    name: 'cancel',
    summary: 'end a campaign for good',
    about: 'cancels a campaign: what has not left never does. Conversations that have begun go on.',
    next: '`parley campaigns show ID` tells what became of it',
  },
]

export const verbCommands = verbs.map(({ name, summary, about, next }) =>
  command({
    name,
    summary,
    about,
    args: [campaignArgument],
    options: agentOptions,
    examples: [
      [`parley campaigns ${name} cmp_01`, summary],
      [`parley campaigns ${name} cmp_01 --json | jq .counts`, 'and how far it is'],
    ],
    next: [next],
    async run({ options, args: [campaignId = ''], io, say, json }) {
      const { at } = await toAgent(options, io)
      const campaign = await at.post(`/campaigns/{campaignId}/${name}`, { path: { campaignId } })
      json(campaign)
      say(`${plain(campaign.name)} is ${campaign.status}: ${countsLine(campaign)}`)
      return exits.passed
    },
  }),
)
