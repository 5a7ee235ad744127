import { setTimeout as wait } from 'node:timers/promises'
import { type Problem, problem } from './http/problem.ts'
import { type AgentKey, type ByteStream, ResponseContent, RouteResponse } from './http/route.ts'

/** Answers what is shown of something now; undefined when it is gone. */
export type Poll = () => Promise<{ status: string } | undefined>
type PollPace = { pollMilliseconds: number; keepAliveMilliseconds: number; maxMilliseconds: number }

const defaultPollPace: PollPace = { pollMilliseconds: 1_000, keepAliveMilliseconds: 15_000, maxMilliseconds: 600_000 }

/** Of one agent, in one process. */
export const maxStreamsPerAgent = 20

export type ProgressStreams = {
  open(agent: AgentKey, key: number | string, look: Poll): RouteResponse<ResponseContent>
}
type SharedPoll = { subscribers: number; polledAt: number; lastResult: ReturnType<Poll> }
type StreamRequest = { agent: AgentKey; key: number | string; poll: Poll; gone: AbortController }

type ProgressStreamsOptions = {
  /** Said of what is watched: `campaigns`. */
  noun: string
  isFinal: IsFinalStatus
  closing: AbortSignal
  pace?: PollPace
}

/** All who watch things of one kind in this process: those who watch the same share what is looked up. */
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

  async function* watching({ agent, key, poll, gone }: StreamRequest): AsyncGenerator<string, void> {
    const open = watchesOfAgents.get(agent.key) ?? 0
    if (open >= maxStreamsPerAgent) throw tooManyStreamsProblem(noun)
    watchesOfAgents.set(agent.key, open + 1)
    const looker = lookers.get(key) ?? { subscribers: 0, polledAt: Number.NEGATIVE_INFINITY, lastResult: neverPolled }
    lookers.set(key, looker)
    looker.subscribers += 1
    try {
      const ending = AbortSignal.any([closing, gone.signal])
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
      const gone = new AbortController()
      const events = watching({ agent, key, poll: look, gone })
      // A generator that waits does not hear that nobody listens any more.
      const end = () => {
        gone.abort()
        return events.return()
      }
      return toEventStream({ [Symbol.asyncIterator]: () => ({ next: () => events.next(), return: end }) })
    },
  }
}

/** Proxies are asked to hold nothing back. */
const toEventStream = (events: ByteStream): RouteResponse<ResponseContent> =>
  new RouteResponse(200, new ResponseContent(events, 'text/event-stream; charset=utf-8'), { 'x-accel-buffering': 'no' })

const neverPolled = Promise.resolve(undefined)

const tooManyStreamsProblem = (noun: string): Problem =>
  problem(
    'request.rate_limited',
    429,
    { detail: `${maxStreamsPerAgent} watch ${noun} of this agent already; end one of those first` },
    { 'retry-after': '10' },
  )

type IsFinalStatus = (status: string) => boolean

type ProgressOptions = {
  poll: Poll
  isFinal: IsFinalStatus
  /** Whoever serves it is about to end, or whoever watches is gone. */
  closing: AbortSignal
  pace?: PollPace
}

/**
 * Server-sent events: what is watched at once, and again whenever something of it has changed, until it has ended. Whoever
 * still watches after a while connects anew, and so shows that their token still holds.
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
