import type { AgentDefinition } from '@parley/definition'
import { decideSend } from '@parley/guardrails'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import {
  continueAt,
  defineWork,
  finish,
  nudge,
  postponeTo,
  retry,
  type WorkOutcome,
} from '../../../platform/work/index.ts'
import { findAgentByKey } from '../../agents/index.ts'
import type { Conversations } from '../../conversations/index.ts'
import { readPersonSlots } from '../../people/index.ts'
import type { OutreachDeps } from '../deps.ts'
import { fillOpener } from '../opener.ts'
import { buildGuardrailFacts, type ContactState } from '../reachability/facts.ts'
import { findContactIdentity, readContactStates } from '../reachability/queries.ts'
import { unresolvedSeconds } from '../sends/campaign/outcome.ts'
import { isSwitchedOff, resolveFailedOpening } from '../sends/failed-opening.ts'
import { outreachChannel } from '../sends/recipient.ts'
import type { HoldReason } from '../sends/send.ts'
import { addFollowUpDelay, followUpMessageId } from './follow-up.ts'
import { endFollowUp, type FollowUpRow, findFollowedSend } from './queries.ts'

type FollowUpEvaluationDeps = Pick<OutreachDeps, 'db' | 'world' | 'definitions' | 'channels'>

type Outreach = AgentDefinition['outreaches'][number]
type OutreachWithFollowUp = Outreach & { followUp: NonNullable<Outreach['followUp']> }

type FollowUpDecision =
  | { kind: 'stop'; reason: string }
  | { kind: 'over' }
  | { kind: 'wait'; until: Date; reason?: HoldReason }
  | { kind: 'send'; aml: string; outreach: OutreachWithFollowUp }

/** Applies the guardrails of a scheduled follow-up to the current state, which may have changed since the send. */
async function evaluateFollowUp(
  agent: AgentKey,
  row: FollowUpRow,
  deps: FollowUpEvaluationDeps,
): Promise<FollowUpDecision> {
  const definition = await deps.definitions.read(deps.db, agent)
  const outreach = definition.outreaches.find(({ id }) => id === row.outreach_id)
  if (!outreach) return stop('outreach_deleted')
  const { followUp } = outreach
  if (!followUp) return stop('follow_up_removed')
  if (row.sent_count >= (followUp.maxTimes ?? 1)) return { kind: 'over' }
  return evaluatePerson(agent, row, { definition, outreach: { ...outreach, followUp } }, deps)
}

type FollowUpConfig = { definition: AgentDefinition; outreach: OutreachWithFollowUp }

async function evaluatePerson(
  agent: AgentKey,
  row: FollowUpRow,
  { definition, outreach }: FollowUpConfig,
  deps: FollowUpEvaluationDeps,
): Promise<FollowUpDecision> {
  const { db, world } = deps
  const { person_id: personId, asid } = row
  const held = await findHold(agent, row, outreach, deps)
  const reached = (await readContactStates(db, agent, [personId])).get(personId)
  if (!reached) return stop('no_channel_identity')
  if (await hasAnswered(agent, row, { reached, db })) return stop('answered')
  const place = await findContactIdentity(db, agent, { personKey: reached.personKey, asid })
  if (!place) return held ?? stop('no_channel_identity')
  const terms = { now: world.now(), class: outreach.class, settings: definition.sendingSettings }
  const decision = decideSend('followUp', buildGuardrailFacts({ ...reached, identity: place }, 'followUp', terms))
  if (decision.verdict === 'no') return stop(decision.reason)
  if (held) return held
  if (decision.verdict === 'wait') return { kind: 'wait', until: decision.until, reason: decision.reason as HoldReason }
  const person = await readPersonSlots(db, agent, personId)
  const message = fillOpener(definition, outreach.followUp.templateId, person ?? {})
  return 'aml' in message ? { kind: 'send', aml: message.aml, outreach } : stop('template_blocked')
}

/** Switching it on triggers a recheck; the one-day wait is only a safety net. */
const offMilliseconds = 86_400_000

