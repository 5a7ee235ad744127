import type { SchedulingConfig } from '@parley/definition'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Definitions } from '../../agents/index.ts'
import { findOrg } from '../../orgs/index.ts'

export type SchedulingTerms = { config: SchedulingConfig; zone: string }

export async function loadSchedulingTerms(db: Db, agent: AgentKey, definitions: Definitions): Promise<SchedulingTerms> {
  const { scheduling: config } = await definitions.read(db, agent)
  return { config, zone: config.timezone ?? (await findOrgTimeZone(db, agent)) }
}

async function findOrgTimeZone(db: Db, { orgId }: AgentKey): Promise<string> {
  return (await findOrg(db, { id: orgId }))?.timeZone ?? 'UTC'
}

const defaultMinutes = 30

export function resolveDuration({ config }: SchedulingTerms, asked?: number): number {
  return asked ?? config.defaultDurationMinutes ?? defaultMinutes
}
