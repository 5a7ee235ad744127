import type { AgentAt } from '../../connection/connect.ts'
import type { Io } from '../../io.ts'
import type { Asked } from './arguments.ts'
import type { Suite } from './selection.ts'

/** One call of `parley test`. */
export type Session = Pick<AgentAt, 'at'> & {
  asked: Asked
  io: Io
  suites: readonly Suite[]
  /** A line for whoever reads along. */
  say(line: string): void
  /** What `--json` prints. */
  json(value: unknown): void
}
