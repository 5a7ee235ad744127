import { group } from '../../command.ts'
import { exportCommand } from './export.ts'

export const peopleCommand = group({
  name: 'people',
  summary: 'copy what is known of a person',
  about: 'for those who ask what is known of them.',
  commands: [exportCommand],
  examples: [
    ['parley people export per_0m3k1 --out ada.json', 'all that is known of them, in a file'],
    ['parley people export per_0m3k1 --json', 'in one line, for a program'],
  ],
})
