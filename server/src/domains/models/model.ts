import { boundedText, httpUrl, nameText, withReadOnlyFields } from '@parley/findings'
import { z } from 'zod'
import { invalidRequest } from '../../platform/http/problem.ts'
import type { ModelChoices, ProviderChoice } from '../../platform/model-choice.ts'
import { isPrivateLiteral } from '../../platform/outbound/connector.ts'

/** A language model that the agents of an org can use. */

export const modelProviders = ['openai', 'anthropic', 'google', 'openai-compatible', 'embedded'] as const

export const maxModels = 100

/** Always there, and read-only. `default` is the model in MODEL. */
export const embeddedModelId = 'embedded'
export const defaultModelId = 'default'

const currency = z
  .string()
  .regex(/^[A-Z]{3}$/, 'must be a currency code of three capital letters, such as USD')
  .meta({ examples: ['USD'] })
const pricePerMillion = z.number().min(0).max(1_000_000)

export const ModelPrice = z
  .strictObject({ inputPerMillion: pricePerMillion, outputPerMillion: pricePerMillion, currency })
  .meta({ description: 'Of a million tokens. Without it, calls have no cost.' })
export type ModelPrice = z.infer<typeof ModelPrice>

export const currencyCode = currency

const fields = {
  name: nameText.optional(),
  provider: z.enum(modelProviders),
  model: boundedText({ min: 1, max: 200 }).meta({ description: "The provider's name of the model." }),
  baseUrl: httpUrl
    .refine((url) => !hasCredentials(url), 'must not contain a user name or password')
    .optional()
    .meta({ description: "Replaces the provider's address; required for openai-compatible." }),
  temperature: z.number().min(0).max(2).optional(),
  maxOutputTokens: z.int().min(1).max(1_000_000).optional(),
  price: ModelPrice.optional(),
}

const example = {
  id: 'fast',
  name: 'Fast model',
  provider: 'openai' as const,
  model: 'gpt-4.1-mini',
  hasApiKey: true,
  temperature: 0.3,
  price: { inputPerMillion: 0.4, outputPerMillion: 1.6, currency: 'USD' },
}

export const OrgModel = z
  .strictObject({ id: z.string(), ...fields, hasApiKey: z.boolean() })
  .meta({ id: 'OrgModel', examples: [example] })
export type OrgModel = z.infer<typeof OrgModel>

const apiKey = z
  .string()
  .max(2000, 'must have at most 2000 characters')
  .regex(/^[\x21-\x7e]+$/, 'must be a key without spaces')

const { id: _, hasApiKey: __, ...exampleBody } = example

export const OrgModelPut = withReadOnlyFields(
  {
    ...fields,
    apiKey: apiKey.nullable().optional().meta({
      writeOnly: true,
      description: 'Left out, the stored key stays while the address is the same. Null clears it.',
    }),
  },
  ['id', 'hasApiKey'],
).meta({ id: 'OrgModelPut', examples: [{ ...exampleBody, apiKey: 'your-api-key' }] })
export type OrgModelPut = z.output<typeof OrgModelPut>

export const ModelTest = z
  .strictObject({
    ok: z.boolean(),
    milliseconds: z.int(),
    detail: z.string().optional().meta({ description: 'Why the model did not answer.' }),
  })
  .meta({ id: 'ModelTest', examples: [{ ok: false, milliseconds: 120, detail: 'The model answered 401.' }] })
export type ModelTest = z.infer<typeof ModelTest>

function hasCredentials(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { username, password } = new URL(address)
  return username !== '' || password !== ''
}

/** Rejects addresses that every call would refuse; what a name resolves to is known only at the call. */
export function checkBaseUrl({ provider, baseUrl }: OrgModelPut, allowPrivateNetwork: boolean): void {
  const refuse = (message: string) => invalidRequest([{ field: 'baseUrl', message }])
  if (baseUrl === undefined) {
    if (provider === 'openai-compatible') throw refuse('is required for openai-compatible')
    return
  }
  if (allowPrivateNetwork) return
  const { protocol, hostname } = new URL(baseUrl)
  if (protocol !== 'https:') throw refuse('must be an https address')
  if (isPrivateLiteral(hostname) || /(?:^|\.)localhost\.?$/.test(hostname)) throw refuse('must be a public address')
}

/** A key must not reach another server than the one it was entered for. */
export function keepsKey(
  before: Pick<OrgModel, 'provider' | 'baseUrl'>,
  after: Pick<OrgModel, 'provider' | 'baseUrl'>,
) {
  return before.provider === after.provider && originOf(before.baseUrl) === originOf(after.baseUrl)
}

const originOf = (url: string | undefined): string | undefined => (url === undefined ? undefined : new URL(url).origin)

/** The entries that every org has. */
export function listBuiltInModels({ turn }: ModelChoices): OrgModel[] {
  const embedded: OrgModel = {
    id: embeddedModelId,
    name: 'Embedded model',
    provider: 'embedded',
    model: 'embedded',
    hasApiKey: false,
  }
  return turn.provider === 'embedded' ? [embedded] : [embedded, toDefaultModel(turn)]
}

/** Without the address, which is the installation's own. */
const toDefaultModel = ({ provider, model, key }: ProviderChoice): OrgModel => ({
  id: defaultModelId,
  name: 'Model of the installation',
  provider,
  model,
  hasApiKey: key !== undefined,
})
