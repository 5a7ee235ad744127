import { resolve } from 'node:path'
import { defineCommand } from '../../command.ts'
import { usageError } from '../../exit.ts'
import { dataOption, runServerProgram } from '../../program/server.ts'

export const restoreCommand = defineCommand({
  name: 'restore',
  summary: 'a backup into an empty database',
  about:
    'reads an archive of `parley backup` to its end, and only then restores it into an empty database:\nthe embedded one of a new data folder, or the one of DATABASE_URL. All of it, or nothing.',
  args: [{ name: 'FILE', description: 'the archive' }],
  options: {
    'dry-run': { type: 'boolean', description: 'verifies archive and database, and writes nothing' },
    ...dataOption,
  },
  exitDescriptions: { 0: 'restored, or could be', 3: 'nothing was written; it says why' },
  examples: [
    ['parley restore parley.tar.gz --data /var/lib/parley', 'into a folder that is not there yet'],
    ['DATABASE_URL=postgres://… parley restore parley.tar.gz --dry-run', 'looks whether it could be done'],
  ],
  next: ['Start it with REAL_SENDS=off first: what was sent since the backup would be sent again'],
  run: ({ options, args, io }) => {
    const [file] = args
    if (file === undefined) throw usageError('Which archive is to be restored?')
    const programArgs = [
      resolve(io.workingDirectory, file),
      ...(options['dry-run'] ? ['--dry-run'] : []),
      ...(options.json ? ['--json'] : []),
    ]
    return runServerProgram('restore.ts', {
      io,
      args: programArgs,
      data: options.data,
      otherwise: 'Nothing was restored',
    })
  },
})
