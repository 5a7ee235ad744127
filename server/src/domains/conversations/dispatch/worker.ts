import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { again, defineLane, done, later, type Outcome, sharesOf } from '../../../platform/work/index.ts'
import type { Adapter, DispatchFailed, LiveBinding } from '../../channels/index.ts'
import type { Route } from '../messages/recipient.ts'
import { releaseIfOpen } from '../messages/say.ts'
import { messageWork } from '../messages/worker.ts'
import { holdPlaces, takePlaces } from '../rates/queries.ts'
import { deliver } from './deliver.ts'
import type { DispatchDeps } from './deps.ts'
import { endingOf } from './ending.ts'
import { asDispatchFailed, beginElsewhere, consequenceOf, type Failure, nextRoute } from './failure.ts'
import type { Job } from './hand-over.ts'
import { type Hindrance, hindranceOf } from './hindrance.ts'
import { setMessage } from './queries/hand-overs.ts'
import { type MessageColumns as Columns, keyOf, type MessageRow } from './queries/message-row.ts'
import type { Target } from './queries/targets.ts'
import { renderedFor } from './render.ts'
import { tell } from './told.ts'
import { confirmTaken } from './unresolved/confirm.ts'
import { announceId, type BrokenOff, endedUnresolvedOf, renderedColumns, unresolvedOf } from './unresolved/mark.ts'
import { isTold } from './unresolved/told.ts'

type Trying = {
  agent: AgentKey
  row: MessageRow
  attempt: number
  signal: AbortSignal
  hearsStatuses: boolean
  /** The identity that it goes to, once that is known. */
  reached?: string
}

/** Hands accepted messages over to their channels: one after the other in each line, all lines at once. */
export function messageLane(deps: DispatchDeps) {
  const takePlace = sharesOf({ most: 256, mostWhileSlow: 32, slowMilliseconds: 2_000 }, deps.world)
  return defineLane({
    ...messageWork,
    concurrency: 320,
    // A dead process holds its lines no longer than that.
    leaseSeconds: 15,
    timeoutSeconds: 120,
    // The waits are our own, by line and failure; so many tries at the most.
    retry: { attempts: 12, baseSeconds: 2, mostSeconds: 600 },
    async perform(row, { signal, attempt }) {
      if (row.failed_at || row.unresolved_since) return done()
      const { agent_key: agentKey, asid, channel } = row
      // All three reads leave in one packet.
      const [found, binding, target] = await Promise.all([
        deps.findAgent(agentKey),
        deps.channels.on({ key: agentKey }, channel as Target['channel']),
        deps.findTarget({ agentKey, asid, channel }),
      ])
      if (!found) return done()
      const leave = takePlace(agentKey)
      if (!leave) return later(new Date(deps.world.now().getTime() + 500 + 1_000 * deps.world.random()))
      return dispatch({ ...found, row, attempt, signal, reached: target?.asid }, { binding, target }, deps).finally(
        leave,
      )
    },
    async giveUp(tx, row) {
      const found = await deps.findAgent(row.agent_key)
      if (!found) return
      const reason = row.handing ? 'unknownOutcome' : 'providerError'
      const { set, write } = endingOf(
        found.agent,
        { row, reason, detail: 'The hand-over failed again and again' },
        deps,
      )
      const unresolved_since = row.handing ? deps.world.now() : null
      await setMessage(tx, found.agent, keyOf(row), { ...set, unresolved_since })
      await write(tx)
    },
  })
}

type Way = { binding?: LiveBinding; target?: Target }

async function dispatch(trying: Trying, { binding, target }: Way, deps: DispatchDeps): Promise<Outcome<Columns>> {
  const { agent, row, signal } = trying
  const adapter = binding && deps.channels.adapterFor(binding)
  if (isTold(row)) return told(trying, { binding, target }, deps)
  const hindrance = hindranceOf({ row, now: deps.world.now(), binding, target, adapter })
  if (hindrance?.kind === 'unresolved') return unresolved(trying, { binding, target }, deps)
  if (hindrance) return hindered(trying, { hindrance, target }, deps)
  const route = { binding, target, adapter } as { binding: LiveBinding; target: Target; adapter: Adapter }
  const place = row.line === 'batch' ? await batchPlace(trying, route, deps) : undefined
  if (place) return place
  try {
    return await carry({ ...route, agent, row, signal, rendered: renderedFor(row, route.target) }, trying, deps)
  } catch (error) {
    return failed(trying, { error, ...route }, deps)
  }
}

/** Bulk messages leave at the provider's rate: each waits once for its place in it. */
async function batchPlace(
  { agent, row, hearsStatuses }: Trying,
  { binding, adapter }: { binding: LiveBinding; adapter: Adapter },
  deps: DispatchDeps,
): Promise<Outcome<Columns> | undefined> {
  if (row.queued_at) return undefined
  const now = deps.world.now()
  const perSecond = deps.channels.rateOf(adapter)
  const taken = await takePlaces(deps.db, agent, { bindingKey: binding.bindingKey, perSecond, places: 1, now })
  const at = 'to' in taken ? taken.to : now
  const tells = hearsStatuses && { write: (tx: Db) => tell(tx, agent, { row, state: 'queued' }, deps) }
  return again(at, { set: { queued_at: now }, ...tells })
}

async function carry(job: Job, { hearsStatuses }: Trying, deps: DispatchDeps): Promise<Outcome<Columns>> {
  const { isLast, at, set, write } = await deliver(job, hearsStatuses, deps)
  const more = { set, ...(write ? { write } : { harmless: job.adapter.ignoresRepeats }) }
  return isLast ? done(more) : again(at, more)
}

