import type { Db } from '../../../../platform/db/database.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'
import { again, defineWork, done, nudge, type Outcome } from '../../../../platform/work/index.ts'
import { type Adapter, channelMessageIdOf, DispatchFailed } from '../../../channels/index.ts'
import { enterLine, type Line } from '../../messages/worker.ts'
import type { DispatchDeps } from '../deps.ts'
import { endingOf } from '../ending.ts'
import { toolsOf } from '../hand-over.ts'
import { setMessage } from '../queries/hand-overs.ts'
import { keyOf, type MessageRow } from '../queries/message-row.ts'
import type { Target } from '../queries/targets.ts'
import type { MatchUnmatched, TakeFound } from '../receipts.ts'
import { renderedFor } from '../render.ts'
import { confirmTaken, resolved } from './confirm.ts'
import {
  closeUnresolved,
  countAlike,
  countRepeat,
  findBubbleState,
  findUnresolved,
  inTransaction,
  lockUnresolved,
  type UnresolvedRow,
} from './queries/unresolved.ts'
import { nextLookAt, provesAbsence } from './schedule.ts'
import { isTold } from './told.ts'

const work = {
  kind: 'conversations.unresolved',
  table: 'unresolved_messages',
  key: ['agent_key', 'message_id'],
} as const

export function nudgeUnresolved(tx: Db): void {
  nudge(tx, work.kind)
}

/** What the provider did not take is handed over again this often. */
const mostRepeats = 3

export type ResolveDeps = DispatchDeps & { takeFound: TakeFound; matchUnmatched: MatchUnmatched }
type Found = Awaited<ReturnType<NonNullable<Adapter['findSent']>>>
type Looking = { agent: AgentKey; row: UnresolvedRow; signal: AbortSignal }

/** Finds out what became of messages of unknown outcome: by receipts, by asking the provider, and at last by the clock. */
export function unresolvedWork(deps: ResolveDeps) {
  return defineWork({
    ...work,
    concurrency: 16,
    leaseSeconds: 30,
    timeoutSeconds: 60,
    retry: { attempts: Number.POSITIVE_INFINITY, baseSeconds: 10, mostSeconds: 60 },
    mostCrashes: 1000,
    async perform(row, { signal }): Promise<Outcome> {
      const found = await deps.findAgent(row.agent_key)
      if (!found) return done()
      const looking = { agent: found.agent, row, signal }
      const asked = await ask(looking, deps)
      const isOpen = await inTransaction(deps.db, (tx) => settle(tx, looking, asked, deps))
      return isOpen ? again(nextLookAt(row, deps.world.now())) : done()
    },
    giveUp: async () => {},
  })
}

const unknown: Found = { kind: 'unknown' }

/** What the provider says of it, where it can be asked and answers. */
async function ask({ agent, row, signal }: Looking, deps: ResolveDeps): Promise<Found> {
  const message = await findUnresolved(deps.db, agent, row.message_id)
  if (!message || message.failed_at || isTold(message)) return unknown
  const channel = message.channel as Target['channel']
  const binding = await deps.channels.on(agent, channel)
  const adapter = binding?.bindingKey === row.binding_key && binding ? deps.channels.adapterFor(binding) : undefined
  const target = await deps.findTarget({ agentKey: agent.key, asid: message.reached ?? message.asid, channel })
  const { messages } = renderedFor(message, { channel, locale: message.locale ?? undefined })
  const bubble = messages[message.handed]
  if (!binding || !adapter?.findSent || !target || !bubble) return unknown
  const { handed } = message
  const window = windowOf(message.accepted_at, row.since)
  const alike = await countAlike(deps.db, agent, { row: message, ...window })
  const ids = { messageId: message.id, bubble: handed, channelMessageId: channelMessageIdOf(message.id, handed) }
  const { native, text, chips } = bubble
  const wanted = { ...ids, to: target.address, native, text, chips, ...window, alike }
  return adapter.findSent(wanted, binding, toolsOf({ signal }, deps)).catch((error: unknown) => {
    if (error instanceof DispatchFailed) return unknown
    throw error
  })
}

