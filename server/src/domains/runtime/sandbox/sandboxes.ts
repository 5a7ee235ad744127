import type { Channel } from '@parley/amf'
import type { Preset } from '@parley/testcase'
import type { Db } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { problem } from '../../../platform/http/problem.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { type ClockEvent, type ClockSource, runAhead, type WaitingEvent } from '../../../platform/sandbox-clock.ts'
import type { World } from '../../../platform/world.ts'
import { deleteSandboxConversation } from '../../conversations/index.ts'
import type { ConversationPartner } from '../deps.ts'
import * as queries from './queries.ts'
import { findSandboxClock, setSandboxClock } from './queries.ts'
import { createPartnerFromPreset, type SandboxState } from './sandbox-state.ts'

/** People who exist only for a test conversation or a persona. */
export type Sandboxes = {
  /** Returns the asid of the sandbox identity. */
  create(tx: Db, agent: AgentKey, request: SandboxRequest): Promise<string>
  find(db: Db, agent: AgentKey, asid: string): Promise<SandboxState | undefined>
  /** Keyed by asid. */
  findMany(db: Db, agent: AgentKey, asids: readonly string[]): Promise<Map<string, SandboxState>>
  lock(tx: Db, agent: AgentKey, asid: string): Promise<SandboxState | undefined>
  setOptedOut(tx: Db, agent: AgentKey, asid: string, optedOut: boolean): Promise<void>
  findPartner(db: Db, agent: AgentKey, asid: string): Promise<ConversationPartner | undefined>
  updatePartner(
    agent: AgentKey,
    asid: string,
    change: (partner: ConversationPartner) => ConversationPartner,
  ): Promise<void>
  remove(tx: Db, agent: AgentKey, asid: string): Promise<void>
  /** Runs `act` exclusively, with the person's clock: two turns of one sandbox never interleave. */
  withLease<T>(agent: AgentKey, asid: string, act: () => Promise<T>): Promise<T>
  /** Runs `act` with the person's clock. The caller has exclusive use of the person. */
  withClock<T>(agent: AgentKey, asid: string, act: () => Promise<T>): Promise<T>
  /** Moves the person's clock. The caller has exclusive use of the person. */
  advance(agent: AgentKey, asid: string, request: AdvanceRequest): Promise<AdvancedClock>
  readTimers(agent: AgentKey, asid: string): Promise<queries.SandboxTimers>
  saveFollowUpTimer(agent: AgentKey, asid: string, timer: { sendId: string } & queries.SandboxFollowUp): Promise<void>
  saveEnrollment(
    agent: AgentKey,
    asid: string,
    timer: { sequenceId: string } & queries.SandboxEnrollment,
  ): Promise<void>
}

export type SandboxRequest = { channel: Channel; preset: Preset }

/** Longer than a turn may take, so that a lease expires only after a crash. */
const leaseMilliseconds = 150_000
const pauseMilliseconds = 100

type SandboxesDeps = {
  db: Db
  world: World
  /** How many times a turn checks, ten times a second, whether the previous one is done. */
  leaseAttempts?: number
  /** What waits for the clocks of sandbox people. Services add theirs when they exist. */
  clockSources?: readonly ClockSource[]
}

