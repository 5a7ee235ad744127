import type { Db } from '../../../platform/db/database.ts'
import { pageQuery } from '../../../platform/http/page.ts'
import { invalidRequest } from '../../../platform/http/problem.ts'
import { type AgentKey, agentRoute, type OrgKey, type Route, RouteResponse } from '../../../platform/http/route.ts'
import { listSchema } from '../../../platform/http/schemas.ts'
import type { OAuthProvider } from '../../../platform/oauth-providers.ts'
import type { Definitions } from '../../agents/index.ts'
import { findConnections } from '../../connections/index.ts'
import { hasCalendars } from './calendars.ts'
import { CalendarLink, CalendarLinkPut } from './link.ts'
import {
  deleteCalendarLinks,
  findCalendarLink,
  listCalendarLinks,
  lockCalendarLink,
  type StoredLink,
  upsertCalendarLink,
} from './queries.ts'
import { retryAbandonedCalendarEvents } from './worker.ts'

const tag = 'Scheduling'
const read = { role: 'viewer', scope: 'agents:read', tag } as const
const write = { role: 'editor', scope: 'agents:write', tag } as const
const path = '/scheduling/representatives/:representativeId/calendar'

export type CalendarRouteDeps = { definitions: Definitions; providers: readonly OAuthProvider[] }

export const calendarRoutes = (deps: CalendarRouteDeps): Route[] => [
  agentRoute({
    ...read,
    method: 'GET',
    path: '/scheduling/calendars',
    summary: 'List the representatives who have a calendar, newest first',
    query: pageQuery,
    response: listSchema(CalendarLink),
    handle: async ({ tx, org, agent, query }) => {
      const { data, ...page } = await listCalendarLinks(tx, agent, query)
      return { data: await serializeLink(tx, org, data), ...page }
    },
  }),
  agentRoute({
    ...read,
    method: 'GET',
    path,
    summary: 'Read the calendar of a representative',
    response: CalendarLink,
    volatile: ['status'],
    find: ({ tx, agent, params }) => findCalendarLink(tx, agent, params.representativeId),
    handle: async ({ tx, org, found }) => (await serializeLink(tx, org, [found]))[0],
  }),
  agentRoute({
    ...write,
    method: 'PUT',
    path,
    summary: 'Link a calendar to a representative',
    description:
      'Its busy times are not open slots, and new appointments are written to it. Appointments that could not be ' +
      'written while its account was disconnected are written now. ' +
      "Without `calendarId`, it is the account's primary calendar.",
    body: CalendarLinkPut,
    response: CalendarLink,
    otherResponses: { 201: 'Made' },
    find: ({ tx, agent, params }) => lockRepresentative(tx, agent, params.representativeId, deps.definitions),
    handle: async ({ tx, org, agent, params, body, world }) => {
      await assertHasCalendar(tx, org, body.connectionId, deps.providers)
      const { representativeId } = params
      const isNew = (await findCalendarLink(tx, agent, representativeId)) === undefined
      const now = world.now()
      const link = await upsertCalendarLink(tx, agent, { representativeId, ...body, now })
      await retryAbandonedCalendarEvents(tx, org.id, body.connectionId, now)
      const [answer] = await serializeLink(tx, org, [link])
      return new RouteResponse(isNew ? 201 : 200, answer as CalendarLink)
    },
  }),
  agentRoute({
    ...write,
    method: 'DELETE',
    path,
    summary: "Unlink a representative's calendar",
    description: 'Existing entries stay in it until their appointment changes.',
    find: ({ tx, agent, params }) => lockCalendarLink(tx, agent, params.representativeId),
    handle: ({ tx, agent, params }) => deleteCalendarLinks(tx, agent, [params.representativeId]),
  }),
]

async function serializeLink(tx: Db, org: OrgKey, links: StoredLink[]): Promise<CalendarLink[]> {
  const connections = await findConnections(tx, org, [...new Set(links.map(({ connectionId }) => connectionId))])
  const statuses = new Map(connections.map(({ id, status }) => [id, status]))
  return links.map((link) => ({ ...link, status: statuses.get(link.connectionId) ?? 'not-connected' }))
}

/** Locks the definition, so that the representative cannot be removed before the link is written. */
async function lockRepresentative(tx: Db, agent: AgentKey, id: string, definitions: Definitions) {
  const locked = await definitions.lock(tx, agent)
  return locked?.definition.scheduling.representatives.find((one) => one.id === id)
}

async function assertHasCalendar(
  tx: Db,
  org: OrgKey,
  connectionId: string,
  providers: readonly OAuthProvider[],
): Promise<void> {
  const [connection] = await findConnections(tx, org, [connectionId])
  if (!connection) throw invalidRequest([{ field: 'connectionId', message: 'must be a connection of the org' }])
  if (providers.some((provider) => provider.id === connection.provider && hasCalendars(provider))) return
  throw invalidRequest([{ field: 'connectionId', message: 'must be a connection to a provider that has calendars' }])
}
