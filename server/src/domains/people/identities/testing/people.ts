import type { Db } from '../../../../platform/db/database.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'
import { realWorld, type World } from '../../../../platform/world.ts'
import { createAgentFinder } from '../../../agents/index.ts'

/** A clock that never returns the same time twice. */
export function createTickingWorld(): World {
  let at = Date.now()
  return {
    ...realWorld,
    now: () => {
      at += 1
      return new Date(at)
    },
  }
}

let phoneCount = 0
export const createPhone = (): string => `+1202${String(++phoneCount).padStart(7, '0')}`

export const findAgentKey = async (db: Db, { orgId, id }: { orgId: string; id: string }): Promise<AgentKey> =>
  (await createAgentFinder(db)({ id: orgId }, id)) as AgentKey