export function createSandboxes({ db, world, leaseAttempts = 100, clockSources = [] }: SandboxesDeps): Sandboxes {
  const withClock: Sandboxes['withClock'] = async (agent, asid, act) => {
    const { aheadMilliseconds = 0 } = (await queries.findSandboxClock(db, agent, asid)) ?? {}
    return runAhead(aheadMilliseconds, act)
  }

  return {
    async create(tx, agent, { channel, preset }) {
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
    async updatePartner(agent, asid, change) {
      await inTransaction(db, async (tx) => {
        const sandbox = await queries.lockSandboxState(tx, agent, asid)
        if (sandbox) await queries.saveSandboxState(tx, agent, { ...sandbox, partner: change(sandbox.partner) })
      })
    },
    async remove(tx, agent, asid) {
      await queries.deleteSandboxState(tx, agent, asid)
      await deleteSandboxConversation(tx, agent, asid)
      await queries.deleteSandboxRecords(tx, agent, asid)
    },
    async withLease(agent, asid, act) {
      const lease = await waitForLease(agent, asid)
      try {
        return await withClock(agent, asid, act)
      } finally {
        await queries.releaseSandboxLease(db, agent, lease)
      }
    },
    withClock,
    advance: (agent, asid, request) => advanceClock(agent, { asid, ...request }, { db, world, clockSources }),
    readTimers: async (agent, asid) => (await queries.findSandboxClock(db, agent, asid))?.timers ?? {},
    saveFollowUpTimer: (agent, asid, { sendId, ...timer }) =>
      queries.saveSandboxTimer(db, agent, { asid, kind: 'followUps', id: sendId, timer }),
    saveEnrollment: (agent, asid, { sequenceId, ...timer }) =>
      queries.saveSandboxTimer(db, agent, { asid, kind: 'enrollments', id: sequenceId, timer }),
  }

  async function waitForLease(agent: AgentKey, asid: string): Promise<queries.SandboxLease> {
    for (let tries = 0; tries < leaseAttempts; tries++) {
      const now = world.now()
      const lease = { asid, until: new Date(now.getTime() + leaseMilliseconds) }
      const acquired = await queries.acquireSandboxLease(db, agent, lease, now)
      if (acquired === 'taken') return lease
      if (acquired === 'gone') throw problem('agent.persona.unavailable', 409)
      await new Promise((resolve) => setTimeout(resolve, pauseMilliseconds))
    }
    const detail = 'The persona is in the middle of another turn: try again later'
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

export type HappenedEvent = ClockEvent & { at: Date }
/** `untilNext`: the clock stops at the first thing that happens, and stays where nothing does. */
type AdvanceRequest = { minutes: number; untilNext?: boolean }
type AdvancedClock = { now: Date; happened: HappenedEvent[] }

/** Real time, and everything that may wait for time in a sandbox conversation. */
export type ClockDeps = { db: Db; world: World; clockSources: readonly ClockSource[] }

/** A backstop: each source is bounded by itself. */
const maxEvents = 3_000
const minuteMilliseconds = 60_000

/**
 * Moves the clock of a sandbox person forward. Everything that is due by then happens in the order of time, each with
 * the clock at its own time. After a crash the clock stands where the last event happened, and events that happened are
 * recorded by their sources. The caller has exclusive use of the person.
 */
async function advanceClock(
  agent: AgentKey,
  { asid, minutes, untilNext = false }: AdvanceRequest & { asid: string },
  deps: ClockDeps,
): Promise<AdvancedClock> {
  const { db, world } = deps
  const before = await findSandboxClock(db, agent, asid)
  if (!before) throw problem('agent.persona.unavailable', 409)
  const startedAt = world.now().getTime()
  const end = startedAt + before.aheadMilliseconds + minutes * minuteMilliseconds
  let clock = startedAt + before.aheadMilliseconds
  const atClock = <T>(act: () => Promise<T>): Promise<T> => runAhead(clock - world.now().getTime(), act)
  const happened: HappenedEvent[] = []
  for (let events = 0; events < maxEvents; events++) {
    const next = await atClock(() => findEarliest(agent, asid, deps))
    if (!next || next.at.getTime() > end) break
    clock = Math.max(clock, next.at.getTime())
    const event = await atClock(next.perform)
    await setSandboxClock(db, agent, { asid, aheadMilliseconds: clock - startedAt })
    if (event) happened.push({ ...event, at: new Date(clock) })
    if (event && untilNext) return { now: new Date(clock), happened }
  }
  // Nothing to wait for: the clock stays.
  const now = untilNext ? clock : end
  await setSandboxClock(db, agent, { asid, aheadMilliseconds: now - startedAt })
  return { now: new Date(now), happened }
}

async function findEarliest(
  agent: AgentKey,
  asid: string,
  { clockSources }: ClockDeps,
): Promise<WaitingEvent | undefined> {
  const waiting: WaitingEvent[] = []
  for (const source of clockSources) {
    const next = await source.findNext(agent, asid)
    if (next) waiting.push(next)
  }
  return waiting.toSorted((one, other) => one.at.getTime() - other.at.getTime())[0]
}
