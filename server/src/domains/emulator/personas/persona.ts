import { type EmulatedChannel, emulatedChannels } from '@parley/amf'
import { consentStatuses } from '@parley/definition/vocabulary'
import { nameText, withReadOnlyFields } from '@parley/findings'
import { type Preset, presetShape } from '@parley/testcase'
import { historyRoles } from '@parley/testcase/vocabulary'
import { z } from 'zod'
import { timestamp } from '../../../platform/http/schemas.ts'

/**
 * Channels that a persona can use. A persona is a saved sandbox person with a preset, in the same form as in a test
 * case.
 */

export type Persona = {
  id: string
  name: string
  channel: EmulatedChannel
  preset: Preset
  /** The sandbox identity; a reset replaces it. */
  asid: string
  createdAt: Date
  updatedAt: Date
}

const { fields, consent, historySeed } = presetShape
const readOnly = ['id', 'userId', 'createdAt', 'updatedAt'] as const
const example = { name: 'A curious stranger', channel: 'rcs', fields: { firstName: 'Alex', phone: '+12025550143' } }

const channel = z.enum(emulatedChannels)

export const PersonaCreate = withReadOnlyFields(
  { name: nameText, channel: channel.default('rcs'), fields, consent, historySeed },
  readOnly,
).meta({ id: 'PersonaCreate', examples: [example] })

export const PersonaPatch = withReadOnlyFields(
  {
    name: nameText.optional(),
    channel: channel.optional(),
    fields: fields.nullable(),
    consent: consent.nullable(),
    historySeed: historySeed.nullable(),
  },
  readOnly,
).meta({ id: 'PersonaPatch', examples: [{ name: 'A regular', consent: { status: 'granted' } }] })
export type PersonaPatch = z.output<typeof PersonaPatch>

const at = '2030-01-31T09:00:00.000Z'

export const PersonaResponse = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    channel,
    fields: z.looseObject({}).meta({ description: 'In the format of a preset; empty parts are omitted.' }),
    consent: z.strictObject({ status: z.enum(consentStatuses) }),
    historySeed: z.array(z.strictObject({ role: z.enum(historyRoles), content: z.string() })),
    userId: z.string().meta({ description: 'The identity it plays with; a reset assigns a new one.' }),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({
    id: 'Persona',
    examples: [
      {
        id: 'psn_01',
        ...example,
        consent: { status: 'unknown' },
        historySeed: [],
        userId: 'asid_01',
        createdAt: at,
        updatedAt: at,
      },
    ],
  })

export const serializePreset = ({ fields, consent, historySeed }: Preset): Required<Preset> => ({
  fields: fields ?? {},
  consent: consent ?? { status: 'unknown' },
  historySeed: historySeed ?? [],
})

export function serializePersona({
  preset,
  asid,
  createdAt,
  updatedAt,
  ...persona
}: Persona): z.input<typeof PersonaResponse> {
  return {
    ...persona,
    ...serializePreset(preset),
    userId: asid,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}
