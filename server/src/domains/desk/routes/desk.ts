import { z } from 'zod'
import { pageQuery } from '../../../platform/http/page.ts'
import { invalidRequest, problem } from '../../../platform/http/problem.ts'
import { type AgentKey, agentRoute, ResponseContent, type Route, RouteResponse } from '../../../platform/http/route.ts'
import { instantQuery, listSchema } from '../../../platform/http/schemas.ts'
import { createSlugCandidates } from '../../../platform/slug.ts'
import { dayMilliseconds } from '../../../platform/world.ts'
import { moveConversation } from '../conversations/move.ts'
import type { DeskDeps } from '../deps.ts'
import type { DeskStreams } from '../events/stream.ts'
import { notAtDesk } from '../members/acting-member.ts'
import { countDeskEvents } from '../queries/events.ts'
import { listDeskMembers } from '../queries/members.ts'
import {
  countReplies,
  deleteReply,
  findReply,
  hasShortcut,
  insertReply,
  listReplies,
  lockReply,
  updateReply,
} from '../queries/replies.ts'
import { lockDeskSettings, readDeskSettings, writeDeskSettings } from '../queries/settings.ts'
import { listConversationsAtDesk } from '../queries/status.ts'
import { maxReplies, SavedReply, SavedReplyCreate, SavedReplyPut } from '../replies.ts'
import { DeskSettings, DeskSettingsBody } from '../settings/settings.ts'

const tag = 'Desk'
const readSettings = { role: 'viewer', scope: 'agents:read', frontDesk: 'messages:read', tag } as const
const writeSettings = { role: 'editor', scope: 'agents:write', tag } as const
const readMessages = { role: 'viewer', scope: 'messages:read', tag } as const

export function deskRoutes(deps: DeskDeps & { streams: DeskStreams }): Route[] {
  return [...settingsRoutes(deps), ...replyRoutes(), eventsRoute(deps.streams), usageRoute()]
}

function settingsRoutes(deps: DeskDeps): Route[] {
  return [
    agentRoute({
      ...readSettings,
      method: 'GET',
      path: '/settings/desk',
      summary: 'Read the settings of the desk',
      response: DeskSettings,
      handle: ({ tx, agent }) => readDeskSettings(tx, agent),
    }),
    agentRoute({
      ...writeSettings,
      method: 'PUT',
      path: '/settings/desk',
      summary: 'Replace the settings of the desk',
      description: 'A desk that is turned off returns every waiting and held conversation to the agent.',
      body: DeskSettingsBody,
      response: DeskSettings,
      find: ({ tx, agent }) => lockDeskSettings(tx, agent),
      handle: async ({ tx, agent, body, found, world }) => {
        await requireMembers(body.members, await listDeskMembers(tx, agent, body.members))
        await writeDeskSettings(tx, agent, body, world.now())
        if (found.enabled && !body.enabled) {
          for (const asid of await listConversationsAtDesk(tx, agent))
            await moveConversation(tx, agent, { asid, action: { kind: 'disable' } }, deps)
        }
        return body
      },
    }),
  ]
}

async function requireMembers(
  wanted: readonly string[] | undefined,
  members: readonly { userId: string }[],
): Promise<void> {
  const errors = (wanted ?? []).flatMap((id, index) =>
    members.some(({ userId }) => userId === id) ? [] : [{ field: `members[${index}]`, message: notAtDesk }],
  )
  if (errors.length > 0) throw invalidRequest(errors)
}

const conflict = (detail: string) => problem('resource.conflict', 409, { detail })
const shortcutTaken = (shortcut: string) => conflict(`Another saved reply has the shortcut ${shortcut}`)

function toSlug(title: string): string {
  const slug = title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 50)
    .replace(/-+$/, '')
  return slug || 'reply'
}

function replyRoutes(): Route[] {
  const one = '/desk/replies/:replyId'
  return [
    agentRoute({
      ...readSettings,
      method: 'GET',
      path: '/desk/replies',
      summary: 'List the saved replies, newest first',
      query: pageQuery,
      response: listSchema(SavedReply),
      handle: ({ tx, agent, query }) => listReplies(tx, agent, query),
    }),
    agentRoute({
      ...writeSettings,
      method: 'POST',
      path: '/desk/replies',
      summary: 'Create a saved reply',
      description: `With the fill-ins of message templates. An agent has at most ${maxReplies}.`,
      body: SavedReplyCreate,
      response: SavedReply,
      status: 201,
      problems: ['resource.conflict'],
      handle: async ({ tx, agent, body: { id, ...body }, world }) => {
        if ((await countReplies(tx, agent)) >= maxReplies)
          throw conflict(`An agent has at most ${maxReplies} saved replies`)
        if (body.shortcut !== undefined && (await hasShortcut(tx, agent, { shortcut: body.shortcut, exceptId: '' })))
          throw shortcutTaken(body.shortcut)
        for (const candidate of id === undefined ? createSlugCandidates(toSlug(body.title), world) : [id]) {
          const created = await insertReply(tx, agent, { ...body, id: candidate, now: world.now() })
          if (created) return created
        }
        throw conflict(`Another saved reply has the id ${id}`)
      },
    }),
    agentRoute({
      ...readSettings,
      method: 'GET',
      path: one,
      summary: 'Read a saved reply',
      response: SavedReply,
      find: ({ tx, agent, params }) => findReply(tx, agent, params.replyId),
      handle: async ({ found }) => found,
    }),
    agentRoute({
      ...writeSettings,
      method: 'PUT',
      path: one,
      summary: 'Replace a saved reply',
      body: SavedReplyPut,
      response: SavedReply,
      problems: ['resource.conflict'],
      find: ({ tx, agent, params }) => lockReply(tx, agent, params.replyId),
      handle: async ({ tx, agent, found, body, world }) => {
        const { shortcut } = body
        if (shortcut !== undefined && (await hasShortcut(tx, agent, { shortcut, exceptId: found.id })))
          throw shortcutTaken(shortcut)
        return updateReply(tx, agent, found.id, { ...body, now: world.now() })
      },
    }),
    agentRoute({
      ...writeSettings,
      method: 'DELETE',
      path: one,
      summary: 'Delete a saved reply',
      find: ({ tx, agent, params }) => lockReply(tx, agent, params.replyId),
      handle: ({ tx, agent, found }) => deleteReply(tx, agent, found.id),
    }),
  ]
}

