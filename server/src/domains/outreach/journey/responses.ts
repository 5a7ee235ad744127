import type { FieldError } from '@parley/findings'
import { z } from 'zod'
import type { Db } from '../../../platform/db/database.ts'
import { Problem, problem } from '../../../platform/http/problem.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { NamedSendResult } from '../sends/request.ts'
import { type SendState, sendStates } from '../sends/send.ts'
import { idempotencyKinds, type JourneyKey } from './request.ts'

/** Part of the compatibility contract: values may be added, but never removed or redefined. */
const outcomes = ['queued', 'duplicate', 'skipped', 'refused'] as const
const reasons = ['', 'opted_out', 'declined', 'consent_denied', 'missing_inputs'] as const
type Reason = (typeof reasons)[number]

export const sampleOutcome = {
  outcome: 'queued',
  reason: '',
  detail: '',
  sendId: 'snd_01',
  personId: 'per_01',
  unknownInputs: ['nickname'],
  idempotency: 'journey',
} as const

/** Every field is always present: a platform that infers the response from a sample handles neither null nor absent. */
export const JourneyOutcome = z
  .strictObject({
    outcome: z.enum(outcomes),
    reason: z
      .enum(reasons)
      .meta({ description: 'Empty unless refused. Treat an unknown reason as: do not contact them.' }),
    detail: z.string(),
    sendId: z.string().meta({ description: 'Empty unless queued or duplicate.' }),
    personId: z.string(),
    unknownInputs: z.array(z.string()),
    idempotency: z.enum(idempotencyKinds),
  })
  .meta({ id: 'JourneyOutcome', examples: [sampleOutcome] })
export type JourneyOutcome = z.infer<typeof JourneyOutcome>

type Idempotency = JourneyKey['idempotency']

export function toAcceptedOutcome(result: NamedSendResult, idempotency: Idempotency): JourneyOutcome {
  const { status: outcome, sendId = '', personId = '', unknownInputs } = result
  return {
    outcome,
    reason: '',
    detail: '',
    sendId: outcome === 'skipped' ? '' : sendId,
    personId,
    unknownInputs,
    idempotency,
  }
}

/** Without a detail here, the decision's own detail is used. */
const refusals: ReadonlyMap<string, { reason: Reason; detail?: string }> = new Map([
  ['agent.outreach.opted_out', { reason: 'opted_out', detail: 'The number replied STOP' }],
  ['agent.outreach.consent_declined', { reason: 'declined', detail: 'consent.sms is n' }],
  ['agent.outreach.consent_denied', { reason: 'consent_denied', detail: 'The recorded consent is denied' }],
  ['agent.outreach.missing_inputs', { reason: 'missing_inputs' }],
])

/** Business refusals become an outcome; all other errors are rethrown with the messages of this API. */
export function toRefusedOutcome(error: unknown, idempotency: Idempotency): JourneyOutcome {
  const refusal = error instanceof Problem ? refusals.get(error.code) : undefined
  if (!(error instanceof Problem) || !refusal) throw toJourneyProblem(error)
  const { reason, detail = error.message } = refusal
  return { outcome: 'refused', reason, detail, sendId: '', personId: '', unknownInputs: [], idempotency }
}

const personaId = 'emulator.personaId'
const fieldErrors: ReadonlyMap<string, FieldError> = new Map([
  ['agent.outreach.recipient_not_found', { field: personaId, message: 'does not match any persona of this agent' }],
  ['agent.persona.not_found', { field: personaId, message: 'does not match any persona of this agent' }],
  ['agent.persona.unavailable', { field: personaId, message: 'has no emulator identity: reset the persona first' }],
  [
    'agent.outreach.no_channel_identity',
    { field: personaId, message: 'cannot receive messages: reset the persona first' },
  ],
  ['agent.outreach.invalid_address', { field: 'profile.phone', message: 'is not a number that can be reached' }],
  [
    'agent.outreach.channel_unavailable',
    { field: 'profile.channel', message: 'is not a channel that Outreach can send on' },
  ],
])

function toJourneyProblem(error: unknown): unknown {
  if (!(error instanceof Problem)) return error
  if (error.code === 'agent.outreach.not_found') return problem(error.code, 404, error.details)
  if (error.code === 'service.unavailable') return problem('agent.outreach_send.upstream', 502)
  if (error.code === 'request.invalid') return problem(error.code, 400, error.details)
  const misfit = fieldErrors.get(error.code)
  if (!misfit) return error
  return problem('request.invalid', 400, { detail: `${misfit.field} ${misfit.message}`, errors: [misfit] })
}

export type JourneySendRecord = {
  sendId: string
  state: SendState
  reason?: string
  nextAttemptAt?: string
  respondedAt?: string
  delivery: { delivered: boolean; read: boolean }
}
export type ReadJourneySend = (db: Db, agent: AgentKey, sendId: string) => Promise<JourneySendRecord | undefined>

export const sampleStatus = {
  sendId: 'snd_01',
  state: 'sent',
  reason: '',
  reachable: true,
  delivered: true,
  read: false,
  replied: false,
  final: true,
  nextAttemptAt: '',
} as const

export const JourneyStatus = z
  .strictObject({
    sendId: z.string(),
    state: z.enum(sendStates),
    reason: z.string(),
    reachable: z.boolean().meta({ description: 'False only if the number cannot receive RCS.' }),
    delivered: z.boolean(),
    read: z.boolean(),
    replied: z.boolean(),
    final: z.boolean().meta({ description: 'The state no longer changes.' }),
    nextAttemptAt: z.string().meta({ description: 'When the next attempt is due; otherwise empty.' }),
  })
  .meta({ id: 'JourneyStatus', examples: [sampleStatus] })
export type JourneyStatus = z.infer<typeof JourneyStatus>

const finalStates: ReadonlySet<SendState> = new Set(['sent', 'failed', 'suppressed', 'cancelled'])

export function toJourneyStatus(send: JourneySendRecord): JourneyStatus {
  const { sendId, state, reason = '', nextAttemptAt = '', respondedAt, delivery } = send
  return {
    sendId,
    state,
    reason,
    reachable: reason !== 'not_rcs_capable',
    delivered: delivery.delivered,
    read: delivery.read,
    replied: respondedAt !== undefined,
    final: finalStates.has(state),
    nextAttemptAt,
  }
}
