import { createHash } from 'node:crypto'
import type { Db } from '../../../../platform/db/database.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'
import type { World } from '../../../../platform/world.ts'
import type { ChannelAddress } from '../identity.ts'
import { deleteStop, findSalt, hasStop, insertSalt, insertStop } from './queries.ts'

/**
 * The STOP list: addresses that must not be messaged on a channel. It stores only salted hashes, so it can outlive the
 * people it protects.
 */

/** Blocks messages to the address, whether or not it belongs to a known person. */
export async function optOut(tx: Db, agent: AgentKey, at: ChannelAddress, world: World): Promise<void> {
  const hash = hashAddress(await ensureSalt(tx, agent, world), at)
  await insertStop(tx, agent, { channel: at.channel, hash, now: world.now() })
}

export async function optIn(tx: Db, agent: AgentKey, at: ChannelAddress): Promise<void> {
  const salt = await findSalt(tx, agent)
  if (salt) await deleteStop(tx, agent, { channel: at.channel, hash: hashAddress(salt, at) })
}

export async function isOptedOut(db: Db, agent: AgentKey, at: ChannelAddress): Promise<boolean> {
  const salt = await findSalt(db, agent)
  return salt !== undefined && hasStop(db, agent, { channel: at.channel, hash: hashAddress(salt, at) })
}

/**
 * Returns the agent's salt, created on first use. A long transaction must call it outside of itself first, or others
 * would wait for that transaction to end.
 */
export async function ensureSalt(db: Db, agent: AgentKey, world: World): Promise<Buffer> {
  const salt = await findSalt(db, agent)
  if (salt) return salt
  await insertSalt(db, agent, world.randomBytes(32))
  return (await findSalt(db, agent)) as Buffer
}

export function hashAddress(salt: Buffer, { channel, address }: ChannelAddress): Buffer {
  return createHash('sha256').update(salt).update(`${channel}\n${address}`).digest()
}
