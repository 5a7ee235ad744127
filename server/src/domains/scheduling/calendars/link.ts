import { boundedText, withReadOnlyFields } from '@parley/findings'
import { z } from 'zod'
import type { Db } from '../../../platform/db/database.ts'
import type { OrgKey } from '../../../platform/http/route.ts'
import { timestamp } from '../../../platform/http/schemas.ts'
import type { DefinitionListener } from '../../agents/index.ts'
import { type ConnectionUser, grantStatuses } from '../../connections/index.ts'
import { deleteCalendarLinks, listAgentsWithLinks } from './queries.ts'

/** The calendar of a representative: account state, not part of the configuration. */
export const CalendarLink = z
  .strictObject({
    representativeId: z.string(),
    connectionId: z.string(),
    calendarId: z.string().optional(),
    status: z.enum(['not-connected', ...grantStatuses]).meta({ description: 'The state of its connection.' }),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({
    id: 'CalendarLink',
    examples: [
      {
        representativeId: 'anna',
        connectionId: 'con_01',
        status: 'connected',
        createdAt: '2030-01-31T09:00:00.000Z',
        updatedAt: '2030-01-31T09:00:00.000Z',
      },
    ],
  })
export type CalendarLink = z.infer<typeof CalendarLink>

/** `.` and `..` would have a special meaning in a URL path. */
const calendarId = boundedText({ min: 1, max: 500 })
  .refine((id) => id !== '.' && id !== '..', 'must be the id of a calendar')
  .optional()
  .meta({ description: "The provider's id; default: the account's primary calendar." })

export const CalendarLinkPut = withReadOnlyFields({ connectionId: boundedText({ min: 1, max: 100 }), calendarId }, [
  'representativeId',
  'status',
  'createdAt',
  'updatedAt',
]).meta({ id: 'CalendarLinkPut', examples: [{ connectionId: 'con_01' }] })

/** Agents that use each connection for a representative's calendar, sorted by name. */
export async function findLinkingAgents(
  db: Db,
  org: OrgKey,
  connectionIds: readonly string[],
): Promise<Map<string, ConnectionUser[]>> {
  const linking = new Map(connectionIds.map((id): [string, ConnectionUser[]] => [id, []]))
  for (const { agentId, name, connectionId } of await listAgentsWithLinks(db, org, connectionIds)) {
    linking.get(connectionId)?.push({ agentId, name })
  }
  for (const agents of linking.values()) agents.sort((one, other) => one.name.localeCompare(other.name))
  return linking
}

/** Deletes the calendar links of representatives that any write to the definition removes. */
export const deleteOrphanedLinks: DefinitionListener = async (tx, agent, { before, definition, changed }) => {
  if (!changed.includes('scheduling')) return
  const currentIds = new Set(definition.scheduling.representatives.map(({ id }) => id))
  const lost = before.scheduling.representatives.map(({ id }) => id).filter((id) => !currentIds.has(id))
  await deleteCalendarLinks(tx, agent, lost)
}