async function hindered(
  trying: Trying,
  { hindrance, target }: { hindrance: Exclude<Hindrance, { kind: 'unresolved' }>; target?: Target },
  deps: DispatchDeps,
): Promise<Outcome<Columns>> {
  if (hindrance.kind === 'later') return later(hindrance.at)
  const { agent, row } = trying
  if (hindrance.kind === 'waits') {
    const waitsFor = target?.asid ?? row.asid
    const now = deps.world.now()
    const write = async (tx: Db) => {
      if (!row.queued_at) await tell(tx, agent, { row, state: 'queued' }, deps)
      await releaseIfOpen(tx, agent, { asid: waitsFor, channel: row.channel as Target['channel'] }, now)
    }
    return done({ set: { waits_for: waitsFor, queued_at: row.queued_at ?? now }, write })
  }
  const { reason, detail, elsewhere } = hindrance
  const because = reason === 'windowClosed' ? 'windowClosed' : 'sendFailed'
  const next = elsewhere ? await nextRoute(deps.db, agent, { row, because }, deps) : undefined
  return next ? goElsewhere(trying, next, deps) : ends(trying, { reason, detail }, deps)
}

type Broken = { error: unknown; binding: LiveBinding; target: Target; adapter: Adapter }

async function failed(
  trying: Trying,
  { error, adapter, ...way }: Broken,
  deps: DispatchDeps,
): Promise<Outcome<Columns>> {
  const { agent, row, attempt, hearsStatuses } = trying
  const { world, log } = deps
  const failure = asDispatchFailed(error)
  if (failure !== error) log.error({ err: error, agent: agent.id }, 'a hand-over failed on our side')
  const next = await nextRoute(deps.db, agent, { row, because: 'sendFailed' }, deps)
  const moment = { now: world.now(), random: world.random() }
  if (row.line === 'batch') await backOff(agent, { row, failure, now: moment.now }, deps)
  await announceId(agent, failure, { row, binding: way.binding, adapter }, deps)
  const { ignoresRepeats } = adapter
  const consequence = consequenceOf(failure, { row, attempt, ignoresRepeats, next, ...moment })
  if (consequence.kind === 'unresolved') return unresolved(trying, way, deps)
  if (consequence.kind === 'elsewhere') return goElsewhere(trying, consequence.route, deps)
  if (consequence.kind === 'ends') {
    const mayHaveIt = failure.retry === 'unknown' && way
    return ends(trying, { ...consequence, refused: true, ...(mayHaveIt && { mayHaveIt }) }, deps)
  }
  const tells = hearsStatuses &&
    !row.queued_at && { write: (tx: Db) => tell(tx, agent, { row, state: 'queued' }, deps) }
  const set = { queued_at: row.queued_at ?? moment.now, handing: false }
  return { kind: 'retry', error: failure, at: consequence.at, set, ...tells }
}

/** A provider that asks to be left alone is: no other bulk message takes a place before that. */
async function backOff(
  agent: AgentKey,
  { row, failure, now }: { row: MessageRow; failure: DispatchFailed; now: Date },
  { db }: DispatchDeps,
): Promise<void> {
  if (!failure.retryAfterSeconds) return
  const until = new Date(now.getTime() + failure.retryAfterSeconds * 1000)
  await holdPlaces(db, agent, { channel: row.channel as Target['channel'], until })
}

/** The next channel of the delivery policy, from its first bubble on. */
function goElsewhere({ agent, row }: Trying, route: Route, deps: DispatchDeps): Outcome<Columns> {
  const { channel } = route.place
  const set = { channel, tried: [...row.tried, row.channel], handed: 0, handing: false, bubbles: null, reached: null }
  const write = (tx: Db) => beginElsewhere(tx, agent, { row, route }, deps)
  return again(deps.world.now(), { set, write })
}

/** `mayHaveIt`: the channel that was asked last, and gave no clear answer. */
type Ends = Failure & { refused?: boolean; mayHaveIt?: Way }

function ends({ agent, row, reached }: Trying, { mayHaveIt, ...failure }: Ends, deps: DispatchDeps): Outcome<Columns> {
  const ending = endingOf(agent, { row, reached, ...failure }, deps)
  if (!mayHaveIt) return done(ending)
  const open = endedUnresolvedOf(agent, brokenOff(row, mayHaveIt), deps)
  const write = async (tx: Db) => {
    await open.write(tx)
    await ending.write(tx)
  }
  return done({ set: { ...open.set, ...ending.set }, write })
}

/** A receipt arrived before the next attempt, or before the broken hand-over was noticed. */
function told({ agent, row }: Trying, way: Way, deps: DispatchDeps): Outcome<Columns> {
  const set = renderedColumns(brokenOff(row, way))
  const write = async (tx: Db) => void (await confirmTaken(tx, agent, { ...row, ...set } as MessageRow, deps))
  return done({ set, write })
}

/** The channel may have it: what comes after it in its line leaves. */
function unresolved({ agent, row }: Trying, way: Way, deps: DispatchDeps): Outcome<Columns> {
  return done(unresolvedOf(agent, brokenOff(row, way), deps))
}

function brokenOff(row: MessageRow, { binding, target }: Way): BrokenOff {
  return { row, binding, target, ...(target && { rendered: renderedFor(row, target) }) }
}
