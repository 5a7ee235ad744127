import { Ending, exits, undone } from '../../exit.ts'
import { Refused } from '../../http/refused.ts'
import { plain } from '../../text/plain.ts'
import { durationOf, pauseLine } from './progress.ts'
import { isOver, type Run } from './run.ts'
import { pathOf, type Session } from './session.ts'
import { showOn } from './show.ts'
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
  const { api, io, say } = session
  const show = showOn(io, say)
  let last = run
  try {
    for await (const seen of watchRun({ api, path: pathOf(session, run), signal }, io)) {
      last = seen
      if (isOutOfBudget(seen)) break
      show.seen(seen)
    }
  } catch (error) {
    throw error instanceof Refused ? unwatchable(error, run) : error
  } finally {
    show.end()
  }
  return last
}

/** The key was revoked meanwhile, or the agent deleted. */
const unwatchable = ({ message }: Refused, { id }: Run): Ending =>
  undone(`Run ${plain(id)} can no longer be watched: ${plain(message)}`)

/** As it then is: it may have come to its end a moment before. */
async function cancelled(session: Session, run: Run, why: string): Promise<Run> {
  const { api, say } = session
  const path = pathOf(session, run)
  say(`${why}: cancelling run ${plain(run.id)}`)
  return api.post<Run>(`${path}/cancel`).catch((error: unknown) => {
    if (error instanceof Refused && error.code === 'agent.test.run_immutable') return api.get<Run>(path)
    throw error
  })
}
