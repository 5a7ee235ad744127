import { deliveryStatuses } from '@parley/definition/vocabulary'
import { instant } from '@parley/findings'
import { z } from 'zod'
import { pageQuery } from '../../../platform/http/page.ts'
import { timestamp } from '../../../platform/http/schemas.ts'

export type DeliveryStatus = (typeof deliveryStatuses)[number]

export const DeliveryAttempt = z.strictObject({
  at: timestamp,
  status: z.int().optional().meta({ description: 'The status the endpoint returned.' }),
  error: z.string().optional().meta({ description: 'Why the attempt failed.' }),
  milliseconds: z.int(),
  response: z.string().optional().meta({ description: 'The first 2 KB of the response.' }),
})
export type DeliveryAttempt = z.infer<typeof DeliveryAttempt>

const fields = {
  id: z.string().meta({ description: 'The event id, the same in every attempt: `webhook-id`.' }),
  webhookId: z.string(),
  type: z.string(),
  status: z.enum(deliveryStatuses),
  attemptCount: z.int().meta({ description: 'Attempts still in the log.' }),
  lastAttemptAt: timestamp.optional(),
  nextAttemptAt: timestamp.optional().meta({
    description: 'While it is pending; absent during an attempt, and while the webhook is not active.',
  }),
  lastError: z.string().optional(),
  createdAt: timestamp,
}

const at = '2030-01-31T09:00:00.000Z'
const example = {
  id: 'evt_01',
  webhookId: 'whk_01',
  type: 'person.created',
  status: 'pending' as const,
  attemptCount: 1,
  lastAttemptAt: at,
  nextAttemptAt: '2030-01-31T09:00:25.000Z',
  lastError: 'The endpoint returned status 503',
  createdAt: at,
}

export const WebhookDelivery = z.strictObject(fields).meta({ id: 'WebhookDelivery', examples: [example] })
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

export const WebhookDeliveryDetail = z
  .strictObject({
    ...fields,
    payload: z.record(z.string(), z.unknown()).meta({ description: 'The body as it is sent.' }),
    attempts: z.array(DeliveryAttempt),
  })
  .meta({
    id: 'WebhookDeliveryDetail',
    examples: [
      {
        ...example,
        payload: { id: 'evt_01', type: 'person.created', timestamp: at, orgId: 'demo', data: { personId: 'per_01' } },
        attempts: [{ at, status: 503, error: 'The endpoint returned status 503', milliseconds: 41 }],
      },
    ],
  })
export type WebhookDeliveryDetail = z.infer<typeof WebhookDeliveryDetail>

export const OrgEvent = z
  .strictObject({
    id: fields.id,
    type: z.string(),
    timestamp,
    orgId: z.string(),
    data: z.record(z.string(), z.unknown()),
  })
  .meta({
    id: 'OrgEvent',
    examples: [{ id: 'evt_01', type: 'person.created', timestamp: at, orgId: 'demo', data: { personId: 'per_01' } }],
  })
export type OrgEvent = z.infer<typeof OrgEvent>

export const eventQuery = pageQuery.extend({
  type: z.string().max(100).optional().meta({ description: 'Only events of this name.' }),
  start: instant.optional().meta({ description: 'Only events since then.' }),
})
export type EventQuery = z.output<typeof eventQuery>

export const deliveryQuery = pageQuery.extend({
  status: z.enum(deliveryStatuses).optional(),
  type: z.string().max(100).optional(),
})
export type DeliveryQuery = z.output<typeof deliveryQuery>

export const WebhookRecover = z
  .strictObject({ since: instant })
  .meta({ id: 'WebhookRecover', examples: [{ since: '2030-01-30T00:00:00.000Z' }] })

export const WebhookRecovered = z
  .strictObject({ count: z.int().meta({ description: 'Deliveries queued again.' }) })
  .meta({ id: 'WebhookRecovered', examples: [{ count: 12 }] })

/** `data` is already JSON, as in the outbox. */
type DeliveryPayload = { id: string; type: string; at: Date; orgId: string; data: string }

/** Returns the same bytes for every attempt: the signature covers them, and receivers may compare. */
export function serializePayload({ id, type, at, orgId, data }: DeliveryPayload): string {
  const head = JSON.stringify({ id, type, timestamp: at.toISOString(), orgId })
  return `${head.slice(0, -1)},"data":${data}}`
}
