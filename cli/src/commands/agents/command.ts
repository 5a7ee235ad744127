import { group } from '../../command.ts'
import { exportCommand } from './export.ts'
import { importCommand } from './import/command.ts'
import { lintCommand } from './lint.ts'
import { listCommand } from './list.ts'

export const agentsCommand = group({
  name: 'agents',
  aliases: ['agent'],
  summary: 'list, export, import and lint agents',
  about: 'keeps agents as files: under version control, and from one Parley to another.',
  commands: [listCommand, exportCommand, importCommand, lintCommand],
  examples: [
    ['parley agents export --out desk.yaml', 'keeps the agent in a file'],
    ['parley agents import desk.yaml', 'shows what would change, asks, and changes it'],
  ],
})
