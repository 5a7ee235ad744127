import { ConfigError } from './config.ts'
import { StartupError } from './platform/startup-error.ts'

/** Shared by `backup.ts` and `restore.ts`: messages for people go to stderr, output for programs to stdout. */

export const printLine = (sentence: string): void => void process.stderr.write(`  ${sentence}\n`)

export const formatMegabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`

const barWidth = 30

/** An animated progress bar, shown only on a terminal. */
export function createProgressBar(doing: string): { update(share: number, what?: string): void; clear(): void } {
  const { stderr } = process
  let lastText = ''
  const draw = (text: string) => {
    if (!stderr.isTTY || text === lastText) return
    lastText = text
    stderr.write(`\r\x1b[K${text}`)
  }
  return {
    update(share, what = '') {
      const full = Math.round(share * barWidth)
      const line = `  ${doing} ${'█'.repeat(full)}${'░'.repeat(barWidth - full)} ${Math.floor(share * 100)} % ${what}`
      draw(line.slice(0, (stderr.columns || 80) - 1))
    },
    clear: () => draw(''),
  }
}

/**
 * Runs a command; on failure prints the error and sets the exit code to 1. Expected errors print only their message.
 */
export async function runBackupCommand(act: () => Promise<void>): Promise<void> {
  try {
    await act()
  } catch (error) {
    const isExpected = error instanceof StartupError || error instanceof ConfigError
    process.stderr.write(
      isExpected ? `\n  ${error.message}\n\n` : `\n  ${error instanceof Error ? error.stack : error}\n`,
    )
    process.exitCode = 1
  }
}
