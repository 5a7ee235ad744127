import type { Channel } from '@parley/amf'
import type { Db } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { ensureSiblingIdentity, resolveIdentity } from '../../people/index.ts'
import type { LinkPageDeps } from './deps.ts'
import { linkBlockedBy, listOpenChannels } from './link.ts'
import { insertRedemption, lockOutreachLink, wasEnteredSince } from './queries.ts'
import { nudgeRedemptions } from './worker.ts'

/** A second tap on the button is not a second redemption. */
const duplicateWindowMilliseconds = 10 * 60_000

type LinkEntry = {
  linkId: string
  address: string
  /** The number was entered too often: respond as usual and send nothing. */
  isHeldBack: boolean
}

/**
 * Redeems a link for an entered number: counts a use and enqueues the opening. Nothing known about the number changes
 * the result; returns false only when the link itself is not usable.
 */
export async function redeemLink(agent: AgentKey, entry: LinkEntry, deps: LinkPageDeps): Promise<boolean> {
  return inTransaction(deps.db, (tx) => redeemInTransaction(tx, agent, entry, deps))
}

async function redeemInTransaction(tx: Db, agent: AgentKey, entry: LinkEntry, deps: LinkPageDeps): Promise<boolean> {
  const { linkId, address, isHeldBack } = entry
  const { world, channels } = deps
  const now = world.now()
  const link = await lockOutreachLink(tx, agent, linkId)
  if (!link) return false
  // Also for a second tap after the last use: a different response would reveal who used it.
  const bindings = await channels.listBindings(agent, tx)
  if (linkBlockedBy(link, bindings, now)) return false
  const since = new Date(now.getTime() - duplicateWindowMilliseconds)
  if (await wasEnteredSince(tx, agent, { linkId, address, since })) return true
  if (isHeldBack) return true
  const [first, ...others] = listOpenChannels(link, bindings) as [Channel, ...Channel[]]
  const { asid } = await resolveIdentity(
    tx,
    agent,
    { channel: first, address, hasWritten: false, source: 'link' },
    deps,
  )
  // The opener may fall back to them, and a reply from there is recognized.
  for (const channel of others) await ensureSiblingIdentity(tx, agent, { asid, channel }, deps)
  await insertRedemption(tx, agent, { id: world.newId('red'), linkId, asid, now })
  nudgeRedemptions(tx)
  return true
}
