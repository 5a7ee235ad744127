import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { type AgentUserSummary, channelShown } from './entries.ts'
import { lastSeen, type Presence, presencesOf, type Seen } from './queries/sessions.ts'
import type { Window } from './window.ts'

type Wish = { window: Window; sandboxes: readonly boolean[]; limit: number }

/** The latest first, by what was said or tapped last in the window. */
export async function listUsers(db: Db, agent: AgentKey, wish: Wish): Promise<AgentUserSummary[]> {
  const seen = await latestUsers(db, agent, wish)
  if (seen.size === 0) return []
  const presences = await presencesOf(db, agent, [...seen.keys()], wish.window)
  return presences
    .flatMap(({ last_at, ...presence }) => (last_at ? [{ ...presence, last_at }] : []))
    .sort((one, other) => other.last_at.getTime() - one.last_at.getTime() || (one.asid < other.asid ? -1 : 1))
    .slice(0, wish.limit)
    .map((presence) => summaryOf(seen.get(presence.asid) as Seen, presence))
}

/** Sessions are looked through, twice as many each time, until there are enough people in them. */
async function latestUsers(db: Db, agent: AgentKey, wish: Wish): Promise<Map<string, Seen>> {
  const { window, sandboxes, limit } = wish
  for (let most = 2 * limit; ; most *= 2) {
    const rows = await lastSeen(db, agent, { window, sandboxes, most })
    const seen = new Map(rows.toReversed().map((row) => [row.asid, row]))
    if (seen.size >= limit || rows.length < most) return latest(seen, wish)
  }
}

/** Who was still there at the end of the window has that very time until more is read of them: all of those, and enough others. */
function latest(seen: Map<string, Seen>, { limit, window }: Wish): Map<string, Seen> {
  const inOrder = [...seen].sort(([, one], [, other]) => other.at.getTime() - one.at.getTime())
  const stillThere = inOrder.filter(([, { at }]) => at >= window.end).length
  return new Map(inOrder.slice(0, stillThere + limit))
}

function summaryOf(seen: Seen, { last_at, message_count }: Presence & { last_at: Date }): AgentUserSummary {
  const { channel, ...tested } = channelShown(seen)
  return { userId: seen.asid, channel, lastSeenAt: last_at.toISOString(), messageCount: message_count, ...tested }
}
