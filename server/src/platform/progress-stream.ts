import { setTimeout as wait } from 'node:timers/promises'
import { type Problem, problem } from './http/problem.ts'
import { type AgentKey, type ByteStream, ResponseContent, RouteResponse } from './http/route.ts'

/** Returns the current state; undefined if the resource is gone. */
export type Poll = () => Promise<{ status: string } | undefined>
type PollPace = { pollMilliseconds: number; keepAliveMilliseconds: number; maxMilliseconds: number }

const defaultPollPace: PollPace = { pollMilliseconds: 1_000, keepAliveMilliseconds: 15_000, maxMilliseconds: 600_000 }

/** Per agent, per process. */
export const maxStreamsPerAgent = 20

export type ProgressStreams = {
  open(agent: AgentKey, key: number | string, look: Poll): RouteResponse<ResponseContent>
}
type SharedPoll = { subscribers: number; polledAt: number; lastResult: ReturnType<Poll> }
type StreamRequest = { agent: AgentKey; key: number | string; poll: Poll; disconnect: AbortController }

type ProgressStreamsOptions = {
  /** Names the resource in error messages, such as `campaigns`. */
  noun: string
  isFinal: IsFinalStatus
  closing: AbortSignal
  pace?: PollPace
}

/** The progress streams for one kind of resource in this process; streams of the same resource share their polls. */
export function createProgressStreams({
  noun,
  isFinal,
  closing,
  pace = defaultPollPace,
}: ProgressStreamsOptions): ProgressStreams {
  const watchesOfAgents = new Map<number, number>()
  const lookers = new Map<number | string, SharedPoll>()

  function lookThrough(looker: SharedPoll, look: Poll): ReturnType<Poll> {
    const now = performance.now()
    if (now - looker.polledAt >= pace.pollMilliseconds) Object.assign(looker, { polledAt: now, lastResult: look() })
    return looker.lastResult
  }

  async function* watching({ agent, key, poll, disconnect }: StreamRequest): AsyncGenerator<string, void> {
    const open = watchesOfAgents.get(agent.key) ?? 0
    if (open >= maxStreamsPerAgent) throw tooManyStreamsProblem(noun)
    watchesOfAgents.set(agent.key, open + 1)
    const looker = lookers.get(key) ?? { subscribers: 0, polledAt: Number.NEGATIVE_INFINITY, lastResult: neverPolled }
    lookers.set(key, looker)
    looker.subscribers += 1
    try {
      const ending = AbortSignal.any([closing, disconnect.signal])
      yield* streamProgress({ poll: () => lookThrough(looker, poll), isFinal, closing: ending, pace })
    } finally {
      looker.subscribers -= 1
      if (looker.subscribers === 0) lookers.delete(key)
      const left = (watchesOfAgents.get(agent.key) ?? 1) - 1
      if (left > 0) watchesOfAgents.set(agent.key, left)
      else watchesOfAgents.delete(agent.key)
    }
  }

  return {
    open: (agent, key, look) => {
      const disconnect = new AbortController()
      const events = watching({ agent, key, poll: look, disconnect })
      // A generator that is waiting does not notice that the client has disconnected.
      const end = () => {
        disconnect.abort()
        return events.return()
      }
      return toEventStream({ [Symbol.asyncIterator]: () => ({ next: () => events.next(), return: end }) })
    },
  }
}

/** Tells proxies not to buffer. */
const toEventStream = (events: ByteStream): RouteResponse<ResponseContent> =>
  new RouteResponse(200, new ResponseContent(events, 'text/event-stream; charset=utf-8'), { 'x-accel-buffering': 'no' })

const neverPolled = Promise.resolve(undefined)

const tooManyStreamsProblem = (noun: string): Problem =>
  problem(
    'request.rate_limited',
    429,
    { detail: `${maxStreamsPerAgent} clients already follow ${noun} of this agent; disconnect one of them first` },
    { 'retry-after': '10' },
  )

type IsFinalStatus = (status: string) => boolean

type ProgressOptions = {
  poll: Poll
  isFinal: IsFinalStatus
  /** Fires when the server shuts down or the client disconnects. */
  closing: AbortSignal
  pace?: PollPace
}

/**
 * Server-sent events: sends the current state at once, and again at every change until it is final. A client that still
 * listens after `maxMilliseconds` must reconnect, which proves that its token is still valid.
 */
export async function* streamProgress({
  poll,
  isFinal,
  closing,
  pace = defaultPollPace,
}: ProgressOptions): AsyncGenerator<string, void> {
  const endsAt = performance.now() + pace.maxMilliseconds
  let last = ''
  let saidAt = 0
  while (!closing.aborted && performance.now() < endsAt) {
    const seen = await poll()
    if (!seen) return
    const data = JSON.stringify(seen)
    if (data !== last) yield `event: progress\ndata: ${data}\n\n`
    else if (performance.now() - saidAt > pace.keepAliveMilliseconds) yield ': still here\n\n'
    if (data !== last || performance.now() - saidAt > pace.keepAliveMilliseconds) saidAt = performance.now()
    last = data
    if (isFinal(seen.status)) return
    await wait(pace.pollMilliseconds, undefined, { signal: closing, ref: false }).catch(() => undefined)
  }
}
