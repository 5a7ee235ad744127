import { undone } from '../../exit.ts'
import type { Api } from '../../http/api.ts'
import { eventsOf } from '../../http/events.ts'
import { Refused, Unreachable } from '../../http/refused.ts'
import type { Io } from '../../io.ts'
import { isOver, type Run } from './run.ts'

type Watched = { api: Api; path: string; signal: AbortSignal }
type Clock = Pick<Io, 'now' | 'sleep'>

const pollMilliseconds = 2_000
/** Parley says something at least every 15 s. */
const silentMilliseconds = 45_000
/** As long as Parley may be away: to be started anew, for one. */
const patienceMilliseconds = 120_000
/** After so many streams that never said a word, it is asked instead: something on the way holds them back. */
const mostMuteStreams = 2

/**
 * Each state of a run, until it is over: by its stream of events, which is opened anew whenever it ends, else by asking
 * again and again. Ends early, without a word, when the signal says so.
 */
export async function* watchRun(watched: Watched, clock: Clock): AsyncGenerator<Run, void> {
  const { signal } = watched
  let heardAt = clock.now()
  let mute = 0
  while (!signal.aborted) {
    const said = mute < mostMuteStreams ? yield* streamed(watched) : 0
    if (said === 'over') return
    mute = said > 0 ? 0 : mute + 1
    if (said > 0) heardAt = clock.now()
    const run = await askedOnce(watched)
    if (run) {
      heardAt = clock.now()
      yield run
      if (isOver(run)) return
    } else if (clock.now() - heardAt > patienceMilliseconds) throw lost()
    await clock.sleep(pollMilliseconds, signal)
  }
}

const lost = () => undone('Parley has not answered for two minutes; the run may go on without being watched')

/** How many states a stream has told before it ended, unless the run was over with the last of them. */
async function* streamed({ api, path, signal }: Watched): AsyncGenerator<Run, number | 'over'> {
  let said = 0
  const silence = new AbortController()
  try {
    const pieces = await api.pieces(`${path}/progress`, AbortSignal.any([signal, silence.signal]))
    for await (const { event, data } of eventsOf(heeded(pieces, () => silence.abort()))) {
      if (event !== 'progress') continue
      const run = JSON.parse(data) as Run
      said += 1
      yield run
      if (isOver(run)) return 'over'
    }
  } catch (error) {
    if (isFinal(error)) throw error
  }
  return said
}

/** A connection that says nothing any more is none. */
async function* heeded(pieces: AsyncIterable<Uint8Array>, isSilent: () => void): AsyncGenerator<Uint8Array, void> {
  let timer = setTimeout(isSilent, silentMilliseconds)
  try {
    for await (const piece of pieces) {
      clearTimeout(timer)
      timer = setTimeout(isSilent, silentMilliseconds)
      yield piece
    }
  } finally {
    clearTimeout(timer)
  }
}

async function askedOnce({ api, path, signal }: Watched): Promise<Run | undefined> {
  try {
    return await api.get<Run>(path, signal)
  } catch (error) {
    if (isFinal(error)) throw error
    return undefined
  }
}

/** A refusal that will not pass: the key is revoked, the run is gone. */
function isFinal(error: unknown): boolean {
  if (error instanceof Refused) return error.status < 500 && error.code !== 'request.rate_limited'
  const isBroken = error instanceof Unreachable || error instanceof TypeError || error instanceof SyntaxError
  const isEnded = error instanceof DOMException || (error as { code?: string }).code !== undefined
  return !isBroken && !isEnded
}
