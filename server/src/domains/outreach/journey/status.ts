import { z } from 'zod'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { type SendState, sendStates } from '../sends/send.ts'

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
    reachable: z.boolean().meta({ description: 'False only where the number cannot receive RCS.' }),
    delivered: z.boolean(),
    read: z.boolean(),
    replied: z.boolean(),
    final: z.boolean().meta({ description: 'The state changes no more.' }),
    nextAttemptAt: z.string().meta({ description: 'When it is tried again; else empty.' }),
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
