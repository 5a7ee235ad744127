import { createHash } from 'node:crypto'
import { z } from 'zod'
import { personProfiles } from '../../people/index.ts'
import { NamedSend } from '../sends/request.ts'

/** The journey send request. The API reference documents it as sent; validation runs after `parseTolerantJson`. */

type SchemaMeta = Record<string, unknown>

const optional = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? undefined)
const templateField = <T extends z.ZodType>(meta: SchemaMeta, schema: T) =>
  z.unknown().optional().meta(meta).pipe(optional(schema))

const anything = { type: ['string', 'number', 'boolean', 'null'] }
const nothing = { enum: ['', null], description: 'Not supplied.' }

const id = templateField(anything, z.string())
const answer = templateField(
  { ...anything, description: 'y or n, upper or lower case; any other value is ignored.' },
  z.string(),
)
const limitedText = (most: number) => templateField({ ...anything, maxLength: most }, z.string().max(most))

function nestedField<T extends z.ZodType>(schema: T) {
  const { $schema: _, ...jsonSchema } = z.toJSONSchema(schema, { io: 'input' })
  return templateField({ anyOf: [jsonSchema, nothing] }, schema)
}

/** Channels whose addresses are phone numbers. */
const phoneChannels = ['rcs', 'sms', 'messengerA'] as const

const profile = z.strictObject({
  phone: templateField(
    { type: ['string', 'null'], pattern: '^(\\+\\d{7,15})?$', description: 'Required unless a persona is given.' },
    z.string().regex(/^\+\d{7,15}$/, 'must be a plus sign and 7 to 15 digits, without spaces or punctuation'),
  ),
  channel: templateField(
    {
      enum: [...phoneChannels, '', null],
      description: 'Default: the first channel of the Outreach that takes a number.',
    },
    z.enum(phoneChannels, { error: `must be one of ${phoneChannels.join(', ')}` }),
  ),
  id,
  firstName: limitedText(200),
  lastName: limitedText(200),
  email: limitedText(320),
})

const journey = z.strictObject({ versionId: id, nodeId: id, instanceId: id })

const [namedInputs] = z.toJSONSchema(NamedSend.shape.inputs, { io: 'input' }).anyOf ?? []
const shownInputs = { ...(namedInputs as SchemaMeta), additionalProperties: { ...anything, maxLength: 4000 } }

const fields = z.strictObject({
  profile: nestedField(profile),
  profileUpdate: templateField({ enum: ['fill', 'overwrite', '', null] }, z.enum(['fill', 'overwrite'])),
  consent: nestedField(z.strictObject({ sms: answer, evidence: limitedText(4000) })),
  journey: nestedField(journey),
  inputs: templateField({ anyOf: [shownInputs, nothing] }, NamedSend.shape.inputs),
  emulator: nestedField(z.strictObject({ personaId: limitedText(200) })),
  dryRun: templateField({ enum: [true, false, 'true', 'false', '', null] }, z.boolean()),
})

export const JourneySend = fields
  .superRefine(({ profile: given = {}, emulator }, context) => {
    const rehearses = emulator?.personaId !== undefined
    const isEmpty = Object.values(given).every((value) => value === undefined)
    if (rehearses && !isEmpty) {
      context.addIssue({ code: 'custom', path: ['profile'], message: 'must be empty when a persona is given' })
    }
    if (!rehearses && given.phone === undefined) {
      context.addIssue({ code: 'custom', path: ['profile', 'phone'], message: 'is required' })
    }
  })
  .meta({
    id: 'JourneySend',
    description:
      'A number or a boolean is read as a string. null and an empty string mean not supplied, at every level.',
    examples: [
      {
        profile: { phone: '+12025550143', channel: 'rcs', firstName: 'Alex' },
        consent: { sms: 'y' },
        journey: { versionId: 'v-1', nodeId: 'node-7', instanceId: 'entry-42' },
        inputs: { plan: 'plus' },
      },
    ],
  })
export type JourneySend = z.output<typeof JourneySend>

/** Converts it to the equivalent named send, without its key. */
export function toNamedSend(sent: JourneySend): Omit<NamedSend, 'idempotencyKey'> {
  const { profileUpdate, inputs, dryRun } = sent
  const to = toRecipient(sent)
  return { ...to, profileUpdate, source: 'journey', inputs, consent: consentOf(sent.consent), dryRun }
}

/** Leaves out the platform's own profile id, which is used only for the key. */
function toRecipient({ profile: given, emulator }: JourneySend): Pick<NamedSend, 'recipient' | 'profile'> {
  const personaId = emulator?.personaId
  if (personaId !== undefined) return { recipient: { form: 'persona', personaId }, profile: undefined }
  const { phone = '', channel, firstName, lastName, email } = given ?? {}
  const person = { firstName, lastName, email: isAddress(email) ? email : undefined, phone }
  return { recipient: { form: 'address', channel, address: phone, isE164: true }, profile: person }
}

/**
 * Profiles on a journey platform contain old data: an invalid email address is dropped and does not block the message.
 */
const isAddress = (email: string | undefined): boolean => personProfiles.Body.safeParse({ email }).success

const answers: ReadonlyMap<string | undefined, boolean> = new Map([
  ['y', true],
  ['n', false],
])

function consentOf(given: JourneySend['consent']): NamedSend['consent'] {
  const { sms, evidence } = given ?? {}
  const optIn = answers.get(sms?.toLowerCase())
  const defaultEvidence = optIn === undefined ? undefined : `The journey platform sent consent.sms ${sms}`
  return { optIn, evidence: evidence ?? defaultEvidence, capturedAt: undefined, source: undefined }
}

export const idempotencyKinds = ['journey', 'derived'] as const
export type JourneyKey = { key?: string; idempotency: (typeof idempotencyKinds)[number] }

/**
 * One send per step, profile and journey entry; when the platform does not supply all three, one per UTC day and
 * profile.
 */
export function deriveJourneyKey(sent: JourneySend, outreachId: string, now: Date): JourneyKey {
  const { versionId, nodeId, instanceId } = sent.journey ?? {}
  if (versionId !== undefined && nodeId !== undefined && instanceId !== undefined) {
    return { key: joinKeyParts(['journey', versionId, nodeId, instanceId, outreachId]), idempotency: 'journey' }
  }
  // No key for a persona: resetting it makes it another person, for whom the day starts over.
  if (sent.emulator?.personaId !== undefined) return { idempotency: 'derived' }
  const day = now.toISOString().slice(0, 10)
  return { key: joinKeyParts(['journey-day', day, ...profileKeyOf(sent), outreachId]), idempotency: 'derived' }
}

/** Escapes colons in platform ids, so different ids never produce the same key. */
const joinKeyParts = (parts: readonly string[]): string =>
  parts.map((part) => part.replace(/[%:]/g, encodeURIComponent)).join(':')

function profileKeyOf({ profile }: JourneySend): [kind: string, hash: string] {
  if (profile?.id !== undefined) return ['profile', sha256Hex(profile.id)]
  return ['phone', sha256Hex(`${profile?.channel ?? 'rcs'} ${profile?.phone}`)]
}

const sha256Hex = (text: string): string => createHash('sha256').update(text).digest('hex')
