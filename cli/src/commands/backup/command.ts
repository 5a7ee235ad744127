import { resolve } from 'node:path'
import { defineCommand } from '../../command.ts'
import { dataOption, runServerProgram } from '../../program/server.ts'

export const backupCommand = defineCommand({
  name: 'backup',
  summary: 'back up the whole database to one file, while Parley runs',
  about:
    'writes everything in the database to one archive, whether Parley is running or not:\nthe embedded database, or the one in DATABASE_URL. It does not block other users.',
  options: {
    out: {
      type: 'string',
      short: 'o',
      value: 'FILE',
      description: 'the archive; default: parley-backup-<time>.tar.gz',
    },
    'with-keys': {
      type: 'boolean',
      description:
        'includes the secret key and credentials.json of the data folder: anyone\nwho has the archive then has every stored secret',
    },
    ...dataOption,
  },
  exitDescriptions: { 0: 'the archive was written and is complete', 3: 'no archive was written; the message says why' },
  examples: [
    ['parley backup --out /var/backups/parley.tar.gz', 'backs up the database in ./data'],
    ['parley backup --data /var/lib/parley --with-keys', 'backs up another database, with its secret key'],
  ],
  next: [
    'Store the secret key somewhere else; test the archive with `parley restore FILE --dry-run --data /tmp/empty`',
  ],
  run: ({ options, io }) => {
    const { out, json, data } = options
    const args = [
      ...(out ? ['--out', resolve(io.workingDirectory, out)] : []),
      ...(options['with-keys'] ? ['--with-keys'] : []),
      ...(json ? ['--json'] : []),
    ]
    return runServerProgram('backup', { io, args, data, otherwise: 'No backup was made' })
  },
})
