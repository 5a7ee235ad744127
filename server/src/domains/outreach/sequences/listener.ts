import { type AgentDefinition, findSequence, type Sequence, type SequenceStop } from '@parley/definition'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { World } from '../../../platform/world.ts'
import type { DefinitionListener, Definitions } from '../../agents/index.ts'
import { type PersonListener, personProfiles } from '../../people/index.ts'
import { findSendPerson } from '../sends/queries/transitions.ts'
import { nudgeSends } from '../sends/worker.ts'
import { type EndedStep, resolveStepOutcome, type StepOutcome } from './enrollment.ts'
import { mergeEnrollments } from './queries/merge.ts'
import {
  type ActiveEnrollment,
  deleteEnrollmentsOf,
  deleteEnrollmentsOfPerson,
  type EnrollmentKey,
  type EnrollmentRow,
  endEnrollments,
  endedSteps,
  insertEnrollments,
  lockActiveEnrollments,
  lockEnrollmentOfSend,
  recordEnrollmentEvent,
  updateEnrollment,
} from './queries.ts'
import { dueAgainAt, nudgeEnrollments } from './worker.ts'

export type SequenceListenerDeps = { definitions: Pick<Definitions, 'read'>; world: World }

const batchSize = 5_000

/** Enrolls the people whom an event triggers the entry of a sequence for, in the transaction of the event. */
export async function enrollPeople(
  tx: Db,
  agent: AgentKey,
  { sequence, personIds }: { sequence: Sequence; personIds: readonly string[] },
  { world }: Pick<SequenceListenerDeps, 'world'>,
): Promise<void> {
  for (let at = 0; at < personIds.length; at += batchSize) {
    const people = personIds.slice(at, at + batchSize).map((personId) => ({ personId, id: world.newId('enr') }))
    await insertEnrollments(tx, agent, { sequence, people, now: world.now() })
  }
  if (personIds.length > 0) nudgeEnrollments(tx)
}

/** What happened to people, as far as it may end their enrollments. */
export type PersonNews = {
  converted: readonly string[]
  /** Any field may have changed: the filter of the entry is applied again. */
  changed: readonly string[]
  goals: readonly { personId: string; goalId: string }[]
}

/** Stops enrollments in the transaction of the event. */
export async function applyPersonNews(
  tx: Db,
  agent: AgentKey,
  news: PersonNews,
  { definitions, world }: SequenceListenerDeps,
): Promise<void> {
  const people = new Set([...news.converted, ...news.changed, ...news.goals.map(({ personId }) => personId)])
  const active = await lockActiveEnrollments(tx, agent, [...people])
  if (active.length === 0) return
  const definition = await definitions.read(tx, agent)
  const reachedGoal = active.filter((one) =>
    news.goals.some(({ personId, goalId }) => personId === one.personId && isGoalOf(definition, one, goalId)),
  )
  await recordEnrollmentEvent(tx, agent, reachedGoal, { column: 'goal_at', now: world.now() })
  const stopping = (keys: readonly ActiveEnrollment[], stop: SequenceStop) =>
    stopEnrollments(tx, agent, { keys: keys.filter((key) => stopsOn(definition, key, stop)), reason: stop }, world)
  await stopping(reachedGoal, 'goal')
  const converted = new Set(news.converted)
  await stopping(active.filter(({ personId }) => converted.has(personId)), 'converted') // biome-ignore format: one line
  await stopping(await findLeft(tx, agent, { definition, active, changed: news.changed }), 'left')
}

const sequenceOf = (definition: AgentDefinition, { sequenceId }: EnrollmentKey) =>
  definition.sequences.some(({ id }) => id === sequenceId) ? findSequence(definition, sequenceId) : undefined

const stopsOn = (definition: AgentDefinition, key: EnrollmentKey, stop: SequenceStop): boolean =>
  sequenceOf(definition, key)?.stopOn.includes(stop) ?? false

/** The Goals of the Outreaches of the sequence; any Goal when none of them has one. */
export function isGoalOf(definition: AgentDefinition, key: EnrollmentKey, goalId: string): boolean {
  const ids = new Set(sequenceOf(definition, key)?.steps.map(({ outreachId }) => outreachId))
  const assigned = definition.outreaches.flatMap(({ id, goal }) =>
    goal && ids.has(id) ? [goal.goalId, goal.then] : [],
  )
  return assigned.length === 0 || assigned.includes(goalId)
}

type LeftQuery = { definition: AgentDefinition; active: readonly ActiveEnrollment[]; changed: readonly string[] }

async function findLeft(tx: Db, agent: AgentKey, { definition, active, changed }: LeftQuery) {
  const candidates = active.filter((key) => changed.includes(key.personId) && stopsOn(definition, key, 'left'))
  const left: ActiveEnrollment[] = []
  for (const [sequenceId, keys] of Map.groupBy(candidates, (key) => key.sequenceId)) {
    const filter = findSequence(definition, sequenceId).entry?.filter
    if (!filter) continue
    const ids = keys.map(({ personId }) => personId)
    const staying = new Set(await personProfiles.matching(tx, agent, filter, ids))
    left.push(...keys.filter(({ personId }) => !staying.has(personId)))
  }
  return left
}

