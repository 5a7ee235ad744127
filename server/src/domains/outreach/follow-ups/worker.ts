import type { Channel, Delivery } from '@parley/amf'
import type { AgentDefinition } from '@parley/definition'
import { type ChannelFacts, decideOutreach, reachedOn } from '@parley/guardrails'
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
import { channelsOf, deliveryOf } from '../channels/policy.ts'
import type { OutreachDeps } from '../deps.ts'
import { fillOpener } from '../opener.ts'
import { buildOutreachFacts, type ContactIdentity, type ContactState } from '../reachability/facts.ts'
import { findContactIdentity, readContactStates } from '../reachability/queries.ts'
import { unresolvedSeconds } from '../sends/campaign/outcome.ts'
import { isSwitchedOff, resolveFailedOpening } from '../sends/failed-opening.ts'
import type { HoldReason } from '../sends/send.ts'
import { addFollowUpDelay, followUpMessageId } from './follow-up.ts'
import { endFollowUp, type FollowUpRow, findFollowedSend } from './queries.ts'

/** The person who may get a follow-up, live or in the sandbox. */
export type FollowUpContact = {
  reached: ContactState
  /** They have replied since the send. */
  hasAnswered: boolean
  identity: ContactIdentity | undefined
  slots(): Promise<FilledPerson>
}
type FilledPerson = Parameters<typeof fillOpener>[2]

export type FollowUpEvaluationDeps = Pick<OutreachDeps, 'db' | 'world' | 'definitions' | 'channels'> & {
  readContact(agent: AgentKey, row: EvaluatedFollowUp): Promise<FollowUpContact | undefined>
}

type Outreach = AgentDefinition['outreaches'][number]
type OutreachWithFollowUp = Outreach & { followUp: NonNullable<Outreach['followUp']> }

/** A waiting follow-up as far as its guardrails need it. */
export type EvaluatedFollowUp = Pick<
  FollowUpRow,
  'send_id' | 'outreach_id' | 'person_id' | 'asid' | 'sent_count' | 'created_at' | 'delay_started_at'
>

export type FollowUpDecision =
  | { kind: 'stop'; reason: string }
  | { kind: 'over' }
  | { kind: 'wait'; until: Date; reason?: HoldReason }
  | { kind: 'send'; aml: string; delivery?: Delivery; outreach: OutreachWithFollowUp }

/** Applies the guardrails of a scheduled follow-up to the current state, which may have changed since the send. */
export async function evaluateFollowUp(
  agent: AgentKey,
  row: EvaluatedFollowUp,
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
  row: EvaluatedFollowUp,
  { definition, outreach }: FollowUpConfig,
  deps: FollowUpEvaluationDeps,
): Promise<FollowUpDecision> {
  const contact = await deps.readContact(agent, row)
  if (!contact) return stop('no_channel_identity')
  const now = deps.world.now()
  const facts = buildOutreachFacts(contact.reached, {
    ...{ now, class: outreach.class, settings: definition.sendingSettings },
    obsolete: contact.hasAnswered ? 'answered' : undefined,
    switchedOff: outreach.enabled ? undefined : 'outreach_disabled',
    plannedAt: row.delay_started_at ? addFollowUpDelay(outreach.followUp, row.delay_started_at) : undefined,
  })
  const binding = await findBindingState(agent, outreach, deps)
  const { channel, stopped } = contact.identity ?? {}
  const channels = channel === undefined ? [] : [reachedOn({ channel, stopped: stopped ?? false, binding })]
  const decision = decideOutreach('followUp', facts, channels)
  if (decision.verdict === 'no') return stop(decision.reason)
  if (decision.verdict === 'wait') return { kind: 'wait', until: decision.until, reason: decision.reason as HoldReason }
  if (decision.verdict === 'held') {
    return { kind: 'wait', until: new Date(now.getTime() + offMilliseconds), reason: decision.reason as HoldReason }
  }
  const person = await contact.slots()
  const message = fillOpener(definition, outreach.followUp.templateId, person)
  if (!('aml' in message)) return stop('template_blocked')
  // The template of the Outreach says what the opener says, not what the follow-up does.
  const policy = { ...outreach, templates: undefined }
  return { kind: 'send', aml: message.aml, delivery: deliveryOf(policy, { definition, person }), outreach }
}

