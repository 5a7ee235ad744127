import type { Channel } from '@parley/amf'
import {
  type AgentDefinition,
  findNextStep,
  findOutreach,
  findSequence,
  type SequenceResponse,
  type SequenceStep,
} from '@parley/definition'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import {
  continueAt,
  defineWork,
  finish,
  type NewWorkColumns,
  newWorkColumns,
  nudge,
  type WorkOutcome,
} from '../../../platform/work/index.ts'
import { findAgentByKey } from '../../agents/index.ts'
import { personProfiles } from '../../people/index.ts'
import type { EnqueueSend } from '../deps.ts'
import { readContactStates } from '../reachability/queries.ts'
import {
  type AutomatedSend,
  evaluateAutomatedSend,
  nextCheckAt,
  type RuleDecision,
  type RuleEvaluationDeps,
} from '../rules/worker.ts'
import { type EndedStep, enrollmentStepKeyOf, type StopReason } from './enrollment.ts'
import { deleteEnrollment, type EnrollmentRow, endedSteps, updateEnrollment } from './queries.ts'

type StepPlan = { step: SequenceStep; plannedAt: Date }
export type EnrollmentDecision =
  | { kind: 'gone' }
  | { kind: 'complete' }
  | { kind: 'stop'; reason: StopReason }
  | ({ kind: 'fail'; reason: string } & StepPlan)
  | ({ kind: 'skip'; reason: string } & StepPlan)
  | ({ kind: 'wait'; reason?: string; until: Date } & StepPlan)
  | ({ kind: 'send'; asid: string; channel: Channel; outreachId: string; class: 'marketing' | 'service' } & StepPlan)

export type EvaluatedEnrollment = Pick<EnrollmentRow, 'sequence_id' | 'delayed_from' | 'steps'>

/** What a decision reads of the enrolled person: of the database, or of the sandbox. */
export type EnrolledPerson = {
  matches(filter: Readonly<Record<string, unknown>>): Promise<boolean>
  readLastInboundAt(): Promise<Date | undefined>
  evaluateSend(send: Omit<AutomatedSend, 'personId'>): Promise<RuleDecision>
}

function createLivePerson(db: Db, agent: AgentKey, personId: string, deps: RuleEvaluationDeps): EnrolledPerson {
  return {
    matches: async (filter) => (await personProfiles.matching(db, agent, filter, [personId])).length > 0,
    readLastInboundAt: async () => (await readContactStates(db, agent, [personId])).get(personId)?.lastInboundAt,
    evaluateSend: (send) => evaluateAutomatedSend(db, agent, { personId, ...send }, deps),
  }
}

const evaluateLive = async (db: Db, agent: AgentKey, row: EnrollmentRow, deps: RuleEvaluationDeps) => {
  const definition = await deps.definitions.read(db, agent)
  const person = createLivePerson(db, agent, row.person_id, deps)
  return evaluateEnrollment(row, { definition, person, now: deps.world.now() })
}

type EvaluationContext = { definition: AgentDefinition; person: EnrolledPerson; now: Date }

/** Decides about the next step from the current state: sequence, person, consent, hours and conversations. */
export async function evaluateEnrollment(
  row: EvaluatedEnrollment,
  { definition, person, now }: EvaluationContext,
): Promise<EnrollmentDecision> {
  if (!definition.sequences.some(({ id }) => id === row.sequence_id)) return { kind: 'gone' }
  const sequence = findSequence(definition, row.sequence_id)
  const stop = await findStop(row, sequence, person)
  if (stop) return { kind: 'stop', reason: stop }
  const step = findNextStep(sequence, endedSteps(row))
  if (!step) return { kind: 'complete' }
  const plan = { step, plannedAt: new Date(row.delayed_from.getTime() + step.afterMinutes * 60_000) }
  if (plan.plannedAt <= now && step.onlyIf && !(await person.matches(step.onlyIf))) {
    return { kind: 'skip', reason: 'only_if', ...plan }
  }
  return evaluateStep({ sequence, definition, plan, person })
}

type StepContext = {
  sequence: SequenceResponse
  definition: AgentDefinition
  plan: StepPlan
  person: EnrolledPerson
}

/** The guardrails of automated outreach. */
async function evaluateStep({ sequence, definition, plan, person }: StepContext): Promise<EnrollmentDecision> {
  const { step, plannedAt } = plan
  const outreach = findOutreach(definition, step.outreachId)
  const rule = { enabled: sequence.enabled, sendWindow: step.sendWindow }
  const decision = await person.evaluateSend({ rule, outreach, definition, plannedAt })
  if (decision.kind === 'skip') return toStepDecision(decision, plan)
  if (decision.kind === 'wait') {
    const reason = decision.reason === 'rule_disabled' ? 'sequence_disabled' : decision.reason
    const planned = decision.plannedAt ?? decision.until
    return { kind: 'wait', reason, until: decision.until, step, plannedAt: planned }
  }
  const { asid, channel } = decision
  return { kind: 'send', asid, channel, outreachId: outreach.id, class: outreach.class, ...plan }
}

/** A frequency cap only delays a step: the people of a sequence expect the rest of it. */
function toStepDecision({ reason, capEnd }: RuleDecision & { kind: 'skip' }, plan: StepPlan): EnrollmentDecision {
  if (reason === 'opted_out' || reason === 'no_consent') return { kind: 'stop', reason }
  if (capEnd) return { kind: 'wait', reason, until: capEnd, step: plan.step, plannedAt: capEnd }
  if (reason === 'no_channel_identity') return { kind: 'fail', reason, ...plan }
  return { kind: 'skip', reason, ...plan }
}

/**
 * Stops that no event may have reported: a reply to another conversation, and a filter over times, or over fields that
 * changed before the enrollment.
 */
