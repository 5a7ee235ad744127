import { boundedText, httpUrl, withReadOnlyFields } from '@parley/findings'
import { z } from 'zod'
import { invalidRequest } from '../../platform/http/problem.ts'
import { timestamp } from '../../platform/http/schemas.ts'
import { isPrivateLiteral } from '../../platform/outbound/connector.ts'
import { builtInCatalog } from '../catalogs/index.ts'

export const maxWebhooks = 50

export const deliveryResults = ['success', 'failure'] as const
export type DeliveryResult = (typeof deliveryResults)[number]

/** `failing`: every call failed for days. `gone`: the endpoint returned 410. */
export const deactivationReasons = ['failing', 'gone'] as const
export type DeactivationReason = (typeof deactivationReasons)[number]

const fields = {
  id: z.string(),
  url: z.string(),
  events: z.array(z.string()).meta({ description: 'Names from the webhook-events catalog; an empty list means none.' }),
  active: z.boolean(),
  description: z.string().optional(),
  signingSecretPrefix: z.string(),
  lastDeliveryAt: timestamp.optional(),
  lastDeliveryStatus: z.enum(deliveryResults).optional(),
  failingSince: timestamp.optional().meta({ description: 'Since when no delivery has succeeded.' }),
  deactivation: z
    .strictObject({ at: timestamp, reason: z.enum(deactivationReasons) })
    .optional()
    .meta({ description: 'Why Parley deactivated it; cleared when it is activated again.' }),
  createdAt: timestamp,
  updatedAt: timestamp,
}

const example = {
  id: 'whk_01',
  url: 'https://example.com/parley-events',
  events: ['person.created', 'appointment.booked'],
  active: true,
  signingSecretPrefix: 'whsec_Ab3dE',
  lastDeliveryAt: '2030-01-31T09:00:00.000Z',
  lastDeliveryStatus: 'success' as const,
  createdAt: '2030-01-31T08:00:00.000Z',
  updatedAt: '2030-01-31T08:00:00.000Z',
}

export const Webhook = z.strictObject(fields).meta({ id: 'Webhook', examples: [example] })
export type Webhook = z.infer<typeof Webhook>

/** Fields that change without a request. */
export const volatileFields = ['lastDeliveryAt', 'lastDeliveryStatus', 'failingSince']

export const NewWebhook = z
  .strictObject({ ...fields, signingSecret: z.string().meta({ description: 'Shown only here, once.' }) })
  .meta({ id: 'NewWebhook', examples: [{ ...example, signingSecret: 'whsec_Ab3dE…' }] })

const url = httpUrl.refine((value) => !hasCredentials(value), 'must not contain a user name or password')

export const eventNames = builtInCatalog.list('webhook-events').map(({ id }) => id)
const events = z
  .array(z.enum(eventNames))
  .max(100)
  .transform((names) => [...new Set(names)])
const description = boundedText({ max: 1000 })

/** Fields that only Parley sets. */
const readOnly = [
  'id',
  'orgId',
  'signingSecretPrefix',
  'lastDeliveryAt',
  'lastDeliveryStatus',
  'failingSince',
  'deactivation',
  'createdAt',
  'updatedAt',
] as const

export const WebhookCreate = withReadOnlyFields(
  {
    url,
    events: events.default([]),
    description: description.optional(),
    active: z.boolean().default(true),
  },
  readOnly,
).meta({ id: 'WebhookCreate', examples: [{ url: example.url, events: example.events }] })
export type WebhookCreate = z.output<typeof WebhookCreate>

export const WebhookPatch = withReadOnlyFields(
  {
    url: url.optional(),
    events: events.optional(),
    description: description.nullable().optional(),
    active: z.boolean().optional(),
  },
  readOnly,
).meta({ id: 'WebhookPatch', examples: [{ active: false }] })
export type WebhookPatch = z.output<typeof WebhookPatch>

function hasCredentials(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { username, password } = new URL(address)
  return username !== '' || password !== ''
}

/** Names that always mean the local host (RFC 6761). */
const isLocalName = (hostname: string): boolean => /(?:^|\.)localhost\.?$/.test(hostname)

/**
 * Rejects a URL early if every call would be refused; the address that a name resolves to is known only at call time.
 */
export function refusePrivateUrl(address: string | undefined, allowPrivateNetwork: boolean): void {
  if (address === undefined || allowPrivateNetwork) return
  const { protocol, hostname } = new URL(address)
  if (protocol !== 'https:') throw invalidRequest([{ field: 'url', message: 'must be an https address' }])
  if (isPrivateLiteral(hostname) || isLocalName(hostname))
    throw invalidRequest([{ field: 'url', message: 'must be a public address' }])
}
