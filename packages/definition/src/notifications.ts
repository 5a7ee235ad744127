import { boundedText, emailAddress, nameText, withReadOnlyFields } from '@parley/findings'
import { z } from 'zod'

/** The notify capability offers its tools only once it is configured. */
export const notificationSecrets = ['slackWebhookUrl', 'emailApiKey'] as const

const Operator = z
  .strictObject({ provider: z.enum(['slack', 'email']), toAddress: emailAddress.optional() })
  .superRefine(({ provider, toAddress }, context) => {
    if (provider === 'email' && toAddress === undefined)
      context.addIssue({ code: 'custom', path: ['toAddress'], message: 'is required for email' })
  })

const Email = z
  .strictObject({
    provider: z.enum(['sendgrid', 'mailgun']),
    fromAddress: emailAddress,
    fromName: nameText.optional(),
    mailgunDomain: boundedText({ min: 1, max: 253 }).optional(),
  })
  .superRefine(({ provider, mailgunDomain }, context) => {
    if (provider === 'mailgun' && mailgunDomain === undefined)
      context.addIssue({ code: 'custom', path: ['mailgunDomain'], message: 'is required for mailgun' })
  })

const config = { operator: Operator.optional(), email: Email.optional() }

export const NotificationsConfig = z.strictObject(config).meta({ id: 'NotificationsConfig' })
export type NotificationsConfig = z.infer<typeof NotificationsConfig>

/** The section as a document carries it, taken from an export or from a GET response. */
export const PortableNotifications = withReadOnlyFields(config, ['secrets'])

/** A string stores, null clears, absent leaves unchanged. */
export const secretChange = (max: number) =>
  boundedText({ min: 1, max }).nullable().optional().meta({ writeOnly: true })

export const NotificationsBody = z
  .strictObject({
    ...config,
    slackWebhookUrl: secretChange(2000),
    emailApiKey: secretChange(2000),
    secrets: z.unknown().optional().meta({ readOnly: true, description: 'Ignored on write.' }),
  })
  .transform(({ secrets: _, slackWebhookUrl, emailApiKey, ...config }) => ({
    config,
    secrets: { slackWebhookUrl, emailApiKey },
  }))
  .meta({
    id: 'NotificationsBody',
    examples: [{ operator: { provider: 'email', toAddress: 'team@example.com' } }],
  })
