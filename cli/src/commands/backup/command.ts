import { resolve } from 'node:path'
import { defineCommand } from '../../command.ts'
import { dataOption, runServerProgram } from '../../program/server.ts'

export const backupCommand = defineCommand({
  name: 'backup',
  summary: 'the whole database as one file, while Parley runs',
  about:
    'writes everything that the database holds at this moment to one archive, while Parley runs or\nnot: the embedded database, or the one of DATABASE_URL. Nobody waits for it.',
  options: {
    out: {
      type: 'string',
      short: 'o',
      value: 'FILE',
      description: 'the archive; parley-backup-<time>.tar.gz unless said',
    },
    'with-keys': {
      type: 'boolean',
      description:
        'with the secret key and credentials.json of the data folder: whoever has\nthe archive then has every stored secret',
    },
    ...dataOption,
  },
  exitDescriptions: { 0: 'the archive is there, and whole', 3: 'there is none; it says why' },
  examples: [
    ['parley backup --out /var/backups/parley.tar.gz', 'of the database in ./data'],
    ['parley backup --data /var/lib/parley --with-keys', 'of another, with its secret key'],
  ],
  next: ['Keep the secret key elsewhere; try `parley restore FILE --dry-run --data /tmp/empty`'],
  run: ({ options, io }) => {
    const { out, json, data } = options
    const args = [
      ...(out ? ['--out', resolve(io.workingDirectory, out)] : []),
      ...(options['with-keys'] ? ['--with-keys'] : []),
      ...(json ? ['--json'] : []),
    ]
    return runServerProgram('backup.ts', { io, args, data, otherwise: 'No backup was made' })
  },
})
