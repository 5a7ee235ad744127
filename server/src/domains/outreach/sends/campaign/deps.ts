import type { Db } from '../../../../platform/db/database.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'
import type { OutreachClass } from '../send.ts'

/** The sends of campaigns. */
export type CampaignSends = {
  /** Makes sends of recipients, held by whoever claims them, in the transaction of the claim. */
  claim(tx: Db, agent: AgentKey, claim: SendClaim): Promise<void>
  /** Hands over what was claimed, and writes down what became of each. */
  dispatch(agent: AgentKey, claim: SendClaim, signal: AbortSignal): Promise<BatchDispatchResult>
  /** Its queued sends are looked at now. */
  rescheduleNow(tx: Db, agent: AgentKey, campaignId: string): Promise<void>
  /** Its queued sends end as cancelled; what is on its way is left alone. */
  cancel(tx: Db, agent: AgentKey, campaign: { id: string; isTest: boolean }): Promise<void>
  /** Those that have not ended; undefined when all have. */
  findOpen(db: Db, agent: AgentKey, campaignId: string): Promise<OpenSends | undefined>
  count(db: Db, agent: AgentKey, campaignId: string): Promise<SendCounters>
}

/** When the first is due, how many are on their way, and how many wait for the end of a conversation. */
export type OpenSends = { dueAt: Date; sending: number; held: number }

export type SendClaim = {
  campaignId: string
  outreachId: string
  class: OutreachClass
  /** A rehearsal. */
  isTest: boolean
  /** The lease, and its end. */
  token: string
  until: Date
  now: Date
  recipients: readonly { sendId: string; personId: string; asid: string }[]
}

/** `again`: how many of them are to be tried again, since the channel did not take them; and what it asked for. */
export type BatchDispatchResult = {
  dispatched: number
  retryable: number
  ended: number
  held: number
  retryAfterSeconds?: number
}

export type SendCounters = {
  states: { queued: number; sending: number; sent: number; failed: number; suppressed: number; cancelled: number }
  /** Of those sent; whoever has read it got it. */
  delivered: number
  read: number
  /** Of those failed and suppressed. */
  reasons: Record<string, number>
}
