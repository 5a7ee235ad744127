import type { AgentClient } from '@parley/sdk'
import type { Io } from '../../io.ts'
import { follow } from '../../progress/follow.ts'
import { isOver, type Run } from './run.ts'

type Watched = { at: AgentClient; run: string; signal: AbortSignal }

/** Each state of a run, until it is over. Ends early, without a word, when the signal says so. */
export function watchRun({ at, run, signal }: Watched, clock: Pick<Io, 'now' | 'sleep'>): AsyncGenerator<Run, void> {
  const asked = { path: { run }, signal }
  const events = () => at.events('/tests/runs/{run}/progress', asked)
  return follow<Run>({ events, ask: () => at.get('/tests/runs/{run}', asked), isOver, signal }, clock)
}
