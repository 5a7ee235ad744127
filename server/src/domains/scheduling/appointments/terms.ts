import type { SchedulingConfig } from '@parley/definition'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Definitions } from '../../agents/index.ts'
import { findOrg } from '../../orgs/index.ts'

/** What an agent says of its appointments, and the zone in which it says it. */
export type Terms = { config: SchedulingConfig; zone: string }

export async function termsOf(db: Db, agent: AgentKey, definitions: Definitions): Promise<Terms> {
  const { scheduling: config } = await definitions.read(db, agent)
  return { config, zone: config.timezone ?? (await zoneOfOrg(db, agent)) }
}

async function zoneOfOrg(db: Db, { orgId }: AgentKey): Promise<string> {
  return (await findOrg(db, { id: orgId }))?.timeZone ?? 'UTC'
}

const usualMinutes = 30

export function lengthOf({ config }: Terms, asked?: number): number {
  return asked ?? config.defaultDurationMinutes ?? usualMinutes
}
