import type { Channel } from '@parley/amf'
import type { OutreachClass } from '@parley/definition/vocabulary'
import type { Db } from '../../../../platform/db/database.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'
import type { Openers } from '../../deps.ts'

export type CampaignSends = {
  /** Creates sends for recipients, leased to the claiming dispatcher, in the transaction of the claim. */
  claim(tx: Db, agent: AgentKey, claim: SendClaim): Promise<void>
  dispatch(agent: AgentKey, claim: SendClaim, signal: AbortSignal): Promise<BatchDispatchResult>
  rescheduleNow(tx: Db, agent: AgentKey, campaignId: string): Promise<void>
  /** Cancels the campaign's queued sends; those in flight are left alone. */
  cancel(tx: Db, agent: AgentKey, campaign: { id: string; isTest: boolean }): Promise<void>
  /** Summarizes the sends that have not ended; undefined when all have. */
  findOpen(db: Db, agent: AgentKey, campaignId: string): Promise<OpenSends | undefined>
  count(db: Db, agent: AgentKey, campaignId: string): Promise<SendCounters>
}

/** When the first is due, how many are in flight, and how many wait for a conversation to end. */
export type OpenSends = { dueAt: Date; sending: number; held: number }

export type SendClaim = {
  campaignId: string
  outreachId: string
  class: OutreachClass
  isTest: boolean
  /** The lease token, and when the lease ends. */
  token: string
  until: Date
  now: Date
  /** The opener of each variant. */
  openers?: Openers
  /** `channel` is that of the identity; default: rcs. */
  recipients: readonly { sendId: string; personId: string; asid: string; channel?: Channel; variantId?: string }[]
}

/**
 * `retryable`: how many must be retried because the channel did not accept them; `retryAfterSeconds`: the delay it
 * requested.
 */
export type BatchDispatchResult = {
  dispatched: number
  retryable: number
  ended: number
  held: number
  retryAfterSeconds?: number
}

export type SendCounters = {
  states: { queued: number; sending: number; sent: number; failed: number; suppressed: number; cancelled: number }
  /** Out of those sent; a read message counts as delivered. */
  delivered: number
  read: number
  /** The reasons of failed and suppressed sends. */
  reasons: Record<string, number>
  /** Sends with a tapped link. */
  tapped?: number
}
