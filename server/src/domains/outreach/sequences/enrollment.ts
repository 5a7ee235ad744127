import { createHash } from 'node:crypto'
import { enrollmentStates, sendStates } from '@parley/definition/vocabulary'
import { z } from 'zod'
import { timestamp } from '../../../platform/http/schemas.ts'
import type { SendFailureReason, SendState } from '../sends/send.ts'

export type EnrollmentState = (typeof enrollmentStates)[number]

/** A step that is over: sent, skipped, or ended without being sent. */
export type EndedStep = { stepId: string; sendId?: string; state: string; reason?: string; at: string }

/** The reasons of a stopped enrollment, besides the stops that the sequence declares. */
export type StopReason = 'replied' | 'goal' | 'converted' | 'left' | 'opted_out' | 'no_consent' | 'manual'

export const Enrollment = z
  .strictObject({
    personId: z.string(),
    state: z.enum(enrollmentStates),
    step: z.string().optional().meta({ description: 'The id of the next step.' }),
    dueAt: timestamp.optional().meta({ description: 'When the next step is planned.' }),
    reason: z.string().optional().meta({
      description:
        'Why it was stopped (replied, goal, converted, left, opted_out, no_consent, manual) or failed, or what the next step waits for.',
    }),
    enrolledAt: timestamp,
    endedAt: timestamp.optional(),
    sends: z.array(z.strictObject({ stepId: z.string(), sendId: z.string(), state: z.enum(sendStates) })),
  })
  .meta({
    id: 'SequenceEnrollment',
    examples: [
      {
        personId: 'per_01',
        state: 'active',
        step: 'reminder',
        dueAt: '2030-02-01T09:00:00.000Z',
        enrolledAt: '2030-01-31T09:00:00.000Z',
        sends: [{ stepId: 'welcome', sendId: 'snd_01', state: 'sent' }],
      },
    ],
  })
export type Enrollment = z.input<typeof Enrollment>

export const EnrollmentBody = z
  .strictObject({
    personId: z.string().min(1).max(200),
    idempotencyKey: z
      .string()
      .min(1)
      .max(1000)
      .optional()
      .meta({ description: 'A repeated request with the same key answers with the first enrollment.' }),
  })
  .meta({ id: 'SequenceEnrollmentBody', examples: [{ personId: 'per_01' }] })
export type EnrollmentBody = z.output<typeof EnrollmentBody>

export const PersonaEnrollmentBody = z
  .strictObject({ personaId: z.string().min(1).max(200) })
  .meta({ id: 'PersonaEnrollmentBody', examples: [{ personaId: 'psn_01' }] })

/** One key per step of an enrollment: a step is never sent twice, whatever happens to its row. */
export function enrollmentStepKeyOf({ id, requeued }: { id: string; requeued: number }, stepId: string): Buffer {
  return sha256(['sequence', id, stepId, requeued].join('\n'))
}

export const hashEnrollmentKey = (key: string): Buffer => sha256(`enrollment\n${key}`)

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()

export type StepOutcome = { state: Exclude<SendState, 'queued' | 'sending'>; reason?: SendFailureReason }
export type OutcomeEffect =
  /** The step is over; the next one follows. */
  | { kind: 'next' }
  /** It was not dispatched, and may be queued again. */
  | { kind: 'again' }
  | { kind: 'stop'; reason: StopReason }
  | { kind: 'fail'; reason: string }

const maxRequeued = 3

/** What the end of a step's send means for its enrollment. */
export function resolveStepOutcome({ state, reason }: StepOutcome, requeued: number): OutcomeEffect {
  if (reason === 'opted_out' || reason === 'no_consent') return { kind: 'stop', reason }
  // The person was merged, or lost the identity: the next evaluation decides.
  if (reason === 'no_channel_identity' && requeued < maxRequeued) return { kind: 'again' }
  return state === 'failed' ? { kind: 'fail', reason: reason ?? 'dispatch_failed' } : { kind: 'next' }
}
