import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { type AgentUserSummary, serializeChannel } from './entries.ts'
import { countUserActivity, type LastSeenUser, listLastSeenUsers, type UserActivity } from './queries/sessions.ts'
import type { TrafficWindow } from './query.ts'

type UserListQuery = { window: TrafficWindow; sandboxes: readonly boolean[]; limit: number }

/** The latest first, by what was said or tapped last in the window. */
export async function listUsers(db: Db, agent: AgentKey, query: UserListQuery): Promise<AgentUserSummary[]> {
  const seen = await findLatestUsers(db, agent, query)
  if (seen.size === 0) return []
  const presences = await countUserActivity(db, agent, [...seen.keys()], query.window)
  return presences
    .flatMap(({ last_at, ...presence }) => (last_at ? [{ ...presence, last_at }] : []))
    .sort((one, other) => other.last_at.getTime() - one.last_at.getTime() || (one.asid < other.asid ? -1 : 1))
    .slice(0, query.limit)
    .map((presence) => toUserSummary(seen.get(presence.asid) as LastSeenUser, presence))
}

/** Sessions are looked through, twice as many each time, until there are enough people in them. */
async function findLatestUsers(db: Db, agent: AgentKey, query: UserListQuery): Promise<Map<string, LastSeenUser>> {
  const { window, sandboxes, limit } = query
  for (let most = 2 * limit; ; most *= 2) {
    const rows = await listLastSeenUsers(db, agent, { window, sandboxes, most })
    const seen = new Map(rows.toReversed().map((row) => [row.asid, row]))
    if (seen.size >= limit || rows.length < most) return selectLatest(seen, query)
  }
}

/** Who was still there at the end of the window has that very time until more is read of them: all of those, and enough others. */
function selectLatest(seen: Map<string, LastSeenUser>, { limit, window }: UserListQuery): Map<string, LastSeenUser> {
  const inOrder = [...seen].sort(([, one], [, other]) => other.at.getTime() - one.at.getTime())
  const stillThere = inOrder.filter(([, { at }]) => at >= window.end).length
  return new Map(inOrder.slice(0, stillThere + limit))
}

function toUserSummary(
  seen: LastSeenUser,
  { last_at, message_count }: UserActivity & { last_at: Date },
): AgentUserSummary {
  const { channel, ...tested } = serializeChannel(seen)
  return { userId: seen.asid, channel, lastSeenAt: last_at.toISOString(), messageCount: message_count, ...tested }
}
