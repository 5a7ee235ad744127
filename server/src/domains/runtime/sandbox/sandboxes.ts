import type { Channel } from '@parley/amf'
import type { Preset } from '@parley/testcase'
import type { Db } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { problem } from '../../../platform/http/problem.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { World } from '../../../platform/world.ts'
import { deleteSandboxConversation } from '../../conversations/index.ts'
import type { ConversationPartner } from '../deps.ts'
import * as queries from './queries.ts'
import { createPartnerFromPreset } from './sandbox-state.ts'

export type Sandboxes = ReturnType<typeof createSandboxes>

export type SandboxRequest = { channel: Channel; preset: Preset }

/** Longer than a turn may take, so that a lease expires only after a crash. */
const leaseMilliseconds = 150_000
const pauseMilliseconds = 100

type SandboxesDeps = {
  db: Db
  world: World
  /** How many times a turn checks, ten times a second, whether the previous one is done. */
  leaseAttempts?: number
}

export function createSandboxes({ db, world, leaseAttempts = 100 }: SandboxesDeps) {
  return {
    /** Returns the asid of the sandbox identity. */
    async create(tx: Db, agent: AgentKey, { channel, preset }: SandboxRequest): Promise<string> {
      const now = world.now()
      const asid = world.newId('asid')
      const partner = createPartnerFromPreset(preset, { id: world.newId('per'), channel, now })
      await queries.insertSandboxState(tx, agent, { asid, channel, partner, appointments: [] })
      return asid
    },
    find: queries.findSandboxState,
    findMany: queries.findSandboxStates,
    lock: queries.lockSandboxState,
    setOptedOut: queries.setSandboxOptedOut,
    findPartner: findSandboxPartner,
    async updatePartner(
      agent: AgentKey,
      asid: string,
      change: (partner: ConversationPartner) => ConversationPartner,
    ): Promise<void> {
      await inTransaction(db, async (tx) => {
        const sandbox = await queries.lockSandboxState(tx, agent, asid)
        if (sandbox) await queries.saveSandboxState(tx, agent, { ...sandbox, partner: change(sandbox.partner) })
      })
    },
    async remove(tx: Db, agent: AgentKey, asid: string): Promise<void> {
      await queries.deleteSandboxState(tx, agent, asid)
      await deleteSandboxConversation(tx, agent, asid)
      await queries.deleteSandboxRecords(tx, agent, asid)
    },
    /** Runs `act` exclusively: two turns of one sandbox never interleave. */
    async withLease<T>(agent: AgentKey, asid: string, act: () => Promise<T>): Promise<T> {
      const lease = await waitForLease(agent, asid)
      try {
        return await act()
      } finally {
        await queries.releaseSandboxLease(db, agent, lease)
      }
    },
  }

  async function waitForLease(agent: AgentKey, asid: string): Promise<queries.SandboxLease> {
    for (let tries = 0; tries < leaseAttempts; tries++) {
      const now = world.now()
      const lease = { asid, until: new Date(now.getTime() + leaseMilliseconds) }
      const taken = await queries.acquireSandboxLease(db, agent, lease, now)
      if (taken === 'taken') return lease
      if (taken === 'gone') throw problem('agent.persona.unavailable', 409)
      await new Promise((resolve) => setTimeout(resolve, pauseMilliseconds))
    }
    const detail = 'The persona is in the middle of another turn: try again in a moment'
    throw problem('resource.conflict', 409, { detail })
  }
}

export async function findSandboxPartner(
  db: Db,
  agent: AgentKey,
  asid: string,
): Promise<ConversationPartner | undefined> {
  return (await queries.findSandboxState(db, agent, asid))?.partner
}
