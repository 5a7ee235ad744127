import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey, OrgKey } from '../../../platform/http/route.ts'
import type { Channels } from '../../channels/index.ts'

/** What usage is handed. */
export type AlertDeps = {
  channels: Pick<Channels, 'listStates'>
  /** What lint and the catalog have to say of the agent's definition. */
  readDefinitionIssues(db: Db, agent: AgentKey & { version: number }): Promise<{ lintErrors: number; updates: number }>
  /** Nobody may use webhooks, which listen to all: those in trouble are handed in. */
  findUnhealthyWebhooks(db: Db, org: OrgKey, failingBefore: Date): Promise<WebhookIssue[]>
}

export type WebhookIssue = { id: string; url: string; deactivatedAt: Date | null; failingSince: Date | null }
