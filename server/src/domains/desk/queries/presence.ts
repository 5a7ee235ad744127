import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { deskViews } from '../conversations/schemas.ts'
import { selectByView } from './list-filters.ts'

export type Presence = 'looking' | 'typing' | 'gone'

/** A browser repeats it three times as often. */
const presentSeconds = 30
const typingSeconds = 8

type DeskView = { asid: string; viewerId: string; now: Date; present?: Presence }

/** Records that a member has seen a conversation and, if given, what they do there. */
export async function recordView(tx: Db, agent: AgentKey, { asid, viewerId, now, present }: DeskView): Promise<void> {
  const after = (seconds: number) => new Date(now.getTime() + seconds * 1_000)
  const presence = {
    present_until: present === 'gone' ? null : after(presentSeconds),
    // A browser reports by a timer that its member looks, also while they type.
    ...(present !== 'looking' && { typing_until: present === 'typing' ? after(typingSeconds) : null }),
  }
  const seen = { seen_at: now, ...(present !== undefined && presence) }
  await tx
    .insertInto('desk_views')
    .values({ agent_key: agent.key, asid, member_id: viewerId, ...seen })
    .onConflict((conflict) => conflict.columns(['agent_key', 'asid', 'member_id']).doUpdateSet(seen))
    .execute()
}

/** A member who has sent the message types no longer. */
export async function stopTyping(
  tx: Db,
  agent: AgentKey,
  { asid, viewerId }: Pick<DeskView, 'asid' | 'viewerId'>,
): Promise<void> {
  await tx
    .updateTable('desk_views')
    .set({ typing_until: null })
    .where('agent_key', '=', agent.key)
    .where('asid', '=', asid)
    .where('member_id', '=', viewerId)
    .where('typing_until', 'is not', null)
    .execute()
}

export type PresentMember = { asid: string; userId: string; name: string; typing: boolean }

const maxPresent = 1_000

/** Who looks at which conversation now. */
export async function listPresent(db: Db, agent: AgentKey, now: Date): Promise<PresentMember[]> {
  const { rows } = await sql<PresentMember>`
    select seen.asid, seen.member_id as "userId", coalesce(users.name, users.email) as name,
           coalesce(seen.typing_until > ${now}, false) as typing
      from desk_views as seen join users on users.id = seen.member_id
      join members on members.user_id = users.id and members.org_id = ${agent.orgId}
     where seen.agent_key = ${agent.key} and seen.present_until > ${now}
     order by seen.asid, seen.member_id limit ${maxPresent}`.execute(db)
  return rows
}

export type ViewCount = { conversations: number; unread: number }
export type ViewCounts = Record<(typeof deskViews)[number], ViewCount>
const maxCounted = 1_000

/** How many conversations the views of a member hold, without snoozed ones. */
export async function countViews(
  db: Db,
  agent: AgentKey,
  { viewerId, now }: { viewerId: string; now: Date },
): Promise<ViewCounts> {
  const count = (selected: RawBuilder<unknown>) => sql`
    select count(*)::int as conversations,
           count(*) filter (where inbound_at > coalesce(seen_at, '-infinity'))::int as unread
      from (
        select c.last_inbound_at as inbound_at, seen.seen_at from conversations as c
          left join desk_views as seen
            on seen.agent_key = c.agent_key and seen.asid = c.asid and seen.member_id = ${viewerId}
         where c.agent_key = ${agent.key} and not c.sandbox and ${selected}
           and (c.desk_snoozed_until is null or c.desk_snoozed_until <= ${now})
         limit ${maxCounted}) as counted`
  const views = deskViews.map(
    (view) => sql`select ${view}::text as view, n.* from (${count(selectByView(view, viewerId))}) as n`,
  )
  const { rows } = await sql<ViewCount & { view: (typeof deskViews)[number] }>`
    ${sql.join(views, sql` union all `)}`.execute(db)
  return Object.fromEntries(rows.map(({ view, ...counted }) => [view, counted])) as ViewCounts
}
