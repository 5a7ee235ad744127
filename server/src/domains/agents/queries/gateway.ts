import { sql, type Updateable, type UpdateObject } from 'kysely'
import { batch } from '../../../platform/db/batch.ts'
import type { Db } from '../../../platform/db/database.ts'
import { runPrepared } from '../../../platform/db/prepared.ts'
import { defineStatement } from '../../../platform/db/statement.ts'
import type { Tables } from '../../../platform/db/tables.generated.ts'
import type { AgentKey } from '../../../platform/http/route.ts'

/** Replaces the previous token. */
export async function storeAccessToken(
  db: Db,
  agent: AgentKey,
  token: { hash: Buffer; last4: string; previousUntil?: Date; now: Date },
): Promise<void> {
  const { previousUntil = null } = token
  const columns = { access_token_hash: token.hash, access_token_last4: token.last4 }
  const previous = {
    previous_access_token_hash: previousUntil && sql<Buffer>`gateway_credentials.access_token_hash`,
    previous_access_token_until: previousUntil,
  }
  await storeCredentials(db, agent, { columns, previous }, token.now)
  // A relay that authenticated with the old token is disconnected.
  await db.deleteFrom('relays').where('agent_key', '=', agent.key).execute()
}

export async function storeSigningSecret(
  db: Db,
  agent: AgentKey,
  secret: { sealed: Buffer; last4: string; previousUntil?: Date; now: Date },
): Promise<void> {
  const { previousUntil = null } = secret
  const columns = { signing_secret: secret.sealed, signing_secret_last4: secret.last4 }
  const previous = {
    previous_signing_secret: previousUntil && sql<Buffer>`gateway_credentials.signing_secret`,
    previous_signing_secret_until: previousUntil,
  }
  await storeCredentials(db, agent, { columns, previous }, secret.now)
}

type Credentials = UpdateObject<Tables, 'gateway_credentials'>

/** A first credential has none before it. */
async function storeCredentials(
  db: Db,
  agent: AgentKey,
  { columns, previous }: { columns: Updateable<Tables['gateway_credentials']>; previous: Credentials },
  now: Date,
): Promise<void> {
  await db
    .insertInto('gateway_credentials')
    .values({ agent_key: agent.key, ...columns, created_at: now })
    .onConflict((conflict) => conflict.column('agent_key').doUpdateSet({ ...columns, ...previous }))
    .execute()
}

type GatewayCredentials = {
  accessTokenLast4: string | null
  signingSecretLast4: string | null
  webhookUrl: string | null
  instanceId: string | null
}

export async function readGatewayCredentials(db: Db, agent: AgentKey): Promise<GatewayCredentials | undefined> {
  return db
    .selectFrom('gateway_credentials')
    .select([
      'access_token_last4 as accessTokenLast4',
      'signing_secret_last4 as signingSecretLast4',
      'webhook_url as webhookUrl',
      'instance_id as instanceId',
    ])
    .where('agent_key', '=', agent.key)
    .executeTakeFirst()
}

export type GatewayWebhook = { webhookUrl: string; instanceId?: string }
/** An absent instance id keeps the current one; null clears it. The secret is stored only when there is none yet. */
type WebhookChange = {
  webhookUrl: string
  instanceId?: string | null
  secret: { sealed: Buffer; last4: string }
  now: Date
}

export async function storeGatewayWebhook(db: Db, agent: AgentKey, change: WebhookChange): Promise<GatewayWebhook> {
  const { webhookUrl, instanceId = null, secret, now } = change
  const { rows } = await sql<WebhookRow>`
    insert into gateway_credentials as kept
           (agent_key, webhook_url, instance_id, signing_secret, signing_secret_last4, created_at)
    values (${agent.key}, ${webhookUrl}, ${instanceId}, ${secret.sealed}, ${secret.last4}, ${now})
        on conflict (agent_key) do update
       set webhook_url = excluded.webhook_url,
           instance_id = case when ${change.instanceId === undefined} then kept.instance_id else excluded.instance_id end,
           signing_secret = coalesce(kept.signing_secret, excluded.signing_secret),
           signing_secret_last4 = coalesce(kept.signing_secret_last4, excluded.signing_secret_last4)
 returning webhook_url, instance_id`.execute(db)
  return toWebhook(rows[0] as WebhookRow)
}

export async function deleteGatewayWebhook(db: Db, agent: AgentKey): Promise<void> {
  await db
    .updateTable('gateway_credentials')
    .set({ webhook_url: null, instance_id: null })
    .where('agent_key', '=', agent.key)
    .execute()
}

