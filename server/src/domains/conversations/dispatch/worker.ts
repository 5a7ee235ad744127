import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { again, defineLane, done, later, type Outcome } from '../../../platform/work/index.ts'
import type { Adapter, LiveBinding } from '../../channels/index.ts'
import type { Status } from '../event.ts'
import { releaseIfOpen } from '../messages/say.ts'
import { settlePlace } from '../messages/siblings.ts'
import { messageWork } from '../messages/worker.ts'
import type { DispatchDeps } from './deps.ts'
import { asDispatchFailed, consequenceOf, type Failure, nextRoute } from './failure.ts'
import { type Handed, handOver, type Job } from './hand-over.ts'
import { type Hindrance, hindranceOf } from './hindrance.ts'
import { failMessage, forgetIntents, noteHandedOver, noteIntents, takeBatchPlace } from './queries/hand-overs.ts'
import { type MessageColumns as Columns, keyOf, type MessageRow } from './queries/message-row.ts'
import { type FindTarget, type Target, targetFinder } from './queries/targets.ts'
import { renderedFor } from './render.ts'

type Trying = { agent: AgentKey; row: MessageRow; attempt: number; signal: AbortSignal; hearsStatuses: boolean }

/** Hands accepted messages over to their channels: one after the other in each line, all lines at once. */
export function messageLane(deps: DispatchDeps) {
  const findTarget = targetFinder(deps.db)
  return defineLane({
    ...messageWork,
    concurrency: 256,
    timeoutSeconds: 120,
    // The waits are our own, by line and failure; so many tries at the most.
    retry: { attempts: 12, baseSeconds: 2, mostSeconds: 600 },
    async perform(row, { signal, attempt }) {
      const found = await deps.findAgent(row.agent_key)
      if (!found) return done()
      return dispatch({ ...found, row, attempt, signal }, findTarget, deps)
    },
    async giveUp(tx, row) {
      const found = await deps.findAgent(row.agent_key)
      if (!found) return
      const failure = { reason: 'providerError', detail: 'The hand-over failed again and again' }
      await failMessage(tx, found.agent, { ...keyOf(row), ...failure, now: deps.world.now() })
      await tell(tx, found.agent, { row, state: 'failed', ...failure }, deps)
    },
  })
}

