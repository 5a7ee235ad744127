import { CannotStart } from '../../cannot-start.ts'

const notWritable = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST'])
const diskFull = new Set(['ENOSPC', 'EDQUOT'])

/** Turns what the file system says into a sentence; a `CannotStart` and what nobody foresaw stay as they are. */
export function explained(error: unknown, dataDir: string): unknown {
  if (error instanceof CannotStart) return error
  const code = (error as NodeJS.ErrnoException | undefined)?.code ?? ''
  if (diskFull.has(code)) return diskIsFull(dataDir)
  if (notWritable.has(code)) return folderNotWritable(dataDir)
  return error
}

export function folderNotWritable(dataDir: string): CannotStart {
  return new CannotStart(
    `The data folder ${dataDir} cannot be written. Give it to the user that runs Parley, or set DATA_DIR to a folder ` +
      'that this user may write.',
  )
}

export function diskIsFull(dataDir: string): CannotStart {
  return new CannotStart(`The disk that holds ${dataDir} is full. Make room on it, then start Parley again.`)
}

export function keepsDying(dataDir: string): CannotStart {
  return new CannotStart(
    `PostgreSQL on ${dataDir} ended again and again for a minute. Look into ${dataDir}/postgres.log, then start Parley again.`,
  )
}

/** What a program of PostgreSQL printed before it gave up, under a sentence of ours. */
export function programFailed(sentence: string, printed: string, dataDir: string): CannotStart {
  if (/No space left on device|Disk quota exceeded/.test(printed)) return diskIsFull(dataDir)
  const lines = printed.trim().split('\n').slice(-10).join('\n')
  return new CannotStart(lines === '' ? sentence : `${sentence}\n${lines}`)
}
