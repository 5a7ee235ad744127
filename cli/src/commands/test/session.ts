import type { AgentAt } from '../../connection/connect.ts'
import type { Io } from '../../io.ts'
import type { Asked } from './arguments.ts'
import type { Suite } from './selection.ts'

/** One call of `parley test`. */
export type Session = AgentAt & {
  asked: Asked
  io: Io
  suites: readonly Suite[]
  /** A line for whoever reads along. */
  say(line: string): void
}

export const pathOf = ({ path }: Session, run: { id: string }): string =>
  `${path}/tests/runs/${encodeURIComponent(run.id)}`
