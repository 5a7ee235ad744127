import { type AgentClient, ParleyError } from '@parley/sdk'
import { CommandError, createIncompleteError, exitCodes } from '../../exit.ts'
import type { Io } from '../../io.ts'
import { followProgress } from '../../progress/follow-progress.ts'
import { createProgressDisplay } from '../../progress/progress-display.ts'
import { formatSeconds, toPrintable } from '../../text/printable.ts'

import {
  type CliTestRun,
  drawRunBar,
  formatPause,
  formatRunCounts,
  isTestRunOver,
  type TestContext,
} from './test-run.ts'

/**
 * Watches a run until it ends. On Ctrl-C or a timeout, cancels the run if this process started it and only stops
 * watching if it did not.
 */
export async function waitForRun(session: TestContext, run: CliTestRun): Promise<CliTestRun> {
  const { testArguments, io } = session
  const tooLate = AbortSignal.timeout(testArguments.timeoutSeconds * 1000)
  const last = await watchStates(session, run, AbortSignal.any([io.interrupted, tooLate]))
  if (isTestRunOver(last)) return last
  if (isOutOfBudget(last))
    throw createIncompleteError(
      `${formatPause(last)}\n  To wait for it later: parley test --run ${toPrintable(run.id)}`,
    )
  const why = io.interrupted.aborted
    ? 'Stopped'
    : `The run did not finish within ${formatSeconds(testArguments.timeoutSeconds)}`
  if (testArguments.run === undefined) return cancelRun(session, run, why)
  const exit = io.interrupted.aborted ? exitCodes.interrupted : exitCodes.noVerdict
  throw new CommandError(exit, `${why}: run ${toPrintable(run.id)} continues in the background`)
}

/** A run that is paused for budget would otherwise wait until midnight. */
const isOutOfBudget = ({ status, pauseReason }: CliTestRun): boolean => status === 'paused' && pauseReason === 'quota'

/** Returns the last state that was received. */
async function watchStates(session: TestContext, run: CliTestRun, signal: AbortSignal): Promise<CliTestRun> {
  const { client, io, print } = session
  const show = createProgressDisplay(io, print, { bar: drawRunBar, line: formatRunCounts, notice: formatPause })
  let last = run
  try {
    for await (const seen of watchRunStates({ client, run: run.id, signal }, io)) {
      last = seen
      if (isOutOfBudget(seen)) break
      show.update(seen)
    }
  } catch (error) {
    throw error instanceof ParleyError ? watchFailed(error, run) : error
  } finally {
    show.end()
  }
  return last
}

/** For a key that was revoked, or an agent that was deleted, while watching. */
const watchFailed = ({ message }: ParleyError, { id }: CliTestRun): CommandError =>
  createIncompleteError(`Run ${toPrintable(id)} can no longer be followed: ${toPrintable(message)}`)

/** Returns the run's state after the call: it may have ended just before. */
async function cancelRun(session: TestContext, run: CliTestRun, why: string): Promise<CliTestRun> {
  const { client, print } = session
  const path = { run: run.id }
  print(`${why}: canceling run ${toPrintable(run.id)}`)
  return client.post('/tests/runs/{run}/cancel', { path }).catch((error: unknown) => {
    if (error instanceof ParleyError && error.code === 'agent.test.run_immutable') {
      return client.get('/tests/runs/{run}', { path })
    }
    throw error
  })
}

type WatchOptions = { client: AgentClient; run: string; signal: AbortSignal }

/** Yields each state of a run until it ends. Stops without an error when the signal aborts. */
function watchRunStates(
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
