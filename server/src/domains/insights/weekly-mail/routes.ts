import type { Db } from '../../../platform/db/database.ts'
import type { Caller } from '../../../platform/http/access.ts'
import { invalidRequest, problem } from '../../../platform/http/problem.ts'
import { type AgentKey, agentRoute, type Route } from '../../../platform/http/route.ts'
import { listSchema } from '../../../platform/http/schemas.ts'
import { generateToken } from '../../../platform/secrets/tokens.ts'
import type { World } from '../../../platform/world.ts'
import { mailDays, nextWeeklyMail, type Weekday } from './occurrence.ts'
import {
  findMemberAddress,
  findSubscription,
  listSubscribers,
  lockMails,
  lockSubscription,
  type Subscriber,
  saveSubscription,
  type WeeklyMailRow,
} from './queries.ts'
import { defaultTime, WeeklyMail, WeeklyMailBody, WeeklyMailQuery, WeeklyMailSubscriber } from './schemas.ts'
import { nudgeWeeklyMails } from './worker.ts'

const shared = { tag: 'Insights', path: '/settings/weekly-mail' } as const

export function weeklyMailRoutes(): Route[] {
  return [readRoute(), writeRoute(), subscribersRoute()]
}

function readRoute(): Route {
  return agentRoute({
    ...shared,
    method: 'GET',
    role: 'viewer',
    scope: 'agents:read',
    summary: 'Read whether the caller gets the weekly mail with questions to answer',
    description: 'An API key names the member with `as`.',
    query: WeeklyMailQuery,
    response: WeeklyMail,
    handle: async ({ tx, agent, caller, query }) => {
      const userId = await findMember(tx, { agent, caller, as: query.as })
      return serialize(await findSubscription(tx, agent, userId))
    },
  })
}

function writeRoute(): Route {
  return agentRoute({
    ...shared,
    method: 'PUT',
    role: 'viewer',
    scope: 'agents:read',
    summary: 'Subscribe to the weekly mail with questions to answer, or unsubscribe',
    description:
      'Every member who may read the agent may subscribe. An API key needs `agents:write`, and names the member with `as`.',
    query: WeeklyMailQuery,
    body: WeeklyMailBody,
    response: WeeklyMail,
    find: ({ tx, agent }) => lockMails(tx, agent),
    handle: async ({ tx, agent, caller, query, body, world }) => {
      if (caller.kind !== 'user' && !(caller.kind === 'key' && caller.scopes.includes('agents:write')))
        throw problem('auth.scope_missing', 403, { detail: 'An API key needs the scope agents:write for this.' })
      const userId = await findMember(tx, { agent, caller, as: query.as })
      await subscribe(tx, agent, { userId, body, world })
      return serialize(await findSubscription(tx, agent, userId))
    },
  })
}

type Subscription = { userId: string; body: WeeklyMailBody; world: World }

async function subscribe(tx: Db, agent: AgentKey, { userId, body, world }: Subscription): Promise<void> {
  const known = await lockSubscription(tx, agent, userId)
  const { subscribed, timeZone, day, hour } = body
  const now = world.now()
  const nextAt = subscribed ? nextWeeklyMail({ timeZone, day, hour }, now, known?.sent_for ?? null) : null
  const token = known?.unsubscribe_token ?? generateToken(world, 'uns_')
  await saveSubscription(tx, agent, {
    ...{ userId, subscribed, timeZone, day: mailDays.indexOf(day) + 1, hour, nextAt, token, now },
  })
  nudgeWeeklyMails(tx)
}

function subscribersRoute(): Route {
  return agentRoute({
    ...shared,
    method: 'GET',
    path: '/settings/weekly-mail/subscribers',
    role: 'editor',
    scope: 'agents:read',
    summary: 'List the members who get the weekly mail, by email address',
    response: listSchema(WeeklyMailSubscriber),
    handle: async ({ tx, agent }) => ({ data: (await listSubscribers(tx, agent)).map(serializeSubscriber) }),
  })
}

type MemberRequest = { agent: AgentKey; caller: Caller; as: string | undefined }

/** A signed-in user is meant themselves; an API key names the member. */
async function findMember(db: Db, { agent, caller, as }: MemberRequest): Promise<string> {
  const userId = caller.kind === 'user' ? caller.id : as
  if (userId === undefined)
    throw invalidRequest([{ field: 'as', message: 'is required with an API key: the member who gets the mail' }])
  if (as !== undefined && as !== userId) throw invalidRequest([{ field: 'as', message: 'must be the signed-in user' }])
  if (!(await findMemberAddress(db, agent, userId)))
    throw invalidRequest([{ field: 'as', message: 'must be a member of the org who may read this agent' }])
  return userId
}

const dayOf = ({ day }: WeeklyMailRow): Weekday => mailDays[day - 1] as Weekday

function serialize(row: WeeklyMailRow | undefined): WeeklyMail {
  if (!row) return { subscribed: false, ...defaultTime }
  return { subscribed: row.subscribed, ...serializeTime(row) }
}

function serializeSubscriber(row: Subscriber) {
  return { userId: row.user_id, ...(row.name !== null && { name: row.name }), email: row.email, ...serializeTime(row) }
}

function serializeTime(row: WeeklyMailRow) {
  const problem = row.problem ?? row.last_error
  return {
    ...{ timeZone: row.time_zone, day: dayOf(row), hour: row.hour },
    ...(row.next_at && { nextAt: row.next_at.toISOString() }),
    ...(row.sent_at && { lastSentAt: row.sent_at.toISOString() }),
    ...(problem !== null && { problem }),
  }
}
