import { type Selectable, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { Tables } from '../../../platform/db/tables.generated.ts'
import type { AgentKey } from '../../../platform/http/route.ts'

export type WeeklyMailRow = Selectable<Tables['weekly_mails']>

/** Whether the row of `members` may read the insights of the agent. */
const readsInsights = (agent: AgentKey) => sql`(members.role <> 'frontDesk'
  and (members.agent_keys is null or ${agent.key} = any (members.agent_keys)))`

/** The address of a member who may get the mail of the agent. */
export async function findMemberAddress(
  db: Db,
  agent: AgentKey,
  userId: string,
): Promise<{ email: string; name: string | null } | undefined> {
  const { rows } = await sql<{ email: string; name: string | null }>`
    select email, name from members join users on users.id = members.user_id
     where members.org_id = ${agent.orgId} and members.user_id = ${userId} and ${readsInsights(agent)}`.execute(db)
  return rows[0]
}

export async function findSubscription(db: Db, agent: AgentKey, userId: string): Promise<WeeklyMailRow | undefined> {
  const { rows } = await sql<WeeklyMailRow>`
    select * from weekly_mails where agent_key = ${agent.key} and user_id = ${userId}`.execute(db)
  return rows[0]
}

/** Held until the end of the transaction, so that two calls of one member do not overwrite each other. */
/** Writers of one agent's subscriptions wait for each other, since a new one has no row yet. */
export async function lockMails(tx: Db, agent: AgentKey): Promise<boolean> {
  const { rows } = await sql`select from agents where agent_key = ${agent.key} for no key update`.execute(tx)
  return rows.length > 0
}

export async function lockSubscription(tx: Db, agent: AgentKey, userId: string): Promise<WeeklyMailRow | undefined> {
  const { rows } = await sql<WeeklyMailRow>`
    select * from weekly_mails where agent_key = ${agent.key} and user_id = ${userId} for update`.execute(tx)
  return rows[0]
}

export type SubscriptionChange = {
  userId: string
  subscribed: boolean
  timeZone: string
  day: number
  hour: number
  nextAt: Date | null
  token: string
  now: Date
}

/** Ends a lease: the mail that a worker prepares at this moment is prepared again at the new time. */
export async function saveSubscription(tx: Db, agent: AgentKey, change: SubscriptionChange): Promise<void> {
  const { userId, subscribed, timeZone, day, hour, nextAt, token, now } = change
  await sql`
    insert into weekly_mails (agent_key, org_id, user_id, subscribed, time_zone, day, hour, unsubscribe_token, next_at,
                              due_at, updated_at)
    values (${agent.key}, ${agent.orgId}, ${userId}, ${subscribed}, ${timeZone}, ${day}, ${hour}, ${token}, ${nextAt},
            ${nextAt}, ${now})
    on conflict (agent_key, user_id) do update
      set subscribed = excluded.subscribed, time_zone = excluded.time_zone, day = excluded.day, hour = excluded.hour,
          next_at = excluded.next_at, due_at = excluded.due_at, lease_token = null, attempts = 0, crashes = 0,
          last_error = null, problem = null, updated_at = excluded.updated_at`.execute(tx)
}

/** Returns false if a process has begun this mail before, or the lease is lost. */
export async function beginMail(db: Db, agent: AgentKey, row: WeeklyMailRow): Promise<boolean> {
  const { rows } = await sql<object>`
    update weekly_mails set begun_for = next_at
     where agent_key = ${agent.key} and user_id = ${row.user_id} and lease_token = ${row.lease_token}
       and subscribed and begun_for is distinct from next_at
    returning user_id`.execute(db)
  return rows.length > 0
}

/** After giving up: the subscription goes on in the next week. */
export async function scheduleAnyway(
  tx: Db,
  agent: AgentKey,
  { userId, nextAt, problem }: { userId: string; nextAt: Date; problem: string },
): Promise<void> {
  await sql`
    update weekly_mails set next_at = ${nextAt}, due_at = ${nextAt}, attempts = 0, crashes = 0, problem = ${problem}
     where agent_key = ${agent.key} and user_id = ${userId} and subscribed`.execute(tx)
}

/** @serves all tenants: the token names one subscription. */
export async function unsubscribe(db: Db, token: string, now: Date): Promise<boolean> {
  const { rows } = await sql<object>`
    update weekly_mails
       set subscribed = false, next_at = null, due_at = null, lease_token = null,
           updated_at = case when subscribed then ${now}::timestamptz else updated_at end
     where unsubscribe_token = ${token} returning user_id`.execute(db)
  return rows.length > 0
}

export type Subscriber = WeeklyMailRow & { email: string; name: string | null }

export async function listSubscribers(db: Db, agent: AgentKey): Promise<Subscriber[]> {
  const { rows } = await sql<Subscriber>`
    select mail.*, users.email, users.name from weekly_mails as mail join users on users.id = mail.user_id
      join members on members.org_id = mail.org_id and members.user_id = mail.user_id
     where mail.agent_key = ${agent.key} and mail.subscribed and ${readsInsights(agent)} order by users.email`.execute(
    db,
  )
  return rows
}
