import type { AgentClient } from '@parley/sdk'
import type { Io } from '../../io.ts'
import { followProgress } from '../../progress/follow-progress.ts'
import { type CliTestRun, isTestRunOver } from './test-run.ts'

type WatchOptions = { client: AgentClient; run: string; signal: AbortSignal }

/** Each state of a run, until it is over. Ends early, without a word, when the signal says so. */
export function watchRunStates(
  { client, run, signal }: WatchOptions,
  clock: Pick<Io, 'now' | 'sleep'>,
): AsyncGenerator<CliTestRun, void> {
  const request = { path: { run }, signal }
  const events = () => client.events('/tests/runs/{run}/progress', request)
  return followProgress<CliTestRun>(
    { events, poll: () => client.get('/tests/runs/{run}', request), isOver: isTestRunOver, signal },
    clock,
  )
}
