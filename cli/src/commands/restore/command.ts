import { resolve } from 'node:path'
import { defineCommand } from '../../command.ts'
import { usageError } from '../../exit.ts'
import { dataOption, runServerProgram } from '../../program/server.ts'

export const restoreCommand = defineCommand({
  name: 'restore',
  summary: 'restore a backup into an empty database',
  about:
    'reads an archive of `parley backup` completely, and only then restores it into an empty database:\nthe embedded one in a new data folder, or the one in DATABASE_URL. Restores everything, or nothing.',
  args: [{ name: 'FILE', description: 'the archive' }],
  options: {
    'dry-run': { type: 'boolean', description: 'verifies the archive and the database, and writes nothing' },
    ...dataOption,
  },
  exitDescriptions: { 0: 'restored; with --dry-run: can be restored', 3: 'nothing was written; the message says why' },
  examples: [
    ['parley restore parley.tar.gz --data /var/lib/parley', 'into a folder that does not exist yet'],
    ['DATABASE_URL=postgres://… parley restore parley.tar.gz --dry-run', 'checks whether it can be restored'],
  ],
  next: ['Start with REAL_SENDS=off first: messages sent since the backup would be sent again'],
  run: ({ options, args, io }) => {
    const [file] = args
    if (file === undefined) throw usageError('Which archive? Pass the file to restore')
    const programArgs = [
      resolve(io.workingDirectory, file),
      ...(options['dry-run'] ? ['--dry-run'] : []),
      ...(options.json ? ['--json'] : []),
    ]
    return runServerProgram('restore', {
      io,
      args: programArgs,
      data: options.data,
      otherwise: 'Nothing was restored',
    })
  },
})
