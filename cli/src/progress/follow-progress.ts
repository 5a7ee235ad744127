import { ParleyError, ParleyUnreachable, type ServerSentEvent } from '@parley/sdk'
import { incompleteError } from '../exit.ts'
import type { Io } from '../io.ts'

/** Something that takes its time, and can be listened to or asked for. */
export type ProgressSource<T> = {
  events(): AsyncIterable<ServerSentEvent>
  poll(): Promise<T>
  isOver(state: T): boolean
  /** Ends it early, without a word. */
  signal: AbortSignal
}
type Clock = Pick<Io, 'now' | 'sleep'>

const pollMilliseconds = 2_000
/** As long as Parley may be away: to be started anew, for one. */
const patienceMilliseconds = 120_000
/** After so many streams that never said a word, it is asked instead: something on the way holds them back. */
const maxSilentStreams = 2

/**
 * Each state of it, until it is over: by its stream of events, which is opened anew whenever it ends, else by asking
 * again and again.
 */
export async function* followProgress<T>(source: ProgressSource<T>, clock: Clock): AsyncGenerator<T, void> {
  const { signal, isOver } = source
  let heardAt = clock.now()
  let mute = 0
  while (!signal.aborted) {
    const eventCount = mute < maxSilentStreams ? yield* readStream(source) : 0
    if (eventCount === 'over') return
    mute = eventCount > 0 ? 0 : mute + 1
    if (eventCount > 0) heardAt = clock.now()
    const state = await pollOnce(source)
    if (state !== undefined) {
      heardAt = clock.now()
      yield state
      if (isOver(state)) return
    } else if (clock.now() - heardAt > patienceMilliseconds) throw connectionLost()
    await clock.sleep(pollMilliseconds, signal)
  }
}

const connectionLost = () =>
  incompleteError('Parley has not answered for two minutes; what was watched may go on without being watched')

/** How many states a stream has told before it ended, unless it was over with the last of them. */
async function* readStream<T>({ events, isOver }: ProgressSource<T>): AsyncGenerator<T, number | 'over'> {
  let eventCount = 0
  try {
    for await (const { event, data } of events()) {
      if (event !== 'progress' || typeof data !== 'object' || data === null) continue
      eventCount += 1
      yield data as T
      if (isOver(data as T)) return 'over'
    }
  } catch (error) {
    if (isFinal(error)) throw error
  }
  return eventCount
}

async function pollOnce<T>({ poll }: ProgressSource<T>): Promise<T | undefined> {
  try {
    return await poll()
  } catch (error) {
    if (isFinal(error)) throw error
    return undefined
  }
}

/** A refusal that will not pass: the key is revoked, what was watched is gone. */
function isFinal(error: unknown): boolean {
  if (error instanceof ParleyError) return error.status < 500 && error.code !== 'request.rate_limited'
  return !(error instanceof ParleyUnreachable) && !(error instanceof DOMException)
}
