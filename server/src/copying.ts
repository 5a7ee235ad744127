import { WrongSettings } from './config.ts'
import { CannotStart } from './platform/cannot-start.ts'

/** What `backup.ts` and `restore.ts` have in common: they talk to a person on stderr, and to a program on stdout. */

export const say = (sentence: string): void => void process.stderr.write(`  ${sentence}\n`)

export const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`

const barWidth = 30

/** A bar that moves, where somebody is watching. */
export function bar(doing: string): { at(share: number, what?: string): void; done(): void } {
  const { stderr } = process
  let shown = ''
  const draw = (text: string) => {
    if (!stderr.isTTY || text === shown) return
    shown = text
    stderr.write(`\r\x1b[K${text}`)
  }
  return {
    at(share, what = '') {
      const full = Math.round(share * barWidth)
      const line = `  ${doing} ${'█'.repeat(full)}${'░'.repeat(barWidth - full)} ${Math.floor(share * 100)} % ${what}`
      draw(line.slice(0, (stderr.columns || 80) - 1))
    },
    done: () => draw(''),
  }
}

/** Does it, and ends with 1 and a sentence where it cannot be done. */
export async function copying(act: () => Promise<void>): Promise<void> {
  try {
    await act()
  } catch (error) {
    const isExpected = error instanceof CannotStart || error instanceof WrongSettings
    process.stderr.write(
      isExpected ? `\n  ${error.message}\n\n` : `\n  ${error instanceof Error ? error.stack : error}\n`,
    )
    process.exitCode = 1
  }
}
