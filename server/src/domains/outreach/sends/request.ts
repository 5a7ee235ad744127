import { z } from 'zod'
import { momentOf, momentRule } from './moment.ts'

/** Document 2, Named send request: what is null was not supplied, at every level. */

const optional = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? undefined)
const words = (most: number) => optional(z.string().max(most))

/** What is longer names nobody. */
const longest = 2_000

const isForm = {
  address: ['channel', 'address'],
  asid: ['asid'],
  person: ['personId', 'channel'],
  persona: ['personaId'],
} as const

export type Recipient =
  | { form: 'address'; channel: string; address: string }
  | { form: 'asid'; asid: string }
  | { form: 'person'; personId: string; channel?: string }
  | { form: 'persona'; personaId: string }

const text = { type: 'string', maxLength: longest }

/** One form for the API reference. Whatever belongs to another may be null, and then was not supplied. */
const shownForm = (title: string, properties: object, required = Object.keys(properties)) => ({
  ...{ title, type: 'object', properties, required },
  additionalProperties: { type: 'null' },
})

const named = z
  .strictObject({
    channel: words(longest),
    address: words(longest),
    asid: words(longest),
    personId: words(longest),
    personaId: words(longest),
  })
  .meta({
    oneOf: [
      shownForm('An address on a channel', { channel: text, address: text }),
      shownForm('An identity', { asid: text }),
      shownForm('A Person', { personId: text, channel: { ...text, type: ['string', 'null'] } }, ['personId']),
      shownForm('A persona, for a rehearsal', { personaId: text }),
    ],
  })
  .transform((given, context): Recipient => {
    const recipient = recipientOf(given)
    if (recipient) return recipient
    const message = 'must be exactly one of { channel, address }, { asid }, { personId, channel? } and { personaId }'
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  })

type Given = Partial<Record<'channel' | 'address' | 'asid' | 'personId' | 'personaId', string>>

function recipientOf(given: Given): Recipient | undefined {
  const { channel, address, asid, personId, personaId } = given
  const keys = Object.keys(given).filter((key) => given[key as keyof Given] !== undefined)
  const only = (form: keyof typeof isForm) => keys.every((key) => (isForm[form] as readonly string[]).includes(key))
  if (channel !== undefined && address !== undefined && only('address')) return { form: 'address', channel, address }
  if (asid !== undefined && only('asid')) return { form: 'asid', asid }
  if (personId !== undefined && only('person')) return { form: 'person', personId, channel }
  if (personaId !== undefined && only('persona')) return { form: 'persona', personaId }
  return undefined
}

export type SentProfile = Partial<Record<'firstName' | 'lastName' | 'fullName' | 'email' | 'phone', string>>

const mostInputs = 100

const inputKey = z
  .string()
  .min(1)
  .max(128)
  .regex(/^(?!\$)[^.]*$/, 'must have no dot and not begin with $')
const inputs = z
  .record(inputKey, z.string().max(4000).nullable())
  .refine((given) => Object.keys(given).length <= mostInputs, `must have at most ${mostInputs} keys`)
  .meta({ maxProperties: mostInputs })
  .transform((given) => {
    const kept = Object.entries(given).filter((entry): entry is [string, string] => entry[1] !== null)
    return Object.fromEntries(kept)
  })

const consent = z.strictObject({
  optIn: optional(z.boolean()),
  evidence: words(20_000),
  capturedAt: optional(z.string().refine((written) => momentOf(written) !== undefined, momentRule)),
  source: words(200),
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
        firstName: words(200),
        lastName: words(200),
        fullName: words(200),
        email: words(320),
        phone: words(200),
      }),
    ),
    profileUpdate: optional(z.enum(['fill', 'overwrite'])),
    source: optional(z.string().regex(/^[A-Za-z0-9_.:-]{1,64}$/, 'must be 1 to 64 characters of A-Z a-z 0-9 _ . : -')),
    inputs: optional(inputs),
    consent: optional(consent),
    idempotencyKey: words(200).transform((key) => key || undefined),
    dryRun: optional(z.boolean()),
  })
  .meta({ id: 'NamedSend', examples: [example] })
export type NamedSend = {
  recipient: Recipient
  profile?: SentProfile
  profileUpdate?: 'fill' | 'overwrite'
  source?: string
  inputs?: Record<string, string>
  consent?: { optIn?: boolean; evidence?: string; capturedAt?: string; source?: string }
  idempotencyKey?: string
  dryRun?: boolean
}

/** Document 2, Create result: every status is a success. */
export const SendResult = z
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
export type SendResult = z.infer<typeof SendResult>
