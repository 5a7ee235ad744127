import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { again, defineWork, done, later, nudge, type Outcome, retry } from '../../../platform/work/index.ts'
import { findAgentByKey } from '../../agents/index.ts'
import type { Conversations } from '../../conversations/index.ts'
import type { OutreachDeps } from '../deps.ts'
import { unresolvedSeconds } from '../sends/campaign/outcome.ts'
import { endingOf, isSwitchedOff } from '../sends/ending.ts'
import type { Hold } from '../sends/send.ts'
import { afterDelay, messageOf } from './follow-up.ts'
import { judge, type Verdict } from './judge.ts'
import { endFollowUp, type FollowUpRow } from './queries.ts'

const work = { kind: 'outreach.follow-ups', table: 'follow_ups', key: ['agent_key', 'send_id'] } as const

export function nudgeFollowUps(tx: Db): void {
  nudge(tx, work.kind)
}

export type FollowUpDeps = Pick<
  OutreachDeps,
  'db' | 'world' | 'definitions' | 'channels' | 'open' | 'handed' | 'opened' | 'writeLog' | 'realSends'
> & {
  abandon: Conversations['abandon']
}

const waitsSeconds = [120, 480, 1200]
const mostAttempts = waitsSeconds.length + 1
/** While nothing may be handed over at all. */
const heldMilliseconds = 60_000
type Set = { state?: 'done' | 'stopped'; reason?: string | null; times?: number; delayed_from?: Date }

/** The nudge after a send that nobody has answered. */
export function followUpWork(deps: FollowUpDeps) {
  const { db } = deps
  return defineWork({
    ...work,
    timeoutSeconds: 120,
    retry: { waitsSeconds },
    async perform(row, { signal, attempt }): Promise<Outcome<Set>> {
      const agent = await findAgentByKey(db, row.agent_key)
      if (!agent) return done()
      if (!deps.realSends) return later(new Date(deps.world.now().getTime() + heldMilliseconds))
      const before = await handedBefore(agent, row, deps)
      if (before?.kind === 'unresolved') return waitsForOutcome(deps)
      if (before) return sent(agent, row, before, deps)
      const verdict = await judge(agent, row, deps)
      if (verdict.kind === 'over') return done({ set: { state: 'done', reason: null } })
      if (verdict.kind === 'wait') return waits(verdict)
      if (verdict.kind === 'stop') return stops(agent, row, verdict.reason, deps)
      return send(agent, { row, verdict, attempt, signal }, deps)
    },
    async giveUp(tx, row) {
      const agent = await findAgentByKey(tx, row.agent_key)
      if (!agent) return
      await endFollowUp(tx, agent, row.send_id, 'dispatch_failed')
      await deps.abandon(tx, agent, messageOf(row.send_id, row.times), given('dispatch_failed'))
    },
  })
}

/** Its channel may have it: that is looked at again. */
function waitsForOutcome({ world }: FollowUpDeps): Outcome<Set> {
  return later(new Date(world.now().getTime() + unresolvedSeconds * 1000))
}

/** Whoever died between the hand-over and its note has sent it, whatever has become of the person since. */
async function handedBefore(agent: AgentKey, row: FollowUpRow, { handed }: FollowUpDeps) {
  const wasTried = row.attempts > 0 || row.crashes > 0
  return wasTried ? handed(agent, messageOf(row.send_id, row.times)) : undefined
}

type Sending = {
  row: FollowUpRow
  verdict: Verdict & { kind: 'send' }
  attempt: number
  signal: AbortSignal
}

const waits = ({ until, reason = null }: { until: Date; reason?: Hold | null }): Outcome<Set> =>
  later(until, { set: { reason } })

/** The id of the message derives from the send and how many went before, so that a second try is no second nudge. */
async function send(agent: AgentKey, sending: Sending, deps: FollowUpDeps): Promise<Outcome<Set>> {
  const { row, verdict, attempt, signal } = sending
  const { asid, send_id: sendId, times } = row
  const isLast = attempt >= mostAttempts
  const opening = { asid, message: { aml: verdict.aml }, id: messageOf(sendId, times), openedBy: sendId, isLast }
  const opened = await deps.open(agent, opening, signal)
  if (opened.kind === 'handed') return sent(agent, row, opened, deps)
  if (opened.kind === 'unresolved') return waitsForOutcome(deps)
  // It was turned off a moment ago: the next evaluation finds it so.
  if (isSwitchedOff(opened)) return waits({ until: deps.world.now(), reason: 'binding_disabled' })
  const ending = endingOf(opened, { isLast })
  return ending.kind === 'again'
    ? retry(new Error(ending.detail), { set: { reason: null } })
    : stops(agent, row, ending.reason, deps)
}

async function sent(
  agent: AgentKey,
  row: FollowUpRow,
  { text, at }: { text: string; at: Date },
  deps: FollowUpDeps,
): Promise<Outcome<Set>> {
  const { asid, send_id: sendId, outreach_id: outreachId } = row
  const { outreaches } = await deps.definitions.read(deps.db, agent)
  const { playbookId, followUp } = outreaches.find(({ id }) => id === outreachId) ?? {}
  await deps.opened(agent, asid, { text, playbookId, outreachId })
  const times = row.times + 1
  const data = { outreachId, sendId, followUp: times }
  deps.writeLog(agent, { level: 'info', event: 'outreach.sent', asid, channel: 'rcs', data })
  const isOver = !followUp || times >= (followUp.maxTimes ?? 1)
  return isOver
    ? done({ set: { state: 'done', times, reason: null } })
    : again(afterDelay(followUp, at), { set: { times, reason: null, delayed_from: at } })
}

function stops(agent: AgentKey, row: FollowUpRow, reason: string, deps: FollowUpDeps): Outcome<Set> {
  const { outreach_id: outreachId, send_id: sendId, asid, times } = row
  if (reason !== 'answered') {
    const data = { outreachId, sendId, followUp: times + 1, reason }
    deps.writeLog(agent, { level: 'warn', event: 'outreach.suppressed', asid, channel: 'rcs', data })
  }
  const write = (tx: Db) => deps.abandon(tx, agent, messageOf(sendId, times), given(reason))
  return done({ set: { state: 'stopped', reason }, write })
}

const given = (reason: string) => ({ reason: 'expired', detail: `The follow-up was stopped: ${reason}` })
