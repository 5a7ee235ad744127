import { setTimeout as wait } from 'node:timers/promises'
import { type Problem, problem } from './http/problem.ts'
import { type AgentKey, Answer, type ByteStream, Content } from './http/route.ts'

/** Answers what is shown of something now; undefined when it is gone. */
export type Look = () => Promise<{ status: string } | undefined>
type Pace = { lookMilliseconds: number; aliveMilliseconds: number; longestMilliseconds: number }

const usualPace: Pace = { lookMilliseconds: 1_000, aliveMilliseconds: 15_000, longestMilliseconds: 600_000 }

/** Of one agent, in one process. */
export const mostWatches = 20

export type Watches = { watch(agent: AgentKey, key: number | string, look: Look): Answer<Content> }
type Looker = { watchers: number; lookedAt: number; seen: ReturnType<Look> }
type Watching = { agent: AgentKey; key: number | string; look: Look; gone: AbortController }

type WatchesGiven = {
  /** Said of what is watched: `campaigns`. */
  noun: string
  isOver: IsOver
  closing: AbortSignal
  pace?: Pace
}

/** All who watch things of one kind in this process: those who watch the same share what is looked up. */
export function watchesOf({ noun, isOver, closing, pace = usualPace }: WatchesGiven): Watches {
  const watchesOfAgents = new Map<number, number>()
  const lookers = new Map<number | string, Looker>()

  function lookThrough(looker: Looker, look: Look): ReturnType<Look> {
    const now = performance.now()
    if (now - looker.lookedAt >= pace.lookMilliseconds) Object.assign(looker, { lookedAt: now, seen: look() })
    return looker.seen
  }

  async function* watching({ agent, key, look, gone }: Watching): AsyncGenerator<string, void> {
    const open = watchesOfAgents.get(agent.key) ?? 0
    if (open >= mostWatches) throw tooMany(noun)
    watchesOfAgents.set(agent.key, open + 1)
    const looker = lookers.get(key) ?? { watchers: 0, lookedAt: Number.NEGATIVE_INFINITY, seen: unseen }
    lookers.set(key, looker)
    looker.watchers += 1
    try {
      const ending = AbortSignal.any([closing, gone.signal])
      yield* progressOf({ look: () => lookThrough(looker, look), isOver, closing: ending, pace })
    } finally {
      looker.watchers -= 1
      if (looker.watchers === 0) lookers.delete(key)
      const left = (watchesOfAgents.get(agent.key) ?? 1) - 1
      if (left > 0) watchesOfAgents.set(agent.key, left)
      else watchesOfAgents.delete(agent.key)
    }
  }

  return {
    watch: (agent, key, look) => {
      const gone = new AbortController()
      const events = watching({ agent, key, look, gone })
      // A generator that waits does not hear that nobody listens any more.
      const end = () => {
        gone.abort()
        return events.return()
      }
      return eventStream({ [Symbol.asyncIterator]: () => ({ next: () => events.next(), return: end }) })
    },
  }
}

/** Proxies are asked to hold nothing back. */
const eventStream = (events: ByteStream): Answer<Content> =>
  new Answer(200, new Content(events, 'text/event-stream; charset=utf-8'), { 'x-accel-buffering': 'no' })

const unseen = Promise.resolve(undefined)

const tooMany = (noun: string): Problem =>
  problem(
    'request.rate_limited',
    429,
    { detail: `${mostWatches} watch ${noun} of this agent already; end one of those first` },
    { 'retry-after': '10' },
  )

type IsOver = (status: string) => boolean

type Watch = {
  look: Look
  isOver: IsOver
  /** Whoever serves it is about to end, or whoever watches is gone. */
  closing: AbortSignal
  pace?: Pace
}

/**
 * Server-sent events: what is watched at once, and again whenever something of it has changed, until it has ended. Whoever
 * still watches after a while connects anew, and so shows that their token still holds.
 */
export async function* progressOf({ look, isOver, closing, pace = usualPace }: Watch): AsyncGenerator<string, void> {
  const endsAt = performance.now() + pace.longestMilliseconds
  let last = ''
  let saidAt = 0
  while (!closing.aborted && performance.now() < endsAt) {
    const seen = await look()
    if (!seen) return
    const data = JSON.stringify(seen)
    if (data !== last) yield `event: progress\ndata: ${data}\n\n`
    else if (performance.now() - saidAt > pace.aliveMilliseconds) yield ': still here\n\n'
    if (data !== last || performance.now() - saidAt > pace.aliveMilliseconds) saidAt = performance.now()
    last = data
    if (isOver(seen.status)) return
    await wait(pace.lookMilliseconds, undefined, { signal: closing, ref: false }).catch(() => undefined)
  }
}
