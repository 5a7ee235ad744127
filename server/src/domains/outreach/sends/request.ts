import { z } from 'zod'

const timestampPattern = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d(?:[.,]\d{1,9})?))?(Z|[+-]\d\d:?\d\d)?)?$/i

export const timestampRule = 'must be an ISO 8601 date or time, for example 2030-01-31T09:00:00Z'

/** Parses an ISO 8601 timestamp in any of its variants; without a zone it is UTC. */
export function parseTimestamp(text: string): Date | undefined {
  const [, day, minutes = '00:00', seconds = '00', zone = 'Z'] = timestampPattern.exec(text) ?? []
  if (day === undefined) return undefined
  const offset = /^z$/i.test(zone) ? 'Z' : zone.replace(/^(.\d\d):?(\d\d)$/, '$1:$2')
  const at = new Date(`${day}T${minutes}:${seconds.replace(',', '.')}${offset}`)
  return Number.isNaN(at.getTime()) || !isCalendarDay(day) ? undefined : at
}

/** Rejects days like February 31, which Date would roll over into March. */
function isCalendarDay(day: string): boolean {
  const at = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day)
}

/** Null means not supplied, at every level. */

const optional = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? undefined)
const limitedText = (most: number) => optional(z.string().max(most))

/** No valid recipient is longer. */
const maxLength = 2_000

const recipientForms = {
  address: ['channel', 'address'],
  asid: ['asid'],
  person: ['personId', 'channel'],
  persona: ['personaId'],
} as const

export type SendRecipient =
  /** Without a channel: the first of the Outreach that takes a phone number. */
  | {
      form: 'address'
      channel?: string
      address: string /** Checked already: any number of this form. */
      isE164?: true
    }
  | { form: 'asid'; asid: string }
  | { form: 'person'; personId: string; channel?: string }
  | { form: 'persona'; personaId: string }

const text = { type: 'string', maxLength: maxLength }

const recipientFields = [...new Set(Object.values(recipientForms).flat())]

/**
 * One form of the request for the API reference. Fields of the other forms may be null, which means not supplied; each is
 * named, because no generated type has a value that is a text and a member of `additionalProperties` of null.
 */
function formSchema(title: string, properties: Record<string, object>, required = Object.keys(properties)): object {
  const others = recipientFields.filter((name) => !(name in properties)).map((name) => [name, { type: 'null' }])
  return { title, type: 'object', properties: { ...properties, ...Object.fromEntries(others) }, required }
}

const named = z
  .strictObject({
    channel: limitedText(maxLength),
    address: limitedText(maxLength),
    asid: limitedText(maxLength),
    personId: limitedText(maxLength),
    personaId: limitedText(maxLength),
  })
  .meta({
    oneOf: [
      formSchema('An address on a channel', { channel: text, address: text }),
      formSchema('An identity', { asid: text }),
      formSchema('A Person', { personId: text, channel: { ...text, type: ['string', 'null'] } }, ['personId']),
      formSchema('A persona, for a rehearsal', { personaId: text }),
    ],
  })
  .transform((given, context): SendRecipient => {
    const recipient = parseRecipient(given)
    if (recipient) return recipient
    const message = 'must be exactly one of { channel, address }, { asid }, { personId, channel? } and { personaId }'
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  })

type RecipientFields = Partial<Record<'channel' | 'address' | 'asid' | 'personId' | 'personaId', string>>

function parseRecipient(given: RecipientFields): SendRecipient | undefined {
  const { channel, address, asid, personId, personaId } = given
  const keys = Object.keys(given).filter((key) => given[key as keyof RecipientFields] !== undefined)
  const only = (form: keyof typeof recipientForms) =>
    keys.every((key) => (recipientForms[form] as readonly string[]).includes(key))
  if (channel !== undefined && address !== undefined && only('address')) return { form: 'address', channel, address }
  if (asid !== undefined && only('asid')) return { form: 'asid', asid }
  if (personId !== undefined && only('person')) return { form: 'person', personId, channel }
  if (personaId !== undefined && only('persona')) return { form: 'persona', personaId }
  return undefined
}

export type SentProfile = Partial<Record<'firstName' | 'lastName' | 'fullName' | 'email' | 'phone', string>>

const maxInputs = 100

const inputKey = z
  .string()
  .min(1)
  .max(128)
  .regex(/^(?!\$)[^.]*$/, 'must not contain a dot or begin with $')
const inputs = z
  .record(inputKey, z.string().max(4000).nullable())
  .refine((given) => Object.keys(given).length <= maxInputs, `must have at most ${maxInputs} keys`)
  .meta({ maxProperties: maxInputs })
  .transform((given) => {
    const kept = Object.entries(given).filter((entry): entry is [string, string] => entry[1] !== null)
    return Object.fromEntries(kept)
  })

const consent = z.strictObject({
  optIn: optional(z.boolean()),
  evidence: limitedText(20_000),
  capturedAt: optional(z.string().refine((written) => parseTimestamp(written) !== undefined, timestampRule)),
  source: limitedText(200),
})

const example = {
  recipient: { channel: 'rcs', address: '+12025550143' },
  profile: { firstName: 'Alex' },
  inputs: { plan: 'plus' },
  idempotencyKey: 'step-7-alex',
}

export const NamedSend = z
  .strictObject({
    recipient: named,
    profile: optional(
      z.strictObject({
        firstName: limitedText(200),
        lastName: limitedText(200),
        fullName: limitedText(200),
        email: limitedText(320),
        phone: limitedText(200),
      }),
    ),
    profileUpdate: optional(z.enum(['fill', 'overwrite'])),
    source: optional(
      z.string().regex(/^[A-Za-z0-9_.:-]{1,64}$/, 'must be 1 to 64 characters from A-Z a-z 0-9 _ . : -'),
    ),
    inputs: optional(inputs),
    consent: optional(consent),
    idempotencyKey: limitedText(200).transform((key) => key || undefined),
    dryRun: optional(z.boolean()),
  })
  .meta({ id: 'NamedSend', examples: [example] })
export type NamedSend = {
  recipient: SendRecipient
  profile?: SentProfile
  profileUpdate?: 'fill' | 'overwrite'
  source?: string
  inputs?: Record<string, string>
  consent?: { optIn?: boolean; evidence?: string; capturedAt?: string; source?: string }
  idempotencyKey?: string
  dryRun?: boolean
}

/** Every status is a success. */
export const NamedSendResult = z
  .strictObject({
    status: z.enum(['queued', 'duplicate', 'skipped']),
    sendId: z.string().optional(),
    personId: z.string().optional(),
    outreachId: z.string(),
    asid: z.string().optional(),
    channel: z.string().optional(),
    unknownInputs: z.array(z.string()),
    warning: z.string().optional(),
  })
  .meta({
    id: 'SendResult',
    examples: [{ status: 'queued', sendId: 'snd_01', personId: 'per_01', outreachId: 'spring-visit', asid: 'usr_01', channel: 'rcs', unknownInputs: [] }], // biome-ignore format: one line
  })
export type NamedSendResult = z.infer<typeof NamedSendResult>
