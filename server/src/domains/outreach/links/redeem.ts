import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { resolveIdentity } from '../../people/index.ts'
import type { LinkPageDeps } from './deps.ts'
import { linkBlockedBy } from './link.ts'
import { insertRedemption, inTransaction, lockOutreachLink, wasEnteredSince } from './queries.ts'
import { nudgeRedemptions } from './worker.ts'

/** A second tap of the button is no second redemption. */
const duplicateWindowMilliseconds = 10 * 60_000

type LinkEntry = {
  linkId: string
  address: string
  /** It was entered too often of late: it is answered, and nothing follows. */
  isHeldBack: boolean
}

/**
 * Somebody has entered a number: a use is consumed, and the opening is on its way. Nothing that is known of the number
 * changes the answer; false when the link itself is of no use any more.
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
  // Also to a second tap of the last use: an answer of its own would tell who has used it.
  if (linkBlockedBy(link, await channels.findByChannel(agent, 'rcs', tx), now)) return false
  const at = { channel: 'rcs', address } as const
  const since = new Date(now.getTime() - duplicateWindowMilliseconds)
  if (await wasEnteredSince(tx, agent, { linkId, at, since })) return true
  if (isHeldBack) return true
  const { asid } = await resolveIdentity(tx, agent, { ...at, hasWritten: false, source: 'link' }, deps)
  await insertRedemption(tx, agent, { id: world.newId('red'), linkId, asid, now })
  nudgeRedemptions(tx)
  return true
}
