import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey, OrgKey } from '../../../platform/http/route.ts'
import type { Definitions } from '../../agents/index.ts'
import type { Channels } from '../../channels/index.ts'

export type AlertDeps = {
  channels: Pick<Channels, 'listStates'>
  /** Counts lint errors and available catalog updates of the agent's definition. */
  readDefinitionIssues(db: Db, agent: AgentKey & { version: number }): Promise<{ lintErrors: number; updates: number }>
  definitions: Pick<Definitions, 'read'>
  /** Injected, because no domain may import webhooks, which subscribe to all of them. */
  findUnhealthyWebhooks(db: Db, org: OrgKey, failingBefore: Date): Promise<WebhookIssue[]>
}

export type WebhookIssue = { id: string; url: string; deactivatedAt: Date | null; failingSince: Date | null }
