import { pino } from 'pino'

/** A log at the lowest level, and the lines it has written. */
export function createLogRecorder() {
  const lines: string[] = []
  return { lines, log: pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) }) }
}