/**
 * Returns a hold that does not depend on the person: a switch that is off, then the delay, which may have been changed.
 */
async function findHold(
  agent: AgentKey,
  row: FollowUpRow,
  outreach: OutreachWithFollowUp,
  { world, channels }: FollowUpEvaluationDeps,
): Promise<FollowUpDecision | undefined> {
  const now = world.now()
  const off = (reason: HoldReason): FollowUpDecision => ({
    kind: 'wait',
    until: new Date(now.getTime() + offMilliseconds),
    reason,
  })
  if (!outreach.enabled) return off('outreach_disabled')
  const binding = await channels.findByChannel(agent, outreachChannel)
  if (binding && binding.status !== 'Active') return off('binding_disabled')
  const dueAt = row.delay_started_at && addFollowUpDelay(outreach.followUp, row.delay_started_at)
  return dueAt && dueAt > now ? { kind: 'wait', until: dueAt } : undefined
}

/** Checks all channels: a person who is talking with the agent gets no follow-up. */
async function hasAnswered(
  agent: AgentKey,
  row: FollowUpRow,
  { reached, db }: { reached: ContactState } & Pick<FollowUpEvaluationDeps, 'db'>,
): Promise<boolean> {
  const { sentAt = row.created_at, respondedAt } = (await findFollowedSend(db, agent, row.send_id)) ?? {}
  return respondedAt !== undefined || (reached.lastInboundAt !== undefined && reached.lastInboundAt > sentAt)
}

const stop = (reason: string): FollowUpDecision => ({ kind: 'stop', reason })

const work = { kind: 'outreach.follow-ups', table: 'follow_ups', key: ['agent_key', 'send_id'] } as const

export function nudgeFollowUps(tx: Db): void {
  nudge(tx, work.kind)
}

export type FollowUpDeps = Pick<
  OutreachDeps,
  | 'db'
  | 'world'
  | 'definitions'
  | 'channels'
  | 'open'
  | 'findDispatched'
  | 'opened'
  | 'writeLog'
  | 'realSends'
  | 'trackLinks'
> & {
  abandon: Conversations['abandon']
}

const retryDelaysSeconds = [120, 480, 1200]
const maxAttempts = retryDelaysSeconds.length + 1
/** Retry interval while REAL_SENDS is off. */
const pausedMilliseconds = 60_000
type FollowUpUpdate = {
  state?: 'done' | 'stopped'
  reason?: string | null
  sent_count?: number
  delay_started_at?: Date
}

export function followUpWork(deps: FollowUpDeps) {
  const { db } = deps
  return defineWork({
    ...work,
    timeoutSeconds: 120,
    retry: { delaysSeconds: retryDelaysSeconds },
    async perform(row, { signal, attempt }): Promise<WorkOutcome<FollowUpUpdate>> {
      const agent = await findAgentByKey(db, row.agent_key)
      if (!agent) return finish()
      if (!deps.realSends) return postponeTo(new Date(deps.world.now().getTime() + pausedMilliseconds))
      const before = await findEarlierDispatch(agent, row, deps)
      if (before?.kind === 'unresolved') return awaitOutcome(deps)
      if (before) return recordSent(agent, row, before, deps)
      const verdict = await evaluateFollowUp(agent, row, deps)
      if (verdict.kind === 'over') return finish({ set: { state: 'done', reason: null } })
      if (verdict.kind === 'wait') return postpone(verdict)
      if (verdict.kind === 'stop') return stopWith(agent, row, verdict.reason, deps)
      return send(agent, { row, verdict, attempt, signal }, deps)
    },
    async giveUp(tx, row) {
      const agent = await findAgentByKey(tx, row.agent_key)
      if (!agent) return
      await endFollowUp(tx, agent, row.send_id, 'dispatch_failed')
      await deps.abandon(tx, agent, followUpMessageId(row.send_id, row.sent_count), expiredWith('dispatch_failed'))
    },
  })
}

