import { ParleyError, ParleyUnreachable, type ServerSentEvent } from '@parley/sdk'
import { createIncompleteError } from '../exit.ts'
import type { Io } from '../io.ts'

/** A long-running operation that can be streamed or polled. */
export type ProgressSource<T> = {
  events(): AsyncIterable<ServerSentEvent>
  poll(): Promise<T>
  isOver(state: T): boolean
  /** Stops early, without an error. */
  signal: AbortSignal
}
type Clock = Pick<Io, 'now' | 'sleep'>

const pollMilliseconds = 2_000
/** How long Parley may be unreachable, for example during a restart. */
const patienceMilliseconds = 120_000
/** After this many streams without an event, polls only: something in between buffers the stream. */
const maxSilentStreams = 2

/**
 * Yields each state until the operation ends. Reads its event stream, reopens the stream whenever it ends, and polls in
 * between.
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
  createIncompleteError('Parley has not responded for two minutes; the operation may continue in the background')

/** Returns how many states the stream yielded before it ended, or 'over' if the last state was final. */
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

/** A permanent error: the key was revoked, or the watched object was deleted. */
function isFinal(error: unknown): boolean {
  if (error instanceof ParleyError) return error.status < 500 && error.code !== 'request.rate_limited'
  return !(error instanceof ParleyUnreachable) && !(error instanceof DOMException)
}
