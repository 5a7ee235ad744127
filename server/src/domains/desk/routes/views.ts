import { z } from 'zod'
import { agentRoute, type Route } from '../../../platform/http/route.ts'
import { listSchema } from '../../../platform/http/schemas.ts'
import {
  DeskMemberEntry,
  DeskViewCounts,
  DeskViewerParameters,
  FillBody,
  FilledMessage,
} from '../conversations/schemas.ts'
import type { DeskDeps } from '../deps.ts'
import { viewerIdOf } from '../members/acting-member.ts'
import { findDeskEntry } from '../queries/conversations.ts'
import { listDeskMembers } from '../queries/members.ts'
import { countViews } from '../queries/presence.ts'
import { fillMessage } from '../replies.ts'

const read = { role: 'viewer', scope: 'messages:read', frontDesk: 'messages:read', tag: 'Desk' } as const

/** What a member needs to work at the desk beyond the conversations: counts, colleagues, fill-ins. */
export function deskViewRoutes(deps: DeskDeps): Route[] {
  return [
    agentRoute({
      ...read,
      method: 'GET',
      path: '/desk/counts',
      summary: 'Count the conversations of the views of the caller',
      description: 'Without rehearsals and snoozed conversations.',
      query: DeskViewerParameters,
      response: DeskViewCounts,
      handle: ({ tx, agent, caller, query, world }) =>
        countViews(tx, agent, { viewerId: viewerIdOf(caller, query.as), now: world.now() }),
    }),
    agentRoute({
      ...read,
      method: 'GET',
      path: '/desk/members',
      summary: 'List the members who may work at the desk',
      query: z.strictObject({}),
      response: listSchema(DeskMemberEntry),
      handle: async ({ tx, agent }) => ({ data: await listDeskMembers(tx, agent) }),
    }),
    agentRoute({
      ...read,
      method: 'POST',
      path: '/desk/conversations/:userId/_fill',
      summary: 'Fill in a text or a saved reply for the person, without sending it',
      body: FillBody,
      response: FilledMessage,
      audited: false,
      find: ({ tx, agent, params }) => findDeskEntry(tx, agent, { asid: params.userId, viewerId: '' }),
      handle: ({ tx, agent, found, body }) => fillMessage(tx, agent, { ...body, personId: found.personId }, deps),
    }),
  ]
}
