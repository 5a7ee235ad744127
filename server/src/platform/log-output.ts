import { writeSync } from 'node:fs'

/**
 * The output for log lines and messages to the operator. A write never throws: a full disk must not end the process.
 */
type LogOutput = { write(text: string): void }

type LogOutputOptions = {
  /** Writes some of the bytes and returns how many, like `fs.writeSync`. */
  write?: (bytes: Uint8Array) => number
  now?: () => Date
  /** Called for each text that could not be written. */
  onLost?: () => void
}

const busyPauseMilliseconds = 10
const maxBusyPauses = 50

/**
 * Writes synchronously to a file descriptor. While that fails (a full disk, or a reader that is gone or stuck), texts
 * are dropped and counted; the first successful write is preceded by a line with the number of lost texts. Nothing is
 * buffered in memory, because a disk may stay full for days.
 */
export function createLogOutput(fd: number, options: LogOutputOptions = {}): LogOutput {
  const { write = (bytes) => writeSync(fd, bytes), now = () => new Date(), onLost = () => {} } = options
  let lost = 0
  let isLineTorn = false

  /** Returns whether all of it was written. Waits for a slow pipe reader, but only while nothing was lost. */
  function tryWrite(text: string): boolean {
    let rest: Uint8Array = Buffer.from(text)
    let pausesLeft = lost === 0 ? maxBusyPauses : 0
    while (rest.length > 0) {
      try {
        rest = rest.subarray(write(rest))
        isLineTorn = rest.length > 0
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EAGAIN' || pausesLeft-- === 0) return false
        pause(busyPauseMilliseconds)
      }
    }
    return true
  }

  return {
    write(text) {
      const before = isLineTorn ? '\n' : ''
      const notice = lost > 0 ? formatLostNotice(lost, now()) : ''
      if (tryWrite(before + notice + text)) lost = 0
      else {
        lost += 1
        onLost()
      }
    },
  }
}

const warnLevel = 40

function formatLostNotice(lines: number, at: Date): string {
  const msg = 'log lines were lost because they could not be written'
  return `${JSON.stringify({ level: warnLevel, time: at.toISOString(), lines, msg })}\n`
}

function pause(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
}
