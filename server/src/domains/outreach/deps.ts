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

/** What the parts of this domain are handed. */
export type OutreachDeps = {
  db: Db
  world: World
  definitions: Definitions
  announce: Announce
  channels: Channels
  /** Opens a conversation: hands its first message over within the call. */
  open: Conversations['initiate']
  openMany: Conversations['initiateMany']
  /** Places in the rate of a provider. */
  rates: Conversations['rates']
  /** Whether the opening of an id has been handed over already, as whoever died over it did not note. */
  handed: Conversations['findDispatched']
  /** The next thing that the person writes belongs to what was begun. */
  opened: Runtime['recordInitiation']
  openedMany: Runtime['recordInitiations']
  readCampaignTerms: ReadCampaignTerms
  /** What running campaigns wait for may have changed. */
  wakeCampaigns(db: Db, agent: AgentKey): Promise<void>
  /** Whether anything may be handed over at all: the setting REAL_SENDS. */
  realSends: boolean
  writeLog: WriteLog
}

/** By which a campaign sends just now, by whoever keeps campaigns. */
export type ReadCampaignTerms = (
  db: Db,
  agent: AgentKey,
  campaignId: string,
) => Promise<{ sendWindow?: OpenHours } | 'paused' | 'over'>

/** Puts a send into the queue, in the transaction that decides on it; false when its key is taken. */
export type EnqueueSend = (tx: Db, agent: AgentKey, send: NewSend) => Promise<boolean>

/**
 * Decides on a named send and keeps it: document 2, Named send request. Throws the problems of its refusals, with nothing
 * written; `agent.outreach.not_found` is 422. The key it is given may be of any length.
 */
export type AcceptSend = (agent: AgentKey, outreachId: string, request: NamedSend) => Promise<NamedSendResult>
