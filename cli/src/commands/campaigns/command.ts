import { defineGroup } from '../../command.ts'
import { listCampaignsCommand } from './list.ts'
import { showCampaignCommand } from './show.ts'
import { startCampaignCommand } from './start.ts'
import { transitionCommands } from './transition-commands.ts'
import { watchCampaignCommand } from './watch.ts'

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