async function dispatch(trying: Trying, findTarget: FindTarget, deps: DispatchDeps): Promise<Outcome<Columns>> {
  const { agent, row, signal } = trying
  const { channel, asid } = row
  const [binding, target] = await Promise.all([
    deps.channels.on(agent, channel as Target['channel']),
    findTarget({ agentKey: agent.key, asid, channel }),
  ])
  const adapter = binding && deps.channels.adapterOf(binding)
  const hindrance = hindranceOf({ row, now: deps.world.now(), binding, target, adapter })
  if (hindrance) return hindered(trying, hindrance, deps)
  const route = { binding, target, adapter } as { binding: LiveBinding; target: Target; adapter: Adapter }
  const place = row.line === 'batch' ? await batchPlace(trying, route, deps) : undefined
  if (place) return place
  try {
    return await deliver({ ...route, agent, row, signal, rendered: renderedFor(row, route.target) }, trying, deps)
  } catch (error) {
    return failed(trying, { error, ignoresRepeats: route.adapter.ignoresRepeats }, deps)
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
  const rate = { bindingKey: binding.bindingKey, perSecond: adapter.batchPerSecond, now }
  const at = await takeBatchPlace(deps.db, agent, rate)
  const tells = hearsStatuses && { write: (tx: Db) => tell(tx, agent, { row, state: 'queued' }, deps) }
  return again(at, { set: { queued_at: now }, ...tells })
}

async function deliver(job: Job, { hearsStatuses }: Trying, deps: DispatchDeps): Promise<Outcome<Columns>> {
  const { agent, row, target, binding, rendered } = job
  if (rendered.intents.length > 0) await noteIntents(deps.db, agent, { asid: target.asid, intents: rendered.intents })
  const handed = await handOver(job, deps)
  const now = deps.world.now()
  const bubbles = rendered.messages.length
  const text = rendered.messages.map((shown) => shown.text).join('\n')
  const told = { provider: binding.provider, locale: target.locale ?? null, handed: bubbles, handing: false }
  const set = { ...told, sent_at: row.sent_at ?? now, bubbles, text }
  const tells = hearsStatuses && !row.sent_at && row.origin === 'agent'
  if (!tells && !leavesTraces(job, handed)) return done({ set })
  return done({
    set,
    write: async (tx) => {
      await noteHandedOver(tx, agent, { asid: target.asid, at: now, conversationId: handed.conversationId })
      if (tells) await tell(tx, agent, { row, state: 'sent', provider: binding.provider }, deps)
    },
  })
}

/** Most hand-overs leave nothing in the conversation, and so are written down together. */
function leavesTraces({ binding, target }: Job, { conversationId }: Handed): boolean {
  const moved = conversationId !== undefined && conversationId !== target.conversationId
  return moved || binding.minMessageDelayMs !== undefined
}

async function hindered(trying: Trying, hindrance: Hindrance, deps: DispatchDeps): Promise<Outcome<Columns>> {
  if (hindrance.kind === 'later') return later(hindrance.at)
  const { agent, row } = trying
  if (hindrance.kind === 'waits') {
    const now = deps.world.now()
    const write = async (tx: Db) => {
      await tell(tx, agent, { row, state: 'queued' }, deps)
      await releaseIfOpen(tx, agent, { asid: row.asid, channel: row.channel as Target['channel'] }, now)
    }
    return done({ set: { waits: true, queued_at: row.queued_at ?? now }, write })
  }
  const { reason, detail, elsewhere } = hindrance
  const next = elsewhere ? await nextRoute(deps.db, agent, row, deps) : undefined
  return next ? goElsewhere(trying, next, deps) : ends(trying, { reason, detail }, deps)
}

type Broken = { error: unknown; ignoresRepeats: boolean }

async function failed(
  trying: Trying,
  { error, ignoresRepeats }: Broken,
  deps: DispatchDeps,
): Promise<Outcome<Columns>> {
  const { agent, row, attempt, hearsStatuses } = trying
  const { world, log } = deps
  const failure = asDispatchFailed(error)
  if (failure !== error) log.error({ err: error, agent: agent.id }, 'a hand-over failed on our side')
  const next = await nextRoute(deps.db, agent, row, deps)
  const moment = { now: world.now(), random: world.random() }
  const consequence = consequenceOf(failure, { row, attempt, ignoresRepeats, next, ...moment })
  if (consequence.kind === 'elsewhere') return goElsewhere(trying, consequence.route, deps)
  if (consequence.kind === 'ends') return ends(trying, consequence, deps)
  const tells = hearsStatuses &&
    !row.queued_at && { write: (tx: Db) => tell(tx, agent, { row, state: 'queued' }, deps) }
  const set = { queued_at: row.queued_at ?? moment.now, handing: false }
  return { kind: 'retry', error: failure, at: consequence.at, set, ...tells }
}

/** The next channel of the delivery policy, from its first bubble on. */
function goElsewhere(
  { agent, row }: Trying,
  { place }: NonNullable<Awaited<ReturnType<typeof nextRoute>>>,
  deps: DispatchDeps,
) {
  const set = { channel: place.channel, tried: [...row.tried, row.channel], handed: 0, handing: false, bubbles: null }
  const write = (tx: Db) => settlePlace(tx, agent, { asid: row.asid, place }, deps)
  return again<Columns>(deps.world.now(), { set, write })
}

function ends({ agent, row }: Trying, { reason, detail }: Failure, deps: DispatchDeps): Outcome<Columns> {
  const data = { messageId: row.id, reason, detail }
  const { asid, session_id: sessionId } = row
  const channel = row.channel as Target['channel']
  deps.writeLog(agent, { level: 'warn', event: 'message.failed', asid, sessionId, channel, data })
  const set = { failed_at: deps.world.now(), reason, detail, handing: false }
  const write = async (tx: Db) => {
    await forgetIntents(tx, agent, row.asid, row.id)
    await tell(tx, agent, { row, state: 'failed', reason, detail }, deps)
  }
  return done({ set, write })
}

type Told = Pick<Status, 'state' | 'reason' | 'detail'> & { row: MessageRow; provider?: string }

/** Of words of our own nobody hears. */
async function tell(tx: Db, agent: AgentKey, told: Told, deps: DispatchDeps): Promise<void> {
  const { row, provider, ...state } = told
  if (row.origin !== 'agent') return
  const channel = row.channel as Target['channel']
  const used = provider ?? row.provider ?? (await deps.channels.on(agent, channel))?.provider ?? 'none'
  const status = { messageId: row.id, ...state, attempt: { channel, provider: used } }
  await deps.tellStatus(tx, agent, { asid: row.asid, sessionId: row.session_id, sandbox: row.sandbox, status })
}
