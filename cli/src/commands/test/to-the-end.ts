import { ParleyError } from '@parley/sdk'
import { Ending, exits, undone } from '../../exit.ts'
import { showOn } from '../../progress/show.ts'
import { durationOf } from '../../text/duration.ts'
import { plain } from '../../text/plain.ts'
import { pauseLine, progressBar, tallyOf } from './progress.ts'
import { isOver, type Run } from './run.ts'
import type { Session } from './session.ts'
import { watchRun } from './watch.ts'

/**
 * Watches a run until it is over. One that we have started ourselves is cancelled when somebody interrupts us or it takes
 * too long; one of others is only left alone.
 */
export async function watchToTheEnd(session: Session, run: Run): Promise<Run> {
  const { asked, io } = session
  const tooLate = AbortSignal.timeout(asked.timeoutSeconds * 1000)
  const last = await watched(session, run, AbortSignal.any([io.interrupted, tooLate]))
  if (isOver(last)) return last
  if (isOutOfBudget(last)) throw undone(`${pauseLine(last)}\n  To wait for it then: parley test --run ${plain(run.id)}`)
  const why = io.interrupted.aborted ? 'Stopped' : `The run was not over within ${durationOf(asked.timeoutSeconds)}`
  if (asked.run === undefined) return cancelled(session, run, why)
  const exit = io.interrupted.aborted ? exits.interrupted : exits.noVerdict
  throw new Ending(exit, `${why}: run ${plain(run.id)} goes on without being watched`)
}

/** Nobody waits until midnight by accident. */
const isOutOfBudget = ({ status, pauseReason }: Run): boolean => status === 'paused' && pauseReason === 'quota'

/** Its last state that was seen. */
async function watched(session: Session, run: Run, signal: AbortSignal): Promise<Run> {
  const { at, io, say } = session
  const show = showOn(io, say, { bar: progressBar, line: tallyOf, notice: pauseLine })
  let last = run
  try {
    for await (const seen of watchRun({ at, run: run.id, signal }, io)) {
      last = seen
      if (isOutOfBudget(seen)) break
      show.seen(seen)
    }
  } catch (error) {
    throw error instanceof ParleyError ? unwatchable(error, run) : error
  } finally {
    show.end()
  }
  return last
}

/** The key was revoked meanwhile, or the agent deleted. */
const unwatchable = ({ message }: ParleyError, { id }: Run): Ending =>
  undone(`Run ${plain(id)} can no longer be watched: ${plain(message)}`)

/** As it then is: it may have come to its end a moment before. */
async function cancelled(session: Session, run: Run, why: string): Promise<Run> {
  const { at, say } = session
  const path = { run: run.id }
  say(`${why}: cancelling run ${plain(run.id)}`)
  return at.post('/tests/runs/{run}/cancel', { path }).catch((error: unknown) => {
    if (error instanceof ParleyError && error.code === 'agent.test.run_immutable') {
      return at.get('/tests/runs/{run}', { path })
    }
    throw error
  })
}
