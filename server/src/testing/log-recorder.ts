import { pino } from 'pino'

/** A log of everything, down to the least, and the lines it has written. */
export function createLogRecorder() {
  const lines: string[] = []
  return { lines, log: pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) }) }
}