type StoppedEnrollments = { keys: readonly EnrollmentKey[]; reason: string }

export async function stopEnrollments(
  tx: Db,
  agent: AgentKey,
  { keys, reason }: StoppedEnrollments,
  world: World,
): Promise<number> {
  if (keys.length === 0) return 0
  const count = await endEnrollments(tx, agent, keys, { state: 'stopped', reason, now: world.now() })
  if (count > 0) nudgeSends(tx)
  return count
}

/** A merge may already have marked the step as over. */
function addStep(row: EnrollmentRow, ended: EndedStep): EnrollmentRow['steps'] {
  const others = endedSteps(row).filter(({ sendId, stepId }) => sendId !== ended.sendId && stepId !== ended.stepId)
  return [...others, ended] as unknown as EnrollmentRow['steps']
}

/** The reactions of sequences to their sends, people and definitions. */
export type SequenceReactions = {
  personListener: PersonListener
  onSequenceDeleted: DefinitionListener
  /** Called when the send of a step has ended, in that transaction. */
  onStepEnded(tx: Db, agent: AgentKey, sendId: string, outcome: StepOutcome): Promise<void>
  /** The person's first reply to a send: it ends every sequence that has written to them, if that stops on replies. */
  onAnswered(tx: Db, agent: AgentKey, answer: { initiatedBy: string }): Promise<void>
}

export function createSequenceReactions({ definitions, world }: SequenceListenerDeps): SequenceReactions {
  const personListener: PersonListener = {
    onMerge: (tx, agent, { from, into }) => mergeEnrollments(tx, agent, { from: from.id, into: into.id }),
    onErase: (tx, agent, person) => deleteEnrollmentsOfPerson(tx, agent, person.id),
  }

  const onSequenceDeleted: DefinitionListener = async (tx, agent, { before, definition, changed }) => {
    if (!changed.includes('sequences')) return
    const left = new Set(definition.sequences.map(({ id }) => id))
    const gone = before.sequences.filter(({ id }) => !left.has(id)).map(({ id }) => id)
    if (gone.length === 0) return
    await deleteEnrollmentsOf(tx, agent, { sequenceIds: gone, now: world.now() })
    nudgeSends(tx)
  }

  return {
    personListener,
    onSequenceDeleted,
    async onStepEnded(tx, agent, sendId, outcome) {
      const row = await lockEnrollmentOfSend(tx, agent, sendId)
      // A failed send whose message was delivered after all revives its enrollment.
      const isRevived = row?.state === 'failed' && outcome.state === 'sent'
      if (!row) return
      const now = world.now()
      const key = { sequenceId: row.sequence_id, personId: row.person_id }
      const effect = resolveStepOutcome(outcome, row.requeued)
      const idle = { send_id: null, step_id: null, reason: null, ...dueAgainAt(now) }
      if (effect.kind === 'again' && row.state === 'active') {
        await updateEnrollment(tx, agent, key, { ...idle, requeued: row.requeued + 1 })
        return nudgeEnrollments(tx)
      }
      const steps = addStep(row, { stepId: row.step_id ?? '', sendId, ...outcome, at: now.toISOString() })
      // The enrollment was stopped while the step was being sent.
      if (row.state !== 'active' && !isRevived) return updateEnrollment(tx, agent, key, { steps, send_id: null })
      if (effect.kind === 'next') {
        const restarted = { state: 'active', ended_at: null, delayed_from: now, planned_at: null, requeued: 0 }
        await updateEnrollment(tx, agent, key, { steps, ...idle, ...restarted })
        return nudgeEnrollments(tx)
      }
      const failure = outcome.reason ?? 'dispatch_failed'
      const [state, reason] = effect.kind === 'stop' ? ['stopped', effect.reason] : ['failed', failure]
      await updateEnrollment(tx, agent, key, { steps, state, reason, ended_at: now, planned_at: null })
    },
    async onAnswered(tx, agent, { initiatedBy }) {
      const personId = await findSendPerson(tx, agent, initiatedBy)
      const active = personId === undefined ? [] : await lockActiveEnrollments(tx, agent, [personId])
      const written = active.filter(({ wasSent, sendId }) => wasSent || sendId === initiatedBy)
      if (written.length === 0) return
      await recordEnrollmentEvent(tx, agent, written, { column: 'replied_at', now: world.now() })
      const definition = await definitions.read(tx, agent)
      const keys = written.filter((key) => stopsOn(definition, key, 'replied'))
      await stopEnrollments(tx, agent, { keys, reason: 'replied' }, world)
    },
  }
}
