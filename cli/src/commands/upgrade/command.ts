import { defineCommand } from '../../command.ts'
import { dataOption, runServerProgram } from '../../program/server.ts'

export const upgradeCommand = defineCommand({
  name: 'upgrade',
  summary: 'upgrade the database, or say what an upgrade does and how long it takes',
  about:
    'applies the migrations of this version to the embedded database, or to the one in DATABASE_URL.\nA start does the same. Stop every process of the older version first.',
  options: {
    'dry-run': {
      type: 'boolean',
      description:
        'lists the migrations with the tables that they read or write, and\nestimates the time on this database; changes nothing',
    },
    ...dataOption,
  },
  exitDescriptions: {
    0: 'the database is up to date; with --dry-run: the upgrade is possible',
    3: 'the database was not upgraded, or only in part; the message says why',
  },
  examples: [
    ['parley upgrade --dry-run', 'says what an upgrade of the database in ./data does'],
    ['DATABASE_URL=postgres://… parley upgrade', 'upgrades another database'],
  ],
  next: ['Start Parley with `parley start`'],
  run: ({ options, io }) => {
    const { json, data } = options
    const args = [...(options['dry-run'] ? ['--dry-run'] : []), ...(json ? ['--json'] : [])]
    return runServerProgram('upgrade', { io, args, data, otherwise: 'The upgrade did not end' })
  },
})