type WebhookRow = { webhook_url: string; instance_id: string | null }

const toWebhook = (row: WebhookRow): GatewayWebhook => ({
  webhookUrl: row.webhook_url,
  instanceId: row.instance_id ?? undefined,
})

type AgentRow = { agent_key: number; id: string; org_id: string; version: number; default_country?: string | null }

/** Includes the version, so a cached definition can be used without another read. */
const toAgentKey = (row: AgentRow): AgentKey & { version: number } => ({
  key: row.agent_key,
  id: row.id,
  orgId: row.org_id,
  version: row.version,
  ...(row.default_country && { defaultCountry: row.default_country }),
})

const agentsByToken = defineStatement({
  name: 'agents_by_token',
  parameters: { hexes: 'text[]' },
  text: `with wanted as materialized (select decode(hex, 'hex') as hash from unnest(:hexes::text[]) as given (hex)),
              held as (
           select access_token_hash as hash, agent_key from gateway_credentials
            where access_token_hash in (select hash from wanted)
           union all
           select previous_access_token_hash, agent_key from gateway_credentials
            where previous_access_token_hash in (select hash from wanted) and previous_access_token_until > now())
         select encode(held.hash, 'hex') as hex, agent_key, id, org_id, version from held join agents using (agent_key)`,
})

/**
 * Finds agents by the hex hash of their access token, in batches. Nothing is cached, so a rotated token is rejected on
 * the
 * very next call.
 * @serves all tenants
 */
export function createTokenFinder(db: Db): (hex: string) => Promise<AgentKey | undefined> {
  return batch(async (hexes: string[]) => {
    const rows = await runPrepared<AgentRow & { hex: string }>(db, agentsByToken({ hexes: [...new Set(hexes)] }))
    const found = new Map(rows.map((row) => [row.hex, toAgentKey(row)]))
    return hexes.map((hex) => found.get(hex))
  })
}

const webhooksByKey = defineStatement({
  name: 'webhooks_by_key',
  parameters: { agentKeys: 'bigint[]' },
  text: `select a.agent_key, a.id, a.org_id, a.version,
                coalesce(a.default_country, (select default_country from orgs where orgs.id = a.org_id)) as default_country,
                c.webhook_url, c.instance_id, c.signing_secret,
                case when c.previous_signing_secret_until > now() then c.previous_signing_secret end as previous_signing_secret,
                r.listener
           from agents a
           left join gateway_credentials c on c.agent_key = a.agent_key
           left join relays r on r.agent_key = a.agent_key and r.expires_at > now()
          where a.agent_key = any(:agentKeys::bigint[])`,
})

/** The destination of an agent's events: its relay listener if there is one, else its webhook. */
type AgentEventTarget = { listener: string; webhookUrl?: string } | { listener?: undefined; webhookUrl: string }
export type AgentEndpoint = {
  agent: AgentKey
  webhook?: AgentEventTarget & { instanceId?: string; sealedSecret: Buffer; sealedPreviousSecret?: Buffer }
}

/**
 * Finds agents by key, with their webhooks, in batches: every event starts with this read.
 * @serves all tenants
 */
export function createEndpointFinder(db: Db): (key: number) => Promise<AgentEndpoint | undefined> {
  return batch(async (keys: number[]) => {
    const rows = await runPrepared<AgentEndpointRow>(db, webhooksByKey({ agentKeys: [...new Set(keys)] }))
    const found = new Map(rows.map((row) => [row.agent_key, toAgentEndpoint(row)]))
    return keys.map((key) => found.get(key))
  })
}

type AgentEndpointRow = AgentRow & {
  webhook_url: string | null
  instance_id: string | null
  signing_secret: Buffer | null
  previous_signing_secret: Buffer | null
  listener: string | null
}

function toAgentEndpoint(row: AgentEndpointRow): AgentEndpoint {
  const { signing_secret: sealedSecret } = row
  const ear = eventTargetOf(row)
  // A webhook or relay is always stored together with a secret, and nothing deletes a secret.
  if (!ear || sealedSecret === null) return { agent: toAgentKey(row) }
  const sealedPreviousSecret = row.previous_signing_secret ?? undefined
  const instanceId = row.instance_id ?? undefined
  return { agent: toAgentKey(row), webhook: { ...ear, instanceId, sealedSecret, sealedPreviousSecret } }
}

function eventTargetOf({ webhook_url, listener }: AgentEndpointRow): AgentEventTarget | undefined {
  if (listener !== null) return { listener, webhookUrl: webhook_url ?? undefined }
  return webhook_url === null ? undefined : { webhookUrl: webhook_url }
}
