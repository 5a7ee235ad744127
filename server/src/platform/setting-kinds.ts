import { isIP } from 'node:net'
import { emailAddress, nameText } from '@parley/findings'
import { z } from 'zod'

import { parseSender } from './mail/mail.ts'

/** The kinds of settings: how a value is parsed, and how an error describes the values that it takes. */

/** `expected` completes the sentence "NAME must be …". Errors never repeat the value of a `secret` setting. */
export type SettingKind<Schema extends z.ZodType = z.ZodType> = { schema: Schema; expected: string; secret?: true }
export type Setting = SettingKind & { description: string; example: string }

const onValues = ['on', 'true', '1', 'yes']
const offValues = ['off', 'false', '0', 'no']

const switchSchema = z
  .string()
  .transform((value) => value.trim().toLowerCase())
  .refine((value) => [...onValues, ...offValues].includes(value))
  .transform((value) => onValues.includes(value))
const httpUrlSchema = z.url({ protocol: /^https?$/ }).transform((value) => value.replace(/\/+$/, ''))

const kind = <Schema extends z.ZodType>(expected: string, schema: Schema): SettingKind<Schema> => ({ schema, expected })

const secret = <Schema extends z.ZodType>(expected: string, schema: Schema): SettingKind<Schema> => ({
  ...kind(expected, schema),
  secret: true,
})

export const switchSetting = (fallback: boolean) => kind('on or off', switchSchema.default(fallback))
export const optionalSwitchSetting = kind('on or off', switchSchema.optional())

export const portSetting = (fallback: number) =>
  kind('a port from 1 to 65535', z.coerce.number().int().min(1).max(65_535).default(fallback))

export const wholeNumberSetting = ({ min, max, fallback }: { min: number; max: number; fallback: number }) =>
  kind(`a whole number from ${min} to ${max}`, z.coerce.number().int().min(min).max(max).default(fallback))

export const textSetting = kind('text', z.string().min(1).optional())
export const textWithDefaultSetting = (fallback: string) => kind('text', z.string().min(1).default(fallback))
export const secretTextSetting = secret('text', z.string().min(1).optional())
export const apiKeySetting = secret(
  'a key without spaces',
  z
    .string()
    .regex(/^[\x21-\x7e]+$/)
    .optional(),
)
export const encryptionKeySetting = secret(
  '64 hexadecimal digits',
  z
    .string()
    .regex(/^[0-9a-f]{64}$/i)
    .optional(),
)

const httpUrlText = 'a URL that starts with http:// or https://'
export const httpUrlSetting = kind(httpUrlText, httpUrlSchema.optional())
export const httpUrlWithDefaultSetting = (fallback: string) => kind(httpUrlText, httpUrlSchema.default(fallback))
/** OpenID Connect compares issuers character by character, so that a slash at the end counts. */
export const issuerUrlSetting = kind(httpUrlText, z.url({ protocol: /^https?$/ }).optional())
/** Without user and password, which fetch rejects. */
export const modelUrlSetting = secret(
  `${httpUrlText}, without user and password`,
  httpUrlSchema.refine((value) => !hasCredentials(value)).optional(),
)
export const postgresUrlSetting = secret(
  'a URL that starts with postgres:// or postgresql://',
  z.url({ protocol: /^postgres(ql)?$/ }).optional(),
)
export const mailServerUrlSetting = secret(
  'a URL that starts with smtp:// or smtps://',
  z.url({ protocol: /^smtps?$/, hostname: /^[\w.-]+$|^\[[\da-f:.]+\]$/i }).optional(),
)
export const mailSenderSetting = kind(
  'an email address, or a name and an address in angle brackets',
  z
    .string()
    .transform(parseSender)
    .pipe(z.object({ address: emailAddress, name: nameText.regex(/^[^<>\p{Cc}]*$/u).optional() }))
    .optional(),
)

type Alternatives = readonly [string, string, ...string[]]
export const choiceSetting = <const Values extends Alternatives>(values: Values) =>
  kind(formatAlternatives(values), z.enum(values).optional())
