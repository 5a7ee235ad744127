import type pg from 'pg'
import { createFairSlots, type FairSlots } from '../fairness/slots.ts'
import { currentTenantScope } from '../fairness/tenant.ts'

/** For tenants that hold less than their share while another holds all connections. */
export const reservedConnectionsFor = (connections: number): number => Math.max(1, Math.ceil(connections / 4))

const acquireTimeoutMilliseconds = 5_000

/** What Kysely needs of a pool. */
type PoolLike = Pick<pg.Pool, 'connect' | 'end' | 'options'>

/** Shares the connections of a pool fairly between tenants; a call that waits too long fails as unavailable. */
export function createFairPool(pool: pg.Pool, connections: number): { pool: PoolLike; slots: FairSlots } {
  const slots = createFairSlots({
    slots: connections,
    reserve: reservedConnectionsFor(connections),
    waitMilliseconds: acquireTimeoutMilliseconds,
  })
  async function connect(): Promise<pg.PoolClient> {
    const scope = currentTenantScope()
    const release = await slots.acquire({ tenant: scope.tenant, nested: scope.heldConnections > 0 })
    scope.heldConnections += 1
    const releaseSlot = () => {
      scope.heldConnections -= 1
      release()
    }
    try {
      return withSlotRelease(await pool.connect(), releaseSlot)
    } catch (error) {
      releaseSlot()
      throw error
    }
  }
  return { pool: { connect: connect as pg.Pool['connect'], end: () => pool.end(), options: pool.options }, slots }
}

/** `pg` gives a client a new `release` each time that it lends it. */
function withSlotRelease(client: pg.PoolClient, releaseSlot: () => void): pg.PoolClient {
  const { release } = client
  client.release = (error) => {
    release(error)
    releaseSlot()
  }
  return client
}