/** Switching it on triggers a recheck; the one-day wait is only a safety net. */
const offMilliseconds = 86_400_000

/** A follow-up goes where its send went; it is held while every binding of the Outreach is turned off. */
async function findBindingState(
  agent: AgentKey,
  outreach: OutreachWithFollowUp,
  { channels }: FollowUpEvaluationDeps,
): Promise<ChannelFacts['binding']> {
  const bindings = await channels.listBindings(agent)
  const own = channelsOf(outreach).flatMap((channel) => bindings.filter((one) => one.channel === channel))
  return own.length > 0 && own.every(({ status }) => status !== 'Active') ? 'off' : 'active'
}

const createLiveContactReader =
  ({ db }: Pick<OutreachDeps, 'db'>): FollowUpEvaluationDeps['readContact'] =>
  async (agent, row) => {
    const { person_id: personId, asid } = row
    const reached = (await readContactStates(db, agent, [personId])).get(personId)
    if (!reached) return undefined
    return {
      reached,
      hasAnswered: await hasAnswered(agent, row, { reached, db }),
      identity: await findContactIdentity(db, agent, { personKey: reached.personKey, asid }),
      slots: async () => (await readPersonSlots(db, agent, personId)) ?? {},
    }
  }

/** Checks all channels: a person who is talking with the agent gets no follow-up. */
async function hasAnswered(
  agent: AgentKey,
  row: EvaluatedFollowUp,
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
  const readContact = createLiveContactReader(deps)
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
      const verdict = await evaluateFollowUp(agent, row, { ...deps, readContact })
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
    delivery: verdict.delivery,
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
  { text, at, asid, channel }: { text: string; at: Date; asid: string; channel: Channel },
  deps: FollowUpDeps,
): Promise<WorkOutcome<FollowUpUpdate>> {
  const { send_id: sendId, outreach_id: outreachId } = row
  const { outreaches } = await deps.definitions.read(deps.db, agent)
  const { playbookId, followUp } = outreaches.find(({ id }) => id === outreachId) ?? {}
  await deps.opened(agent, asid, { text, playbookId, outreachId })
  const { times, next } = planNextFollowUp(followUp, row.sent_count, at)
  const data = { outreachId, sendId, followUp: times }
  deps.writeLog(agent, { level: 'info', event: 'outreach.sent', asid, channel, data })
  return next
    ? continueAt(next, { set: { sent_count: times, reason: null, delay_started_at: at } })
    : finish({ set: { state: 'done', sent_count: times, reason: null } })
}

/** After a follow-up was sent at `at`: how many there are now, and when the next one is due. */
export function planNextFollowUp(
  followUp: Outreach['followUp'],
  before: number,
  at: Date,
): { times: number; next?: Date } {
  const times = before + 1
  const isOver = !followUp || times >= (followUp.maxTimes ?? 1)
  return { times, ...(!isOver && { next: addFollowUpDelay(followUp, at) }) }
}

function stopWith(agent: AgentKey, row: FollowUpRow, reason: string, deps: FollowUpDeps): WorkOutcome<FollowUpUpdate> {
  const { outreach_id: outreachId, send_id: sendId, asid, sent_count: times } = row
  if (reason !== 'answered') {
    const data = { outreachId, sendId, followUp: times + 1, reason }
    deps.writeLog(agent, { level: 'warn', event: 'outreach.suppressed', asid, data })
  }
  const write = (tx: Db) => deps.abandon(tx, agent, followUpMessageId(sendId, times), expiredWith(reason))
  return finish({ set: { state: 'stopped', reason }, write })
}

const expiredWith = (reason: string) => ({ reason: 'expired', detail: `The follow-up was stopped: ${reason}` })