export const choiceWithDefaultSetting = <const Values extends Alternatives>(values: Values, fallback: Values[number]) =>
  kind(
    formatAlternatives(values),
    z
      .enum(values)
      .optional()
      .transform((value): Values[number] => value ?? fallback),
  )

/** The model is chosen by several settings together: `model-choice.ts` checks them. */
export const modelNameSetting = kind('a model', z.string().optional())
export const modelNameWithDefaultSetting = (fallback: string) => kind('a model', z.string().default(fallback))

export const microsoftTenantSetting = kind(
  'a tenant id, a domain, common or organizations',
  z
    .string()
    .regex(/^[\w.-]+$/)
    .default('common'),
)

const list = z
  .string()
  .optional()
  .transform((value) => value?.split(',').map((one) => one.trim()))

export const choicesSetting = <const Values extends Alternatives>(values: Values) =>
  kind(
    `a comma list of ${values.join(', ')}`,
    list.transform((chosen) => chosen ?? [...values]).pipe(z.array(z.enum(values)).min(1)),
  )
export const hostsSetting = kind(
  'a comma list of hosts without scheme and path',
  list
    .transform((values) => values?.map((value) => value.toLowerCase()))
    .pipe(z.array(z.string().refine(isHost)).min(1).optional()),
)
export const proxiesSetting = kind(
  'a comma list of IP addresses or ranges',
  list.pipe(z.array(z.string().refine(isProxy)).optional()),
)

const pairs = <Value>(value: z.ZodType<Value, string>) =>
  list
    .transform((entries) => entries?.map(splitPair) ?? [])
    .pipe(z.array(z.object({ key: z.string().min(1), value })))
    .transform((entries): Record<string, Value> => Object.fromEntries(entries.map((entry) => [entry.key, entry.value])))
const ratePerSecond = z
  .string()
  .regex(/^\d{1,6}(\.\d+)?$/)
  .transform(Number)
  .refine((rate) => rate >= 0.1 && rate <= 100_000)

export const providerUrlsSetting = kind('a comma list of provider=URL', pairs(httpUrlSchema))
export const toolUrlsSetting = kind('a comma list of toolId=URL', pairs(httpUrlSchema))
export const providerRatesSetting = kind(
  'a comma list of provider=messages per second, from 0.1 to 100000',
  pairs(ratePerSecond),
)

/** The error about a rejected value, such as `PORT must be a port from 1 to 65535; got "abc". Example: PORT=4000`. */
export function describeInvalidSetting(
  name: string,
  value: string | undefined,
  { expected, example, secret: isSecret }: Pick<Setting, 'expected' | 'example' | 'secret'>,
): string {
  const shownValue = isSecret || hasCredentials(value ?? '') ? 'a value that is not shown' : JSON.stringify(value)
  return `${name} must be ${expected}; got ${shownValue}. Example: ${name}=${example}`
}

function hasCredentials(value: string): boolean {
  return /:\/\/[^/]*@/.test(value)
}

function splitPair(entry: string): { key: string; value: string } {
  const [key = '', ...rest] = entry.split('=')
  return { key, value: rest.join('=') }
}

function formatAlternatives(values: readonly string[]): string {
  return `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`
}

/** Whether the value is written as in a URL: with a port only if it is not the default one of HTTP or HTTPS. */
function isHost(value: string): boolean {
  return !value.includes('*') && ['http', 'https'].every((scheme) => isHostIn(`${scheme}://${value}`, value))
}

function isHostIn(url: string, value: string): boolean {
  return URL.canParse(url) && new URL(url).host === value
}

/** The values that Fastify takes: an address, a range in CIDR notation or with a netmask, or the name of a range. */
function isProxy(value: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(value)) return true
  const [address = '', range, ...rest] = value.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  if (range === undefined || (version === 4 && isIP(range) === 4)) return true
  return /^\d{1,3}$/.test(range) && Number(range) > 0 && Number(range) <= (version === 4 ? 32 : 128)
}
