import { StartupError } from '../../errors.ts'

const notWritable = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST'])
const diskFull = new Set(['ENOSPC', 'EDQUOT'])

/** Turns file system errors into readable ones; a `StartupError` and unexpected errors pass through unchanged. */
export function explainStartError(error: unknown, dataDir: string): unknown {
  if (error instanceof StartupError) return error
  const code = (error as NodeJS.ErrnoException | undefined)?.code ?? ''
  if (diskFull.has(code)) return diskFullError(dataDir)
  if (notWritable.has(code)) return folderNotWritableError(dataDir)
  return error
}

export function folderNotWritableError(dataDir: string): StartupError {
  return new StartupError(
    `The data folder ${dataDir} is not writable. Make the user that runs Parley its owner, or set DATA_DIR to a folder ` +
      'that this user can write to.',
  )
}

export function diskFullError(dataDir: string): StartupError {
  return new StartupError(`The disk that holds ${dataDir} is full. Free some space, then start Parley again.`)
}

export function serverKeepsCrashingError(dataDir: string): StartupError {
  return new StartupError(
    `PostgreSQL on ${dataDir} kept exiting for a minute. Check ${dataDir}/postgres.log, then start Parley again.`,
  )
}

/** Our sentence, followed by the output of the PostgreSQL program that failed. */
export function programFailedError(sentence: string, output: string, dataDir: string): StartupError {
  if (/No space left on device|Disk quota exceeded/.test(output)) return diskFullError(dataDir)
  const lines = output.trim().split('\n').slice(-10).join('\n')
  return new StartupError(lines === '' ? sentence : `${sentence}\n${lines}`)
}
