import type { Db } from '../../../platform/db/database.ts'
import { problem } from '../../../platform/http/problem.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { type ClockEvent, type ClockSource, runAhead, type WaitingEvent } from '../../../platform/sandbox-clock.ts'
import type { World } from '../../../platform/world.ts'
import { findSandboxClock, setSandboxClock } from './queries.ts'

export type HappenedEvent = ClockEvent & { at: Date }
/** `untilNext`: the clock stops at the first thing that happens, and stays where nothing does. */
export type AdvanceRequest = { minutes: number; untilNext?: boolean }
export type AdvancedClock = { now: Date; happened: HappenedEvent[] }

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
export async function advanceClock(
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
