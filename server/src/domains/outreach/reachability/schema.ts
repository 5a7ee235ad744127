import { channels } from '@parley/amf'
import { SendingSettings } from '@parley/definition'
import { consentStatuses, outreachClasses } from '@parley/definition/vocabulary'
import { z } from 'zod'
import { timestamp } from '../../../platform/http/schemas.ts'

const reachabilityReasons = [
  'consent_declined',
  'consent_denied',
  'no_consent',
  'opted_out',
  'frequency_capped',
  'outside_safe_hours',
  'outside_send_window',
  'in-conversation',
  'outreach_unavailable',
  'no_channel_identity',
  'no_route',
  'no_template',
  'not_rcs_capable',
  'already_sent',
  'reminders_off',
  'window_closed',
] as const
export type ReachabilityReason = (typeof reachabilityReasons)[number]

const ReachabilityVerdict = z.strictObject({
  allowed: z.enum(['now', 'later', 'no']),
  reason: z.enum(reachabilityReasons).optional(),
  until: timestamp.optional().meta({ description: 'When to ask again; with `frequency_capped`, when the cap ends.' }),
  warning: z.literal('frequency_capped').optional(),
  says: z.string().meta({ description: 'The same as a sentence.' }),
})
export type ReachabilityVerdict = z.infer<typeof ReachabilityVerdict>

export const Reachability = z
  .strictObject({
    personId: z.string(),
    outreachId: z.string().optional(),
    at: timestamp,
    identity: z
      .strictObject({
        asid: z.string(),
        channel: z.enum(channels),
        optedOut: z.boolean().meta({ description: 'Because of a STOP on this identity.' }),
        capable: z.strictObject({ value: z.boolean(), checkedAt: timestamp }).optional(),
      })
      .optional()
      .meta({
        description:
          'Where an Outreach would go: on its first channel that reaches the person, the preferred identity, else the oldest.',
      }),
    channels: z
      .array(
        z.strictObject({
          channel: z.enum(channels),
          asid: z.string().optional(),
          reason: z.enum(reachabilityReasons).optional().meta({ description: 'Why it does not reach the person.' }),
        }),
      )
      .meta({ description: 'The channels of the Outreach, in order of preference.' }),
    facts: z.strictObject({
      class: z.enum(outreachClasses).meta({ description: 'The class of the Outreach; `service` if none is given.' }),
      consent: z.strictObject({
        status: z.enum(consentStatuses),
        updatedAt: timestamp.optional(),
        source: z.string().optional(),
      }),
      stops: z
        .array(z.strictObject({ channel: z.enum(channels), at: timestamp }))
        .optional()
        .meta({
          description: 'Every STOP in effect, with its time: one on rcs or sms covers the number on both.',
        }),
      lastMarketingSend: z.strictObject({ sendId: z.string(), at: timestamp }).optional(),
      lastWroteAt: timestamp.optional(),
      safeHours: SendingSettings.shape.safeHours,
      minTouchIntervalHours: z.number(),
    }),
    origins: z
      .strictObject({
        named: ReachabilityVerdict,
        automated: ReachabilityVerdict,
        campaign: ReachabilityVerdict,
        followUp: ReachabilityVerdict,
        reminder: ReachabilityVerdict,
      })
      .meta({
        description:
          'Assumes that the rule or campaign has no send window, and that the rule does not ignore safe hours.',
      }),
  })
  .meta({
    id: 'Reachability',
    examples: [
      {
        personId: 'per_01',
        at: '2030-01-31T09:00:00.000Z',
        identity: { asid: 'usr_0m3k1', channel: 'rcs', optedOut: false },
        channels: [{ channel: 'rcs', asid: 'usr_0m3k1' }],
        facts: { class: 'service', consent: { status: 'unknown' }, minTouchIntervalHours: 48 },
        origins: {
          named: { allowed: 'now', says: 'Nothing blocks it.' },
          automated: { allowed: 'no', reason: 'no_consent', says: 'The person has not granted consent, which this message requires.' }, // biome-ignore format: one line
          campaign: { allowed: 'no', reason: 'no_consent', says: 'The person has not granted consent, which this message requires.' }, // biome-ignore format: one line
          followUp: { allowed: 'now', says: 'Nothing blocks it.' },
          reminder: { allowed: 'now', says: 'Nothing blocks it.' },
        },
      },
    ],
  })
export type Reachability = z.input<typeof Reachability>
