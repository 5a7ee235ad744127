import type { OpenHours } from '@parley/guardrails'
import type { Db } from '../../platform/db/database.ts'
import type { AgentKey } from '../../platform/http/route.ts'
import type { Announce } from '../../platform/outbox.ts'
import type { World } from '../../platform/world.ts'
import type { Definitions } from '../agents/index.ts'
import type { Channels } from '../channels/index.ts'
import type { Conversations, WriteLog } from '../conversations/index.ts'
import type { Runtime } from '../runtime/index.ts'
import type { NamedSend, NamedSendResult } from './sends/request.ts'
import type { NewSend } from './sends/send.ts'
import type { TrackLinks } from './taps/track-links.ts'

export type OutreachDeps = {
  db: Db
  world: World
  definitions: Definitions
  announce: Announce
  channels: Channels
  /** Starts a conversation: dispatches its first message within the call. */
  open: Conversations['initiate']
  openMany: Conversations['initiateMany']
  /** Rate limit slots of a provider. */
  rates: Conversations['rates']
  /** Returns whether the opening with this id was already dispatched, for when a worker died before recording it. */
  findDispatched: Conversations['findDispatched']
  /** Routes the person's next message to this initiation. */
  opened: Runtime['recordInitiation']
  openedMany: Runtime['recordInitiations']
  /** Replaces the links of an opening by short links, if the agent tracks them. */
  trackLinks: TrackLinks
  readCampaignTerms: ReadCampaignTerms
  wakeCampaigns(db: Db, agent: AgentKey): Promise<void>
  /** Whether anything may be dispatched at all (the setting REAL_SENDS). */
  realSends: boolean
  writeLog: WriteLog
}

/** Returns the conditions under which a campaign sends right now; implemented by the campaigns domain. */
export type ReadCampaignTerms = (
  db: Db,
  agent: AgentKey,
  campaignId: string,
) => Promise<{ sendWindow?: OpenHours; openers?: Openers } | 'paused' | 'over'>

/** The message template of each variant of a campaign. */
export type Openers = Readonly<Record<string, string>>

/** Enqueues a send in the transaction that decides on it; returns false when its key is already used. */
export type EnqueueSend = (tx: Db, agent: AgentKey, send: NewSend) => Promise<boolean>

/**
 * Decides on a named send and stores it (docs/outreach.md). Throws a problem, with nothing written, when it is refused;
 * `agent.outreach.not_found` is 422. The idempotency key may have any length.
 */
export type AcceptSend = (
  agent: AgentKey,
  outreachId: string,
  request: NamedSend,
  test?: TestSend,
) => Promise<NamedSendResult>

/** A test of an opener: it does not count as a contact of the person, and has no follow-ups. */
export type TestSend = { openerTemplateId?: string }
