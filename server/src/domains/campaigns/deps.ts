import type { Db } from '../../platform/db/database.ts'
import type { AgentKey } from '../../platform/http/route.ts'
import type { Announce } from '../../platform/outbox.ts'
import type { World } from '../../platform/world.ts'
import type { Definitions } from '../agents/index.ts'
import type { Channels } from '../channels/index.ts'
import type { Conversations, WriteLog } from '../conversations/index.ts'
import type { CampaignSends } from '../outreach/index.ts'
import type { Campaign, CampaignAction } from './campaign.ts'

/** What the parts of this domain are handed. */
export type CampaignDeps = {
  db: Db
  world: World
  definitions: Definitions
  announce: Announce
  channels: Channels
  writeLog: WriteLog
  log: { error(about: object, words: string): void; warn(about: object, words: string): void }
  /** The sends of campaigns, by whoever keeps sends. */
  sends: CampaignSends
  /** Places in the rate of a provider. */
  rates: Conversations['rates']
  personas: CampaignPersonas
  /** The public addresses of media items, by their ids. */
  mediaUrls(db: Db, agent: AgentKey): Promise<Map<string, string>>
  /** Whether anything may be handed over to real channels: the setting REAL_SENDS. */
  realSends: boolean
}

/** Whom an agent is rehearsed with, by whoever keeps them. */
export type CampaignPersonas = {
  /** Those of these ids that there are, each as the person whom they play and where the rehearsal is kept. */
  find(db: Db, agent: AgentKey, personaIds: readonly string[]): Promise<PersonaRecipient[]>
}
export type PersonaRecipient = {
  personaId: string
  asid: string
  optedOut: boolean
  consent: 'granted' | 'denied' | 'unknown'
  /** What templates are filled from. */
  person: Parameters<typeof import('../agents/index.ts').createTemplateValues>[1]
}

/**
 * Moves a campaign by a verb and tells of it, in the given transaction; undefined when its status does not allow that (any
 * more). `detail` is why it failed. It writes the status and its times alone.
 */
export type TransitionCampaign = (
  tx: Db,
  agent: AgentKey,
  campaign: Pick<Campaign, 'id'>,
  move: { action: Exclude<CampaignAction, 'edit' | 'stage'>; detail?: string },
) => Promise<Campaign | undefined>
