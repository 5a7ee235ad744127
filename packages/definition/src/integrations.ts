import { boundedText, emailAddress, httpUrl, nameText, uniqueBy, withReadOnlyFields } from '@parley/findings'
import { z } from 'zod'
import { integrationMethods } from './vocabulary.ts'

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
const secretChange = (max: number) => boundedText({ min: 1, max }).nullable().optional().meta({ writeOnly: true })

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

/** Custom integrations: HTTP endpoints that the agent calls by id. */
export const integrationId = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be 1 to 64 letters, digits, underscores or hyphens')

const maxSchemaBytes = 20_000

const JsonSchema = z
  .record(z.string(), z.unknown())
  .refine((schema) => JSON.stringify(schema).length <= maxSchemaBytes, `must have at most ${maxSchemaBytes} characters`)
  .refine(
    (schema) => schema.type === undefined || schema.type === 'object',
    'must be the JSON Schema of an object: the arguments by name',
  )

function hasNoCredentials(url: string): boolean {
  const { username, password } = URL.canParse(url) ? new URL(url) : { username: '', password: '' }
  return username === '' && password === ''
}

const record = {
  name: nameText.optional().meta({ description: 'Default: the id.' }),
  description: boundedText({ min: 1, max: 4000 }),
  parameters: JsonSchema.optional().meta({ default: {}, description: 'JSON Schema of the arguments.' }),
  endpoint: z.strictObject({
    url: httpUrl.refine(hasNoCredentials, 'must not contain a user name or password: use authHeader instead'),
    method: z.enum(integrationMethods).optional().meta({ default: 'POST' }),
  }),
}

export const IntegrationDef = z.strictObject({ id: integrationId, ...record }).meta({
  id: 'IntegrationDef',
  examples: [{ id: 'orders', description: 'Looks up an order', endpoint: { url: 'https://example.com/orders' } }],
})
export type IntegrationDef = z.infer<typeof IntegrationDef>

/** Clients may send back the credential state they read; any other value here would be a misplaced credential. */
const redacted = z
  .strictObject({ set: z.boolean(), last4: z.string().optional() })
  .optional()
  .meta({ readOnly: true, description: 'Ignored on write; the credential is sent as authHeader.' })

const Portable = z
  .strictObject({ id: integrationId, ...record, auth: redacted })
  .transform(({ auth: _, ...integration }): IntegrationDef => integration)

/** The list as a document carries it, built from an export or from GET responses. */
export const IntegrationList = uniqueBy(z.array(Portable).max(100), 'id')

/** Body of a PUT: the record plus its credential. */
export const IntegrationBody = z
  .strictObject({
    id: z.string().optional().meta({ description: 'If present, must be the id in the path.' }),
    ...record,
    authHeader: secretChange(4000)
      .refine((value) => !value || /^[\x20-\x7e\xa0-\xff]+$/.test(value), 'must be a valid HTTP header value')
      .meta({ writeOnly: true, description: 'Sent as the Authorization header.' }),
    auth: redacted,
  })
  .transform(({ id, authHeader, auth: _, ...record }) => ({ id, authHeader, record }))
  .meta({
    id: 'IntegrationBody',
    examples: [{ description: 'Looks up an order', endpoint: { url: 'https://example.com/orders' } }],
  })
export type IntegrationBody = z.output<typeof IntegrationBody>
