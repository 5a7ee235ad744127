import { fieldKey } from '@parley/definition'
import { text } from '@parley/findings'
import { z } from 'zod'
import { mapOf } from './map.ts'

/** Document 2, `scenario.persona.preset`: whom a case, or a persona, plays. */
const customValue = z
  .union([z.string(), z.number(), z.boolean()], 'must be a text, a number, true or false')
  .transform(String)
  .pipe(text({ max: 2000 }))

const mostTags = 100

const named = {
  fullName: text({ max: 200 }).optional(),
  firstName: text({ max: 100 }).optional(),
  lastName: text({ max: 100 }).optional(),
  email: text({ max: 300 }).optional(),
  phone: text({ max: 50 }).optional().meta({ description: 'Says in which time zone they are likely to be.' }),
  company: text({ max: 200 }).optional(),
  title: text({ max: 200 }).optional(),
  productInterest: text({ max: 200 }).optional(),
  status: z.enum(['new', 'contacted', 'qualified', 'converted', 'lost']).optional(),
  source: text({ max: 200 }).optional(),
  assignedRepresentativeId: text({ max: 200 }).optional(),
  tags: z
    .array(text({ min: 1, max: 60 }))
    .max(mostTags)
    .optional()
    .meta({ description: 'Kept, and never told to the agent; the same holds for notes.' }),
  notes: text({ max: 5000 }).optional(),
}

const PresetFields = z
  .strictObject({
    ...named,
    customFields: mapOf(customValue, fieldKey).optional().meta({ description: 'Values are kept as text.' }),
  })
  .meta({ id: 'PresetFields', examples: [{ fullName: 'A Person', phone: '+12025550143' }] })

const PresetConsent = z
  .strictObject({ status: z.enum(['granted', 'denied', 'unknown']) })
  .meta({ id: 'PresetConsent', examples: [{ status: 'granted' }] })

export const PresetLine = z
  .strictObject({ role: z.enum(['user', 'assistant']), content: text({ max: 4000 }) })
  .meta({ id: 'PresetLine', examples: [{ role: 'user', content: 'I was here last week.' }] })

export const presetShape = {
  fields: PresetFields.optional(),
  consent: PresetConsent.optional(),
  historySeed: z.array(PresetLine).max(40).optional().meta({ description: 'What was said before, oldest first.' }),
}

const Preset = z.strictObject(presetShape)
export type Preset = z.output<typeof Preset>