function eventsRoute(streams: DeskStreams): Route {
  return agentRoute({
    ...readMessages,
    frontDesk: 'messages:read',
    method: 'GET',
    path: '/desk/events',
    summary: 'Follow the desk: server-sent events',
    description:
      'Events named `waiting`, `taken`, `assigned`, `returned`, `closed`, `snoozed`, `message` and `note`. Resumes after `Last-Event-ID`; ' +
      'reconnect after ten minutes. With `presence=true`, also `presence`: who looks at conversations and who types, without an id.',
    query: z.strictObject({ presence: z.enum(['true', 'false']).optional() }),
    responseTypes: ['text/event-stream'],
    problems: ['request.rate_limited'],
    handle: async ({ agent, request, query }) => {
      const events = streams.open(agent, parsePosition(request.lastEventId), { presence: query.presence === 'true' })
      const content = new ResponseContent(events, 'text/event-stream; charset=utf-8')
      return new RouteResponse(200, content, { 'x-accel-buffering': 'no' })
    },
  })
}

const parsePosition = (id: string | undefined): number | undefined =>
  id !== undefined && /^\d{1,15}$/.test(id) ? Number(id) : undefined

const quantiles = z.strictObject({ p50: z.number(), p90: z.number() })
const DeskUsage = z
  .strictObject({
    waiting: z.int().meta({ description: 'How often a person began to wait.' }),
    taken: z.int().meta({ description: 'How often a member took a conversation or was assigned one.' }),
    secondsToFirstWord: quantiles.meta({
      description: "From the start of the wait, or else the take, to the member's first message; 0 without any.",
    }),
    secondsToClose: quantiles,
    members: z.array(z.strictObject({ userId: z.string(), taken: z.int(), closed: z.int(), messages: z.int() })),
  })
  .meta({
    id: 'DeskUsage',
    examples: [
      {
        waiting: 3,
        taken: 2,
        secondsToFirstWord: { p50: 41, p90: 95 },
        secondsToClose: { p50: 310, p90: 620 },
        members: [{ userId: 'user_01', taken: 2, closed: 1, messages: 7 }],
      },
    ],
  })

const DeskUsageParameters = z.strictObject({
  start: instantQuery.optional().meta({ description: 'ISO-8601 or milliseconds; default: 14 days before `end`.' }),
  end: instantQuery.optional().meta({ description: 'ISO-8601 or milliseconds, exclusive; default: now.' }),
})
const defaultDays = 14
const maxDays = 366

function usageRoute(): Route {
  return agentRoute({
    ...readMessages,
    method: 'GET',
    path: '/usage/desk',
    summary: 'Count the work of the desk, in total and by member',
    description: `At most ${maxDays} days. Rehearsals are not counted.`,
    query: DeskUsageParameters,
    response: DeskUsage,
    handle: async ({ tx, agent, query, world }) => {
      // Includes the current moment.
      const end = query.end ?? new Date(world.now().getTime() + 1)
      const start = query.start ?? new Date(end.getTime() - defaultDays * dayMilliseconds)
      if (start >= end) throw invalidRequest([{ field: 'start', message: 'must be before end' }])
      if (end.getTime() - start.getTime() > maxDays * dayMilliseconds)
        throw invalidRequest([{ field: 'start', message: `must be at most ${maxDays} days before end` }])
      return readUsage(tx, agent, { start, end })
    },
  })
}

async function readUsage(
  tx: DeskDeps['db'],
  agent: AgentKey,
  window: { start: Date; end: Date },
): Promise<z.input<typeof DeskUsage>> {
  const { all, members } = await countDeskEvents(tx, agent, window)
  return {
    waiting: all.waiting,
    taken: all.taken,
    secondsToFirstWord: { p50: all.first_p50 ?? 0, p90: all.first_p90 ?? 0 },
    secondsToClose: { p50: all.close_p50 ?? 0, p90: all.close_p90 ?? 0 },
    members: members.map(({ user_id: userId, ...counts }) => ({ userId, ...counts })),
  }
}
