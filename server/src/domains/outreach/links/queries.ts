import { type Selectable, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { deleteInChunks } from '../../../platform/db/delete-in-chunks.ts'
import type { Tables } from '../../../platform/db/tables.generated.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Link } from './link.ts'

export async function insertOutreachLink(tx: Db, agent: AgentKey, link: Link): Promise<void> {
  await tx
    .insertInto('outreach_links')
    .values({
      agent_key: agent.key,
      id: link.id,
      code: link.code,
      binding_id: link.bindingId,
      channels: link.channels ?? null,
      templates: link.templates ? JSON.stringify(link.templates) : null,
      label: link.label ?? null,
      max_uses: link.maxUses,
      expires_at: link.expiresAt,
      created_at: link.createdAt,
    })
    .execute()
}

const selectLinks = (db: Db, agent: AgentKey) =>
  db.selectFrom('outreach_links').selectAll().where('agent_key', '=', agent.key)

/** Newest first. */
export async function listOutreachLinks(db: Db, agent: AgentKey): Promise<Link[]> {
  const rows = await selectLinks(db, agent).orderBy('created_at', 'desc').orderBy('id', 'desc').execute()
  return rows.map(toLink)
}

export async function findOutreachLink(db: Db, agent: AgentKey, id: string): Promise<Link | undefined> {
  const row = await selectLinks(db, agent).where('id', '=', id).executeTakeFirst()
  return row && toLink(row)
}

/** Locks the link until the transaction ends, so uses are counted one after the other. */
export async function lockOutreachLink(tx: Db, agent: AgentKey, id: string): Promise<Link | undefined> {
  const row = await selectLinks(tx, agent).where('id', '=', id).forUpdate().executeTakeFirst()
  return row && toLink(row)
}

/** Finds a link and its agent, with the version of the agent's definition. @serves all tenants */
export async function findLinkByCode(db: Db, code: string): Promise<{ agent: AgentKey; link: Link } | undefined> {
  const row = await db
    .selectFrom('outreach_links as link')
    .innerJoin('agents as agent', 'agent.agent_key', 'link.agent_key')
    .innerJoin('orgs as org', 'org.id', 'agent.org_id')
    .selectAll('link')
    .select(['agent.id as agent_id', 'agent.org_id', 'agent.version'])
    .select((build) => build.fn.coalesce('agent.default_country', 'org.default_country').as('default_country'))
    .where('link.code', '=', code)
    .executeTakeFirst()
  if (!row) return undefined
  const defaultCountry = row.default_country ?? undefined
  const agent = { key: row.agent_key, id: row.agent_id, orgId: row.org_id, version: row.version, defaultCountry }
  return { agent, link: toLink(row) }
}

/** Enabling it clears the reason. */
export async function setLinkDisabled(tx: Db, agent: AgentKey, id: string, disabled: boolean): Promise<void> {
  await tx
    .updateTable('outreach_links')
    .set({ disabled, ...(!disabled && { disabled_reason: null }) })
    .where('agent_key', '=', agent.key)
    .where('id', '=', id)
    .execute()
}

export async function deleteOutreachLink(tx: Db, agent: AgentKey, id: string): Promise<void> {
  await tx.deleteFrom('outreach_links').where('agent_key', '=', agent.key).where('id', '=', id).execute()
}

/**
 * Pauses the links in the transaction that deletes the binding; a link that an operator had paused gets the new reason
 * too.
 */
export async function pauseLinksOfBinding(tx: Db, agent: AgentKey, bindingId: string): Promise<void> {
  await tx
    .updateTable('outreach_links')
    .set({ disabled: true, disabled_reason: 'binding_deleted' })
    .where('agent_key', '=', agent.key)
    .where('binding_id', '=', bindingId)
    .execute()
}

type RecentEntry = { linkId: string; address: string; since: Date }

/** Returns whether the number was recently entered on this link. The link must be locked. */
export async function wasEnteredSince(
  tx: Db,
  agent: AgentKey,
  { linkId, address, since }: RecentEntry,
): Promise<boolean> {
  const row = await tx
    .selectFrom('link_redemptions as redemption')
    .innerJoin('identities as identity', (join) =>
      join
        .onRef('identity.agent_key', '=', 'redemption.agent_key')
        .onRef('identity.asid', '=', 'redemption.asid')
        .on('identity.address', '=', address),
    )
    .select('redemption.id')
    .where('redemption.agent_key', '=', agent.key)
    .where('redemption.link_id', '=', linkId)
    .where('redemption.redeemed_at', '>', since)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export type NewRedemption = { id: string; linkId: string; asid: string; now: Date }

/** Counts one use of the locked link and stores the recipient of the opening. */
export async function insertRedemption(tx: Db, agent: AgentKey, made: NewRedemption): Promise<void> {
  await tx
    .updateTable('outreach_links')
    .set((of) => ({ uses: of('uses', '+', 1) }))
    .where('agent_key', '=', agent.key)
    .where('id', '=', made.linkId)
    .execute()
  await tx
    .insertInto('link_redemptions')
    .values({
      agent_key: agent.key,
      id: made.id,
      link_id: made.linkId,
      asid: made.asid,
      redeemed_at: made.now,
      due_at: made.now,
    })
    .execute()
}

export async function isRedemption(db: Db, agent: AgentKey, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('link_redemptions')
    .select('id')
    .where('agent_key', '=', agent.key)
    .where('id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}

type RedemptionFailure = { id: string; reason: string; detail: string }

export async function failRedemption(
  tx: Db,
  agent: AgentKey,
  { id, reason, detail }: RedemptionFailure,
): Promise<void> {
  await tx
    .updateTable('link_redemptions')
    .set({ state: 'failed', reason, detail })
    .where('agent_key', '=', agent.key)
    .where('id', '=', id)
    .execute()
}

/**
 * When a person is erased, keeps the fact that the link was redeemed but not by whom, and fails redemptions that are still
 * queued.
 */
export async function eraseRedemptions(tx: Db, agent: AgentKey, asids: readonly string[]): Promise<void> {
  await sql`
    update link_redemptions
       set asid = null, due_at = null, lease_token = null, detail = null, last_error = null,
           state = case state when 'queued' then 'failed' else state end,
           reason = case state when 'queued' then 'erased' else reason end
     where agent_key = ${agent.key} and asid = any(${asids}::text[])`.execute(tx)
}

const retentionDays = 180

/** @serves all tenants */
export async function purgeOldRedemptions(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - retentionDays * 86_400_000)
  await deleteInChunks(db, 'link_redemptions', sql`redeemed_at < ${before}`)
}

function toLink(row: Selectable<Tables['outreach_links']>): Link {
  return {
    id: row.id,
    code: row.code,
    bindingId: row.binding_id,
    ...(row.channels !== null && { channels: row.channels as Link['channels'] }),
    ...(row.templates !== null && { templates: row.templates as Link['templates'] }),
    ...(row.label !== null && { label: row.label }),
    maxUses: row.max_uses,
    uses: row.uses,
    expiresAt: row.expires_at,
    disabled: row.disabled,
    ...(row.disabled_reason !== null && { disabledReason: row.disabled_reason as 'binding_deleted' }),
    createdAt: row.created_at,
  }
}
