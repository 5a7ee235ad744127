import { channels } from '@parley/amf'
import { sendFailureReasons, sendOrigins, sendStates } from '@parley/definition/vocabulary'
import { z } from 'zod'
import { timestamp } from '../../../platform/http/schemas.ts'
import type { DeliveryRecord, SendRecord } from './queries/records.ts'

const DeliveryResponse = z.strictObject({
  known: z
    .boolean()
    .meta({ description: 'False: there is no delivery record for the send, and the other fields are empty.' }),
  sent: z.boolean(),
  delivered: z.boolean(),
  read: z.boolean(),
  failed: z.boolean(),
  sentAt: timestamp.optional(),
  deliveredAt: timestamp.optional(),
  readAt: timestamp.optional(),
  failedAt: timestamp.optional(),
  failReason: z.string().optional(),
})

const unknownDelivery = { known: false, sent: false, delivered: false, read: false, failed: false }

export const OutreachSend = z
  .strictObject({
    sendId: z.string(),
    outreachId: z.string(),
    origin: z.enum(sendOrigins),
    campaignId: z.string().optional(),
    automatedOutreachId: z.string().optional(),
    sequenceId: z.string().optional(),
    variantId: z.string().optional().meta({ description: 'The variant of the campaign.' }),
    test: z.boolean().optional().meta({ description: "True for a test of a campaign's opener." }),
    personId: z.string(),
    state: z.enum(sendStates),
    reason: z.enum(sendFailureReasons).optional(),
    detail: z.string().optional(),
    channel: z.enum(channels),
    asid: z.string(),
    address: z.string().optional().meta({ description: 'Only for callers with write access to people.' }),
    messageId: z.string().optional(),
    queuedAt: timestamp,
    sentAt: timestamp.optional(),
    failedAt: timestamp.optional(),
    cancelledAt: timestamp.optional(),
    respondedAt: timestamp.optional(),
    attempts: z.int().optional().meta({ description: 'Only for named sends, at most 4.' }),
    nextAttemptAt: timestamp.optional(),
    delivery: DeliveryResponse,
    taps: z
      .array(z.strictObject({ url: z.string(), at: timestamp }))
      .optional()
      .meta({ description: 'The first tap on each link of the message; only with trackLinks.' }),
    consent: z
      .strictObject({
        claimed: z.enum(['yes', 'none']),
        recorded: z.enum(['granted', 'unknown', 'new']),
        evidence: z.string().optional(),
        capturedAt: z.string().optional(),
        source: z.string().optional(),
      })
      .optional(),
  })
  .meta({
    id: 'OutreachSend',
    examples: [
      {
        sendId: 'snd_01',
        outreachId: 'spring-visit',
        origin: 'named',
        personId: 'per_01',
        state: 'queued',
        channel: 'rcs',
        asid: 'usr_01',
        queuedAt: '2030-01-31T09:00:00.000Z',
        attempts: 0,
        delivery: unknownDelivery,
        consent: { claimed: 'none', recorded: 'unknown' },
      },
    ],
  })
export type OutreachSend = z.input<typeof OutreachSend>

export function serializeSend(record: SendRecord, { showsAddress }: { showsAddress: boolean }): OutreachSend {
  const isNamed = record.origin === 'named'
  return {
    sendId: record.id,
    outreachId: record.outreach_id,
    origin: record.origin,
    campaignId: record.campaign_id ?? undefined,
    automatedOutreachId: record.rule_id ?? undefined,
    sequenceId: record.sequence_id ?? undefined,
    variantId: record.variant_id ?? undefined,
    test: record.is_test || undefined,
    personId: record.person_id,
    state: record.state,
    reason: record.reason ?? undefined,
    detail: record.detail ?? undefined,
    channel: record.channel as OutreachSend['channel'],
    asid: record.asid,
    address: showsAddress ? (record.address ?? undefined) : undefined,
    messageId: record.message_id ?? undefined,
    queuedAt: record.queued_at.toISOString(),
    ...timesOf(record),
    attempts: isNamed ? record.provider_attempts : undefined,
    delivery: deliveryOf(record.delivery),
    taps: record.taps?.map(({ url, at }) => ({ url, at: new Date(at).toISOString() })),
    consent: isNamed ? (record.consent ?? undefined) : undefined,
  }
}

const iso = (at: Date | string | null): string | undefined => (at === null ? undefined : new Date(at).toISOString())

const timesOf = (record: SendRecord) => ({
  sentAt: iso(record.sent_at),
  failedAt: iso(record.failed_at),
  cancelledAt: iso(record.cancelled_at),
  respondedAt: iso(record.responded_at),
  nextAttemptAt: iso(record.next_attempt_at),
})

/** A read message counts as delivered. */
function deliveryOf(delivery: DeliveryRecord | null): OutreachSend['delivery'] {
  if (!delivery) return unknownDelivery
  const { sentAt, deliveredAt, readAt, failedAt, reason } = delivery
  return {
    known: true,
    sent: sentAt !== null,
    delivered: deliveredAt !== null || readAt !== null,
    read: readAt !== null,
    failed: failedAt !== null,
    sentAt: iso(sentAt),
    deliveredAt: iso(deliveredAt ?? readAt),
    readAt: iso(readAt),
    failedAt: iso(failedAt),
    failReason: failedAt === null ? undefined : (reason ?? undefined),
  }
}
