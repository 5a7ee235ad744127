import { setTimeout as wait } from 'node:timers/promises'
import type { CampaignStatus } from './campaign.ts'
import { isFinal } from './moves.ts'

/** `look` answers what is shown of the campaign now; undefined when it is gone. */
export type Watch = {
  look(): Promise<{ status: CampaignStatus } | undefined>
  /** Whoever serves it is about to end. */
  closing: AbortSignal
  pace?: Pace
}
type Pace = { lookMilliseconds: number; aliveMilliseconds: number; longestMilliseconds: number }

const usualPace: Pace = { lookMilliseconds: 1_000, aliveMilliseconds: 15_000, longestMilliseconds: 600_000 }

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
