import { fieldKey } from '@parley/definition'
import { consentStatuses, personStatuses } from '@parley/definition/vocabulary'
import { boundedText } from '@parley/findings'
import { z } from 'zod'
import { createBoundedRecord } from './bounded-record.ts'
import { historyRoles } from './vocabulary.ts'

/** `scenario.persona.preset`: the person that a case or a persona plays. */
const customValue = z
  .union([z.string(), z.number(), z.boolean()], 'must be a text, a number, true or false')
  .transform(String)
  .pipe(boundedText({ max: 2000 }))

/** For the API reference, which has one schema for requests and responses. */
const documentedCustomValue = {
  anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }],
}

const maxTags = 100

const named = {
  fullName: boundedText({ max: 200 }).optional(),
  firstName: boundedText({ max: 100 }).optional(),
  lastName: boundedText({ max: 100 }).optional(),
  email: boundedText({ max: 300 }).optional(),
  phone: boundedText({ max: 50 }).optional().meta({ description: "Suggests the person's time zone." }),
  company: boundedText({ max: 200 }).optional(),
  title: boundedText({ max: 200 }).optional(),
  productInterest: boundedText({ max: 200 }).optional(),
  status: z.enum(personStatuses).optional(),
  source: boundedText({ max: 200 }).optional(),
  assignedRepresentativeId: boundedText({ max: 200 }).optional(),
  preferredLocationId: boundedText({ max: 64 }).optional(),
  tags: z
    .array(boundedText({ min: 1, max: 60 }))
    .max(maxTags)
    .optional()
    .meta({ description: 'Stored, but the agent never sees it; the same applies to notes.' }),
  notes: boundedText({ max: 5000 }).optional(),
}

const PresetFields = z
  .strictObject({
    ...named,
    customFields: createBoundedRecord(customValue, fieldKey).optional().meta({
      description: 'Values are stored as text.',
      additionalProperties: documentedCustomValue,
    }),
  })
  .meta({ id: 'PresetFields', examples: [{ fullName: 'A Person', phone: '+12025550143' }] })

const PresetConsent = z
  .strictObject({ status: z.enum(consentStatuses) })
  .meta({ id: 'PresetConsent', examples: [{ status: 'granted' }] })

export const PresetLine = z
  .strictObject({ role: z.enum(historyRoles), content: boundedText({ max: 4000 }) })
  .meta({ id: 'PresetLine', examples: [{ role: 'user', content: 'I was here last week.' }] })

export const presetShape = {
  fields: PresetFields.optional(),
  consent: PresetConsent.optional(),
  historySeed: z.array(PresetLine).max(40).optional().meta({ description: 'Earlier messages, oldest first.' }),
}

const Preset = z.strictObject(presetShape)
export type Preset = z.output<typeof Preset>
