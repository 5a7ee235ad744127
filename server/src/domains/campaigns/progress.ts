import { setTimeout as wait } from 'node:timers/promises'
import { type Problem, problem } from '../../platform/http/problem.ts'
import type { AgentKey, ByteStream } from '../../platform/http/route.ts'
import type { CampaignStatus } from './campaign.ts'
import { isFinal } from './moves.ts'

/** Answers what is shown of the campaign now; undefined when it is gone. */
export type Look = () => Promise<{ status: CampaignStatus } | undefined>
type Pace = { lookMilliseconds: number; aliveMilliseconds: number; longestMilliseconds: number }

const usualPace: Pace = { lookMilliseconds: 1_000, aliveMilliseconds: 15_000, longestMilliseconds: 600_000 }

/** Of one agent, in one process. */
export const mostWatches = 20

export type Watches = { watch(agent: AgentKey, campaignKey: number, look: Look): ByteStream }
type Looker = { watchers: number; lookedAt: number; seen: ReturnType<Look> }
type Watching = { agent: AgentKey; campaignKey: number; look: Look; gone: AbortController }

/** All who watch campaigns in this process: those of one campaign share what is looked up. */
export function watchesOf({ closing, pace = usualPace }: { closing: AbortSignal; pace?: Pace }): Watches {
  const watchesOfAgents = new Map<number, number>()
  const lookers = new Map<number, Looker>()

  function lookThrough(looker: Looker, look: Look): ReturnType<Look> {
    const now = performance.now()
    if (now - looker.lookedAt >= pace.lookMilliseconds) Object.assign(looker, { lookedAt: now, seen: look() })
    return looker.seen
  }

  async function* watching({ agent, campaignKey, look, gone }: Watching): AsyncGenerator<string, void> {
    const open = watchesOfAgents.get(agent.key) ?? 0
    if (open >= mostWatches) throw tooMany()
    watchesOfAgents.set(agent.key, open + 1)
    const looker = lookers.get(campaignKey) ?? { watchers: 0, lookedAt: Number.NEGATIVE_INFINITY, seen: unseen }
    lookers.set(campaignKey, looker)
    looker.watchers += 1
    try {
      const ending = AbortSignal.any([closing, gone.signal])
      yield* progressOf({ look: () => lookThrough(looker, look), closing: ending, pace })
    } finally {
      looker.watchers -= 1
      if (looker.watchers === 0) lookers.delete(campaignKey)
      const left = (watchesOfAgents.get(agent.key) ?? 1) - 1
      if (left > 0) watchesOfAgents.set(agent.key, left)
      else watchesOfAgents.delete(agent.key)
    }
  }

  return {
    watch: (agent, campaignKey, look) => {
      const gone = new AbortController()
      const events = watching({ agent, campaignKey, look, gone })
      // A generator that waits does not hear that nobody listens any more.
      const end = () => {
        gone.abort()
        return events.return()
      }
      return { [Symbol.asyncIterator]: () => ({ next: () => events.next(), return: end }) }
    },
  }
}

const unseen = Promise.resolve(undefined)

const tooMany = (): Problem =>
  problem(
    'request.rate_limited',
    429,
    { detail: `${mostWatches} watch campaigns of this agent already; end one of those first` },
    { 'retry-after': '10' },
  )

type Watch = {
  look: Look
  /** Whoever serves it is about to end, or whoever watches is gone. */
  closing: AbortSignal
  pace?: Pace
}

/**
 * Server-sent events: the campaign at once, and again whenever something of it has changed, until it has ended. Whoever
 * still watches after a while connects anew, and so shows that their token still holds.
 */
export async function* progressOf({ look, closing, pace = usualPace }: Watch): AsyncGenerator<string, void> {
  const endsAt = performance.now() + pace.longestMilliseconds
  let last = ''
  let saidAt = 0
  while (!closing.aborted && performance.now() < endsAt) {
    const campaign = await look()
    if (!campaign) return
    const data = JSON.stringify(campaign)
    if (data !== last) yield `event: progress\ndata: ${data}\n\n`
    else if (performance.now() - saidAt > pace.aliveMilliseconds) yield ': still here\n\n'
    if (data !== last || performance.now() - saidAt > pace.aliveMilliseconds) saidAt = performance.now()
    last = data
    if (isFinal(campaign.status)) return
    await wait(pace.lookMilliseconds, undefined, { signal: closing, ref: false }).catch(() => undefined)
  }
}
