import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { audiences } from '../../people/index.ts'
import type { Campaign } from '../campaign.ts'
import { campaignOpeningProblem } from './opening.ts'

/** The audience as a query for people, or the personas of a test. */
export type AudienceSelector =
  | { filter: Readonly<Record<string, unknown>> }
  | { personIds: readonly string[] }
  | { personaIds: readonly string[] }

/** Throws when the audience does not resolve. */
export async function resolveAudience(
  db: Db,
  agent: AgentKey,
  { audience }: Pick<Campaign, 'audience'>,
): Promise<AudienceSelector> {
  if ('personIds' in audience) return { personIds: [...new Set(audience.personIds)] }
  if ('personaIds' in audience) return { personaIds: [...new Set(audience.personaIds)] }
  if ('filter' in audience) return { filter: audience.filter }
  if ('importBatchId' in audience) return { filter: { importBatchId: audience.importBatchId } }
  const segment = await audiences.findSegment(db, agent, audience.segmentId)
  if (!segment) throw campaignOpeningProblem(`There is no segment ${audience.segmentId} any more`)
  return { filter: segment.filter }
}
