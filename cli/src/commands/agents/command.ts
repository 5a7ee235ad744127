import { defineGroup } from '../../command.ts'
import { exportAgentCommand } from './export.ts'
import { importAgentCommand } from './import/command.ts'
import { lintAgentCommand } from './lint.ts'
import { listAgentsCommand } from './list.ts'

export const agentsCommand = defineGroup({
  name: 'agents',
  aliases: ['agent'],
  summary: 'list, export, import and lint agents',
  about: 'keeps agents as files: under version control, and from one Parley to another.',
  commands: [listAgentsCommand, exportAgentCommand, importAgentCommand, lintAgentCommand],
  examples: [
    ['parley agents export --out desk.yaml', 'keeps the agent in a file'],
    ['parley agents import desk.yaml', 'shows what would change, asks, and changes it'],
  ],
})
