import type { SequenceResponse } from '@parley/definition'
import type { Db } from '../../../platform/db/database.ts'
import { notFound, problem } from '../../../platform/http/problem.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { findPerson } from '../../people/index.ts'
import { type EnrollmentBody, hashEnrollmentKey } from './enrollment.ts'
import { type SequenceListenerDeps, stopEnrollments } from './listener.ts'
import {
  type EnrollmentKey,
  type EnrollmentRow,
  findEnrollment,
  findEnrollmentByKey,
  insertEnrollments,
} from './queries.ts'
import { nudgeEnrollments } from './worker.ts'

type EnrollmentRequest = { sequence: SequenceResponse; request: EnrollmentBody }

/** Enrolls a person once, however many requests arrive at the same time. */
export async function enrollPerson(
  tx: Db,
  agent: AgentKey,
  { sequence, request }: EnrollmentRequest,
  { world }: Pick<SequenceListenerDeps, 'world'>,
): Promise<{ row: EnrollmentRow; isNew: boolean }> {
  const { personId, idempotencyKey } = request
  const keyHash = idempotencyKey === undefined ? undefined : hashEnrollmentKey(idempotencyKey)
  const repeated = keyHash && (await findEnrollmentByKey(tx, agent, sequence.id, keyHash))
  if (repeated) return answerRepeat(repeated, personId)
  if (!(await findPerson(tx, agent, personId))) throw notFound()
  const people = [{ personId, id: world.newId('enr'), keyHash }]
  const enrolled = await insertEnrollments(tx, agent, { sequence, people, now: world.now() })
  const row = await findEnrollment(tx, agent, { sequenceId: sequence.id, personId })
  if (!row) throw notFound()
  if (enrolled.size > 0) {
    nudgeEnrollments(tx)
    return { row, isNew: true }
  }
  // Another request with the same key was faster.
  if (keyHash && row.key_hash?.equals(keyHash)) return { row, isNew: false }
  throw problem('resource.conflict', 409, { detail: describeConflict(sequence, row) })
}

function answerRepeat(row: EnrollmentRow, personId: string): { row: EnrollmentRow; isNew: boolean } {
  if (row.person_id === personId) return { row, isNew: false }
  throw problem('resource.conflict', 409, { detail: 'The idempotencyKey was already used for another person' })
}

function describeConflict({ reenterAfterDays }: SequenceResponse, { state }: EnrollmentRow): string {
  if (state === 'active') return 'The person is already enrolled in the sequence'
  if (reenterAfterDays === undefined) return 'The person was enrolled before, and the sequence has no reenterAfterDays'
  return `The person was enrolled before, and may be enrolled again ${reenterAfterDays} days after the end`
}

/** Returns undefined when the person was never enrolled. */
export async function stopEnrollment(
  tx: Db,
  agent: AgentKey,
  key: EnrollmentKey,
  { world }: Pick<SequenceListenerDeps, 'world'>,
): Promise<EnrollmentRow | undefined> {
  await stopEnrollments(tx, agent, { keys: [key], reason: 'manual' }, world)
  return findEnrollment(tx, agent, key)
}
