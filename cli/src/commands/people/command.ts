import { defineGroup } from '../../command.ts'
import { exportPeopleCommand } from './export.ts'

export const peopleCommand = defineGroup({
  name: 'people',
  summary: 'copy what is known of a person',
  about: 'for those who ask what is known of them.',
  commands: [exportPeopleCommand],
  examples: [
    ['parley people export per_0m3k1 --out ada.json', 'all that is known of them, in a file'],
    ['parley people export per_0m3k1 --json', 'in one line, for a program'],
  ],
})
