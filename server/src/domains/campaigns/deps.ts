import type { ConsentStatus } from '@parley/definition/vocabulary'
import type { Db } from '../../platform/db/database.ts'
import type { AgentKey } from '../../platform/http/route.ts'
import type { Announce } from '../../platform/outbox.ts'
import type { World } from '../../platform/world.ts'
import type { Definitions, PersonFields } from '../agents/index.ts'
import type { Channels } from '../channels/index.ts'
import type { Conversations, WriteLog } from '../conversations/index.ts'
import type { AcceptSend, CampaignSends } from '../outreach/index.ts'
import type { Campaign, CampaignAction } from './campaign.ts'

export type CampaignDeps = {
  db: Db
  world: World
  definitions: Definitions
  announce: Announce
  channels: Channels
  writeLog: WriteLog
  log: { error(about: object, words: string): void; warn(about: object, words: string): void }
  sends: CampaignSends
  /** Named sends, for tests of the opener. */
  acceptSend: AcceptSend
  /** Rate limit slots of a provider. */
  rates: Conversations['rates']
  personas: CampaignPersonas
  mediaUrls(db: Db, agent: AgentKey): Promise<Map<string, string>>
  /** Whether messages may be dispatched to real channels (the setting REAL_SENDS). */
  realSends: boolean
}

/** Port to the personas that test campaigns are sent to. */
export type CampaignPersonas = {
  /** Returns the personas that exist among these ids, each with the person it plays and its sandbox identity. */
  find(db: Db, agent: AgentKey, personaIds: readonly string[]): Promise<PersonaRecipient[]>
}
export type PersonaRecipient = {
  personaId: string
  asid: string
  optedOut: boolean
  consent: ConsentStatus
  /** Fills the templates. */
  person: PersonFields
}

/**
 * Applies an action to a campaign and publishes the change, in the given transaction; returns undefined when the status
 * does not (or no longer) allow it. `detail` is the failure reason. Writes only the status and its timestamps.
 */
export type TransitionCampaign = (
  tx: Db,
  agent: AgentKey,
  campaign: Pick<Campaign, 'id'>,
  move: { action: Exclude<CampaignAction, 'edit' | 'stage'>; detail?: string },
) => Promise<Campaign | undefined>
