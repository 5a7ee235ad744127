import { group } from '../../command.ts'
import { listCommand } from './list.ts'
import { showCommand } from './show.ts'
import { startCommand } from './start.ts'
import { verbCommands } from './verbs.ts'
import { watchCommand } from './watch.ts'

export const campaignsCommand = group({
  name: 'campaigns',
  aliases: ['campaign'],
  summary: 'list, start, watch, pause and cancel campaigns',
  about: 'the campaigns of an agent: one Outreach to many people.',
  commands: [listCommand, showCommand, startCommand, watchCommand, ...verbCommands],
  examples: [
    ['parley campaigns list', 'what there is, and how far it is'],
    ['parley campaigns start cmp_01 --watch', 'shows whom it goes to, asks, starts it and follows it'],
    ['parley campaigns pause cmp_01', 'stops it at once'],
  ],
})