/** The channel may already have the message: checks its outcome again later. */
function awaitOutcome({ world }: FollowUpDeps): WorkOutcome<FollowUpUpdate> {
  return postponeTo(new Date(world.now().getTime() + unresolvedSeconds * 1000))
}

/** A worker that died between dispatching and recording did send it, whatever happened to the person since. */
async function findEarlierDispatch(agent: AgentKey, row: FollowUpRow, { findDispatched }: FollowUpDeps) {
  const wasTried = row.attempts > 0 || row.crashes > 0
  return wasTried ? findDispatched(agent, followUpMessageId(row.send_id, row.sent_count)) : undefined
}

type FollowUpSend = {
  row: FollowUpRow
  verdict: FollowUpDecision & { kind: 'send' }
  attempt: number
  signal: AbortSignal
}

const postpone = ({ until, reason = null }: { until: Date; reason?: HoldReason | null }): WorkOutcome<FollowUpUpdate> =>
  postponeTo(until, { set: { reason } })

/** The message id derives from the send and the number of earlier follow-ups, so a retry is not a second message. */
async function send(agent: AgentKey, sending: FollowUpSend, deps: FollowUpDeps): Promise<WorkOutcome<FollowUpUpdate>> {
  const { row, verdict, attempt, signal } = sending
  const { asid, send_id: sendId, sent_count: times } = row
  const isLastAttempt = attempt >= maxAttempts
  const opening = {
    asid,
    message: { aml: verdict.aml },
    id: followUpMessageId(sendId, times),
    initiatedBy: sendId,
    isLastAttempt,
    rewriteMessage: deps.trackLinks(agent, { openingId: followUpMessageId(sendId, times), sendId }),
  }
  const opened = await deps.open(agent, opening, signal)
  if (opened.kind === 'dispatched') return recordSent(agent, row, opened, deps)
  if (opened.kind === 'unresolved') return awaitOutcome(deps)
  // Switched off a moment ago: the next evaluation will see it.
  if (isSwitchedOff(opened)) return postpone({ until: deps.world.now(), reason: 'binding_disabled' })
  const ending = resolveFailedOpening(opened, { isLastAttempt })
  return ending.kind === 'again'
    ? retry(new Error(ending.detail), { set: { reason: null } })
    : stopWith(agent, row, ending.reason, deps)
}

async function recordSent(
  agent: AgentKey,
  row: FollowUpRow,
  { text, at }: { text: string; at: Date },
  deps: FollowUpDeps,
): Promise<WorkOutcome<FollowUpUpdate>> {
  const { asid, send_id: sendId, outreach_id: outreachId } = row
  const { outreaches } = await deps.definitions.read(deps.db, agent)
  const { playbookId, followUp } = outreaches.find(({ id }) => id === outreachId) ?? {}
  await deps.opened(agent, asid, { text, playbookId, outreachId })
  const times = row.sent_count + 1
  const data = { outreachId, sendId, followUp: times }
  deps.writeLog(agent, { level: 'info', event: 'outreach.sent', asid, channel: 'rcs', data })
  const isOver = !followUp || times >= (followUp.maxTimes ?? 1)
  return isOver
    ? finish({ set: { state: 'done', sent_count: times, reason: null } })
    : continueAt(addFollowUpDelay(followUp, at), { set: { sent_count: times, reason: null, delay_started_at: at } })
}

function stopWith(agent: AgentKey, row: FollowUpRow, reason: string, deps: FollowUpDeps): WorkOutcome<FollowUpUpdate> {
  const { outreach_id: outreachId, send_id: sendId, asid, sent_count: times } = row
  if (reason !== 'answered') {
    const data = { outreachId, sendId, followUp: times + 1, reason }
    deps.writeLog(agent, { level: 'warn', event: 'outreach.suppressed', asid, channel: 'rcs', data })
  }
  const write = (tx: Db) => deps.abandon(tx, agent, followUpMessageId(sendId, times), expiredWith(reason))
  return finish({ set: { state: 'stopped', reason }, write })
}

const expiredWith = (reason: string) => ({ reason: 'expired', detail: `The follow-up was stopped: ${reason}` })
