import type { Channel } from '@parley/amf'
import type { Preset } from '@parley/testcase'
import type { Db } from '../../../platform/db/database.ts'
import { problem } from '../../../platform/http/problem.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { World } from '../../../platform/world.ts'
import { forgetRehearsed } from '../../conversations/index.ts'
import type { Partner } from '../deps.ts'
import * as queries from './queries.ts'
import { partnerOfPreset } from './rehearsal.ts'

/** Rehearsals as those who play them know them: begun, played one turn at a time, forgotten. */
export type Rehearsals = ReturnType<typeof rehearsalsOf>

export type Beginning = { channel: Channel; preset: Preset }

/** Longer than a turn may take, so that it ends by itself after a crash only. */
const leaseMilliseconds = 150_000
const pauseMilliseconds = 100

type Given = {
  db: Db
  world: World
  /** How often a turn looks whether the one before it is over, ten times a second. */
  patience?: number
}

export function rehearsalsOf({ db, world, patience = 100 }: Given) {
  return {
    /** The identity that it is rehearsed with. */
    async begin(tx: Db, agent: AgentKey, { channel, preset }: Beginning): Promise<string> {
      const now = world.now()
      const asid = world.newId('asid')
      const partner = partnerOfPreset(preset, { id: world.newId('per'), channel, now })
      await queries.insertRehearsal(tx, agent, { asid, channel, partner, appointments: [] })
      return asid
    },
    find: queries.findRehearsal,
    findMany: queries.findRehearsals,
    lock: queries.lockRehearsal,
    setOptedOut: queries.setOptedOut,
    partnerOf,
    /** Writes what has become of the person. */
    async learn(agent: AgentKey, asid: string, change: (partner: Partner) => Partner): Promise<void> {
      await queries.inTransaction(db, async (tx) => {
        const rehearsal = await queries.lockRehearsal(tx, agent, asid)
        if (rehearsal) await queries.saveRehearsal(tx, agent, { ...rehearsal, partner: change(rehearsal.partner) })
      })
    },
    /** All that was said, done and learned in it. */
    async forget(tx: Db, agent: AgentKey, asid: string): Promise<void> {
      await queries.deleteRehearsal(tx, agent, asid)
      await forgetRehearsed(tx, agent, asid)
      await queries.deleteTraces(tx, agent, asid)
    },
    /** Acts while nobody else does: two turns of one rehearsal never interleave. */
    async alone<T>(agent: AgentKey, asid: string, act: () => Promise<T>): Promise<T> {
      const lease = await waitForLease(agent, asid)
      try {
        return await act()
      } finally {
        await queries.returnLease(db, agent, lease)
      }
    },
  }

  async function waitForLease(agent: AgentKey, asid: string): Promise<queries.Lease> {
    for (let tries = 0; tries < patience; tries++) {
      const now = world.now()
      const lease = { asid, until: new Date(now.getTime() + leaseMilliseconds) }
      const taken = await queries.takeLease(db, agent, lease, now)
      if (taken === 'taken') return lease
      if (taken === 'gone') throw problem('agent.persona.unavailable', 409)
      await new Promise((resolve) => setTimeout(resolve, pauseMilliseconds))
    }
    const detail = 'The persona is in the middle of another turn: try again in a moment'
    throw problem('resource.conflict', 409, { detail })
  }
}

/** Whom a rehearsed conversation is with. */
export async function partnerOf(db: Db, agent: AgentKey, asid: string): Promise<Partner | undefined> {
  return (await queries.findRehearsal(db, agent, asid))?.partner
}