async function findStop(
  row: EvaluatedEnrollment,
  { stopOn, entry }: SequenceResponse,
  person: EnrolledPerson,
): Promise<StopReason | undefined> {
  if (stopOn.includes('left') && entry?.filter && !(await person.matches(entry.filter))) return 'left'
  const first = endedSteps(row).find(({ state }) => state === 'sent')
  if (!first || !stopOn.includes('replied')) return undefined
  const lastInboundAt = await person.readLastInboundAt()
  return lastInboundAt && lastInboundAt > new Date(first.at) ? 'replied' : undefined
}

const work = {
  kind: 'outreach.sequences',
  table: 'sequence_enrollments',
  key: ['agent_key', 'sequence_id', 'person_id'],
} as const

export function nudgeEnrollments(tx: Db): void {
  nudge(tx, work.kind)
}

/** The columns that make an enrollment due. */
export const dueAgainAt = (at: Date): NewWorkColumns => newWorkColumns(at)

export type SequenceWorkDeps = RuleEvaluationDeps & { db: Db; enqueue: EnqueueSend }

const keyOf = (row: EnrollmentRow) => ({ sequenceId: row.sequence_id, personId: row.person_id })

/** Applies the guardrails of automated outreach to the next step of each enrollment, and enqueues its send. */
export function sequenceWork(deps: SequenceWorkDeps) {
  const { db } = deps
  return defineWork({
    ...work,
    concurrency: 8,
    retry: { attempts: 20, baseSeconds: 5, maxSeconds: 600 },
    maxCrashes: 200,
    async perform(row): Promise<WorkOutcome<object>> {
      const agent = await findAgentByKey(db, row.agent_key)
      if (!agent || row.state !== 'active' || row.send_id !== null) return finish()
      const decision = await evaluateLive(db, agent, row, deps)
      if (decision.kind === 'send') return finish({ write: (tx) => sendStep(tx, agent, row, deps) })
      if (decision.kind === 'gone') return finish({ write: (tx) => deleteEnrollment(tx, agent, keyOf(row)) })
      const now = deps.world.now()
      const set = toEnrollmentUpdate(row, decision, now)
      if (decision.kind === 'wait') return continueAt(decision.until, { set })
      return decision.kind === 'skip' ? continueAt(now, { set }) : finish({ set })
    },
    async giveUp(tx, row) {
      const agent = await findAgentByKey(tx, row.agent_key)
      const failed = { state: 'failed', reason: 'internal_error', ended_at: deps.world.now() }
      if (agent) await updateEnrollment(tx, agent, keyOf(row), failed)
    },
  })
}

type SettledDecision = Exclude<EnrollmentDecision, { kind: 'send' | 'gone' }>

function toEnrollmentUpdate(row: EnrollmentRow, decision: SettledDecision, now: Date) {
  const over = { step_id: null, planned_at: null, ended_at: now }
  if (decision.kind === 'complete') return { state: 'completed', reason: null, ...over }
  if (decision.kind === 'stop') {
    const replied = decision.reason === 'replied' && { replied_at: row.replied_at ?? now }
    return { state: 'stopped', reason: decision.reason, ...over, ...replied }
  }
  if (decision.kind === 'fail') return { state: 'failed', reason: decision.reason, ...over }
  const { step, plannedAt, reason } = decision
  if (decision.kind === 'wait') return { reason: reason ?? null, step_id: step.id, planned_at: plannedAt }
  const skipped: EndedStep = { stepId: step.id, state: 'skipped', reason, at: now.toISOString() }
  return { steps: JSON.stringify([...endedSteps(row), skipped]), delayed_from: now, reason: null, step_id: null }
}

/**
 * Evaluates again under the person's lock: if a rule and a sequence are about to send to one person, the second sees what
 * the first has queued.
 */
async function sendStep(tx: Db, agent: AgentKey, row: EnrollmentRow, deps: SequenceWorkDeps): Promise<void> {
  const now = deps.world.now()
  const key = keyOf(row)
  if (!(await personProfiles.tryLock(tx, agent, key.personId))) {
    return updateEnrollment(tx, agent, key, newWorkColumns(nextCheckAt(row.planned_at ?? row.enrolled_at, now)))
  }
  const decision = await evaluateLive(tx, agent, row, deps)
  if (decision.kind === 'gone') return deleteEnrollment(tx, agent, key)
  if (decision.kind !== 'send') {
    const { steps, ...set } = toEnrollmentUpdate(row, decision, now) as { steps?: string }
    const at = decision.kind === 'wait' ? decision.until : now
    const again = decision.kind === 'wait' || decision.kind === 'skip' ? newWorkColumns(at) : {}
    return updateEnrollment(tx, agent, key, { ...set, ...again, ...(steps && { steps: JSON.parse(steps) }) })
  }
  const { step, asid, channel, outreachId, plannedAt } = decision
  const id = deps.world.newId('snd')
  const isQueued = await deps.enqueue(tx, agent, {
    ...{ id, outreachId, class: decision.class, asid, channel, origin: 'sequence' },
    ...{
      personId: key.personId,
      sequenceId: key.sequenceId,
      stepId: step.id,
      keyHash: enrollmentStepKeyOf(row, step.id),
      now,
    },
  })
  if (isQueued)
    return updateEnrollment(tx, agent, key, { reason: null, send_id: id, step_id: step.id, planned_at: plannedAt })
  // The step was queued before, by a send that the row no longer knows: never again.
  const ended: EndedStep = { stepId: step.id, state: 'skipped', reason: 'already_sent', at: now.toISOString() }
  const steps = [...endedSteps(row), ended] as unknown as EnrollmentRow['steps']
  await updateEnrollment(tx, agent, key, { steps, delayed_from: now, ...newWorkColumns(now) })
}
