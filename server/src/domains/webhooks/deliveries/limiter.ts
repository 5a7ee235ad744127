import { createPacedLimiter, type SlotOrPostponement } from '../../../platform/concurrency/paced-limiter.ts'

export const maxPostponeMilliseconds = 600_000

export type AcquireWebhookSlot = (webhookId: string, now: Date) => SlotOrPostponement | Promise<SlotOrPostponement>

/**
 * Limits the concurrency per webhook in this process. The queue of an endpoint that answers within 250 ms clears in
 * about a second; a higher concurrency would only slow down each call. A silent endpoint is assumed to use its full
 * timeout.
 */
export const createWebhookLimiter = (capacity: number): AcquireWebhookSlot =>
  createPacedLimiter(
    {
      capacity,
      max: 64,
      maxWhileFailing: 2,
      maxWhileCrowded: 16,
      crowdedBy: 'others',
      maxPostponeMilliseconds,
      maxTracked: 10_000,
    },
    { quickMilliseconds: 250, maxSilenceMilliseconds: 1_000, silentMilliseconds: 15_000 },
  )
