import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey, OrgKey } from '../../../platform/http/route.ts'
import type { Channels } from '../../channels/index.ts'

/** What usage is handed. */
export type AttentionDeps = {
  channels: Pick<Channels, 'states'>
  /** What lint and the catalog have to say of the agent's definition. */
  news(db: Db, agent: AgentKey & { version: number }): Promise<{ lintErrors: number; updates: number }>
  /** Nobody may use webhooks, which listen to all: those in trouble are handed in. */
  webhooksInTrouble(db: Db, org: OrgKey, failingBefore: Date): Promise<TroubledWebhook[]>
}

export type TroubledWebhook = { id: string; url: string; deactivatedAt: Date | null; failingSince: Date | null }