const clocksDifferByMilliseconds = 86_400_000

/** When the provider may have taken it. A miss would send it a second time, so the window allows for any clock error. */
const windowOf = (accepted: Date, brokenOff: Date) => ({
  from: new Date(accepted.getTime() - clocksDifferByMilliseconds),
  until: new Date(brokenOff.getTime() + clocksDifferByMilliseconds),
})

/** True while the outcome stays unknown. */
async function settle(
  tx: Db,
  { agent, row }: Omit<Looking, 'signal'>,
  asked: Found,
  deps: ResolveDeps,
): Promise<boolean> {
  await match(tx, { agent, row }, deps)
  const message = await lockUnresolved(tx, agent, row.message_id)
  if (!message || message.failed_at) return false
  const now = deps.world.now()
  const told = await toldOf(tx, agent, message)
  const found = told ?? asked
  if (found.kind === 'taken') {
    const taken = await confirmTaken(tx, agent, message, deps)
    // A message of several bubbles has arrived when all of them have.
    if (found.receipt && taken.bubbles === 1) await deps.takeFound(tx, agent, { row: taken, receipt: found.receipt })
    return false
  }
  if (asked.kind === 'notTaken' && provesAbsence(row, now)) {
    await repeat(tx, { agent, row, message }, deps)
    return false
  }
  if (now < row.until) return true
  const detail = 'The hand-over broke off, and nobody could tell whether the channel has the message'
  await end(tx, { agent, message }, { reason: 'unknownOutcome', detail }, deps)
  return false
}

/** A receipt that was kept may speak of it, or of one before it. */
async function match(tx: Db, { agent, row }: Omit<Looking, 'signal'>, deps: ResolveDeps): Promise<void> {
  const message = await findUnresolved(tx, agent, row.message_id)
  const { binding_key: bindingKey } = row
  if (message && bindingKey !== null) await deps.matchUnmatched(tx, agent, { message, bindingKey })
}

/** What receipts have told meanwhile. */
async function toldOf(tx: Db, agent: AgentKey, message: MessageRow): Promise<Found | undefined> {
  if (isTold(message)) return { kind: 'taken' }
  const state = await findBubbleState(tx, agent, message)
  return state && { kind: 'taken', receipt: { state } }
}

type Repeating = { agent: AgentKey; row: UnresolvedRow; message: MessageRow }

/** The provider never had it: the worker that handed it over before sends it again. */
async function repeat(tx: Db, { agent, row, message }: Repeating, deps: ResolveDeps): Promise<void> {
  if (row.repeats >= mostRepeats) {
    const detail = 'The channel failed again and again, and never took the message'
    return end(tx, { agent, message }, { reason: 'providerError', detail }, deps)
  }
  const now = deps.world.now()
  await countRepeat(tx, agent, message.id)
  if (row.opening_id !== null) {
    await setMessage(tx, agent, keyOf(message), resolved)
    await deps.outcomeKnown?.(tx, agent, row.opening_id)
    return
  }
  await enterLine(tx, agent, { asid: message.asid, line: message.line as Line }, now)
  await setMessage(tx, agent, keyOf(message), { ...resolved, due_at: now, attempts: 0 })
}

type Ending = { agent: AgentKey; message: MessageRow }

async function end(
  tx: Db,
  { agent, message }: Ending,
  failure: { reason: string; detail: string },
  deps: ResolveDeps,
): Promise<void> {
  const ending = endingOf(agent, { row: message, reached: message.reached ?? undefined, ...failure }, deps)
  await setMessage(tx, agent, keyOf(message), ending.set)
  await ending.write(tx)
  const { openingId } = await closeUnresolved(tx, agent, message.id)
  if (openingId !== undefined) await deps.outcomeKnown?.(tx, agent, openingId)
}
