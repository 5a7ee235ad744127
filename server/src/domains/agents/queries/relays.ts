import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'

/** Stores the secret if there is none yet, and returns the last four characters of the current one. */
export async function ensureSigningSecret(
  db: Db,
  agent: AgentKey,
  secret: { sealed: Buffer; last4: string; now: Date },
): Promise<string> {
  const { rows } = await sql<{ last4: string }>`
    insert into gateway_credentials as kept (agent_key, signing_secret, signing_secret_last4, created_at)
    values (${agent.key}, ${secret.sealed}, ${secret.last4}, ${secret.now})
        on conflict (agent_key) do update
       set signing_secret = coalesce(kept.signing_secret, excluded.signing_secret),
           signing_secret_last4 = coalesce(kept.signing_secret_last4, excluded.signing_secret_last4)
 returning signing_secret_last4 as last4`.execute(db)
  return (rows[0] as { last4: string }).last4
}

export async function acquireRelayLease(
  db: Db,
  agent: AgentKey,
  { listener, name, leaseSeconds }: { listener: string; name: string; leaseSeconds: number },
): Promise<void> {
  await sql`
    insert into relays (agent_key, listener, name, expires_at)
    values (${agent.key}, ${listener}, ${name}, now() + make_interval(secs => ${leaseSeconds}))
        on conflict (agent_key) do update
       set listener = excluded.listener, name = excluded.name, expires_at = excluded.expires_at`.execute(db)
}

export async function renewRelayLease(
  db: Db,
  agent: AgentKey,
  listener: string,
  leaseSeconds: number,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update relays set expires_at = now() + make_interval(secs => ${leaseSeconds})
     where agent_key = ${agent.key} and listener = ${listener}`.execute(db)
  return numAffectedRows === 1n
}

export async function releaseRelayLease(db: Db, agent: AgentKey, listener: string): Promise<void> {
  await db.deleteFrom('relays').where('agent_key', '=', agent.key).where('listener', '=', listener).execute()
}

export async function findRelayListener(db: Db, agent: AgentKey): Promise<string | undefined> {
  const row = await db.selectFrom('relays').select('name').where('agent_key', '=', agent.key).executeTakeFirst()
  return row?.name
}
