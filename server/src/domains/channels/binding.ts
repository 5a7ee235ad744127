import { channels } from '@parley/amf'
import { boundedText, withReadOnlyFields } from '@parley/findings'
import { z } from 'zod'
import { timestamp } from '../../platform/http/schemas.ts'
import { bindingStatuses, carriers } from './channels.ts'

export const bindingModes = ['managed', 'unmanaged'] as const
export type BindingMode = (typeof bindingModes)[number]

/** The author of a change to a binding's status. System operators are distinct from the members of the org. */
export const bindingActors = ['operator', 'sysop', 'system'] as const
export type BindingActor = (typeof bindingActors)[number]

const status = z.enum(bindingStatuses)
const pace = { least: 250, most: 3000 }

const BindingEvent = z.strictObject({
  at: timestamp,
  from: status.optional(),
  to: status,
  note: z.string().optional(),
  actor: z.enum(bindingActors),
})

export const IdentitySecret = z
  .strictObject({ identitySecret: z.string() })
  .meta({ id: 'IdentitySecret', examples: [{ identitySecret: 'is-…' }] })

const WebchatSettings = z
  .strictObject({
    allowedOrigins: z.array(z.string()).meta({ description: 'Origins whose pages may embed the chat; empty: any.' }),
    identitySecret: z
      .strictObject({ set: z.boolean(), last4: z.string().optional() })
      .meta({ description: 'The secret with which the site signs the ids of its users.' }),
  })
  .meta({
    id: 'WebchatSettings',
    description: 'Only for webchat.',
    examples: [{ allowedOrigins: ['https://example.com'], identitySecret: { set: true, last4: '9f3c' } }],
  })

/** No response contains the credentials; a new identity secret is returned once. */
export const ChannelBinding = z
  .strictObject({
    id: z.string(),
    agentId: z.string(),
    channel: z.enum(channels),
    provider: z.string().optional().meta({ description: 'Only for unmanaged bindings.' }),
    mode: z.enum(bindingModes),
    carrier: z.enum(carriers).meta({
      description: 'Who carries the messages. The phones of the handset lab are virtual: nothing reaches a real one.',
    }),
    status,
    statusDetail: z.string().optional().meta({ description: 'What is missing, or why it failed.' }),
    events: z.array(BindingEvent).meta({ description: 'Every status change, oldest first.' }),
    routingId: z.string().optional().meta({ description: "The provider's id; for display only." }),
    inputs: z.record(z.string(), z.string()).optional().meta({ description: 'The business inputs.' }),
    delivery: z.strictObject({ minMessageDelayMs: z.int().optional() }).optional(),
    compliance: z.strictObject({ enabled: z.boolean(), disclaimerText: z.string().optional() }).optional(),
    webchat: WebchatSettings.optional(),
    callbackUrl: z.string().meta({ description: 'The URL that the provider calls; enter it in its settings there.' }),
  })
  .meta({
    id: 'ChannelBinding',
    examples: [
      {
        id: 'chn_01',
        agentId: 'riverside-dental',
        channel: 'rcs',
        mode: 'managed',
        carrier: 'lab',
        status: 'Requested',
        events: [{ at: '2030-01-31T09:00:00.000Z', to: 'Requested', actor: 'operator' }],
        inputs: { displayName: 'Riverside Dental' },
        callbackUrl: 'https://gateway.example.com/providers/chn_01',
      },
    ],
  })
export type ChannelBinding = z.infer<typeof ChannelBinding>

const maxEntries = 50
const maxOrigins = 50
/** The key file of a service account is the longest credential. */
const maxAuthCharacters = 20_000
const maxInputCharacters = 4000

function formSchema<V extends z.ZodType>(value: V) {
  return z
    .record(boundedText({ min: 1, max: 64 }), value)
    .refine((given) => Object.keys(given).length <= maxEntries, `must have at most ${maxEntries} entries`)
}
const inputText = boundedText({ max: maxInputCharacters })
const auth = formSchema(boundedText({ max: maxAuthCharacters })).meta({
  writeOnly: true,
  description: "The credentials that the provider's form asks for (catalog `channels`). Never returned.",
})

export const BindingCreate = z
  .strictObject({
    channel: z.enum(channels),
    mode: z.enum(bindingModes),
    inputs: formSchema(inputText).optional().meta({
      description: 'Managed: the business details. Omitted ones come from the identity.',
    }),
    provider: boundedText({ min: 1, max: 64 })
      .optional()
      .meta({ description: 'Unmanaged: the provider that issued the credentials.' }),
    auth: auth.optional(),
  })
  .meta({
    id: 'ChannelBindingCreate',
    examples: [{ channel: 'rcs', mode: 'managed', inputs: { displayName: 'Riverside Dental' } }],
  })
export type BindingCreate = z.output<typeof BindingCreate>

export const BindingPatch = withReadOnlyFields(
  {
    auth: auth.optional(),
    inputs: formSchema(inputText.nullable())
      .optional()
      .meta({ description: 'While the binding requires more inputs; null clears one.' }),
    // The schema accepts a pace out of range, because that must be answered with 400.
    delivery: z
      .strictObject({
        minMessageDelayMs: z.int().nullable().optional().meta({
          minimum: pace.least,
          maximum: pace.most,
          description: 'Minimum time between two messages to one person.',
        }),
      })
      .nullable()
      .optional(),
    compliance: z
      .strictObject({
        enabled: z.boolean().optional(),
        disclaimerText: boundedText({ min: 1, max: 1000 }).nullable().optional(),
      })
      .nullable()
      .optional()
      .meta({ description: 'Only for rcs and sms.' }),
    webchat: z
      .strictObject({
        allowedOrigins: z
          .array(boundedText({ max: 300 }))
          .max(maxOrigins)
          .nullable()
          .optional()
          .meta({
            description:
              'Origins whose pages may embed the chat: `https://example.com`, or `https://*.example.com` for all ' +
              'subdomains. Empty or null: any.',
          }),
      })
      .nullable()
      .optional()
      .meta({ description: 'Only for webchat.' }),
  },
  [
    'id',
    'agentId',
    'channel',
    'provider',
    'mode',
    'carrier',
    'status',
    'statusDetail',
    'events',
    'routingId',
    'callbackUrl',
  ],
).meta({ id: 'ChannelBindingPatch', examples: [{ delivery: { minMessageDelayMs: 700 } }] })
export type BindingPatch = z.output<typeof BindingPatch>

export function isValidPace(milliseconds: number): boolean {
  return milliseconds >= pace.least && milliseconds <= pace.most
}
export const paceErrorMessage = `must be from ${pace.least} to ${pace.most}`
