import { boundedText, nameText, uniqueBy } from '@parley/findings'
import { z } from 'zod'
import { peopleFieldTypes } from './vocabulary.ts'

/** Custom fields of the agent's people, beyond the built-in profile. */
export const fieldKey = boundedText({ min: 1, max: 128 })
  .refine((key) => !key.includes('.'), 'must not contain a dot')
  .refine((key) => !key.startsWith('$'), 'must not begin with $')
  .refine((key) => key !== '__proto__', 'is a reserved name')

export const PeopleField = z
  .strictObject({
    key: fieldKey,
    label: nameText.optional(),
    type: z.enum(peopleFieldTypes),
    options: z
      .array(boundedText({ min: 1, max: 200 }))
      .max(200)
      .optional()
      .meta({ description: 'The values of an enum.' }),
    locked: z.boolean().optional().meta({ description: 'Conversations and sends do not change it.' }),
    description: boundedText({ max: 1000 }).optional(),
  })
  .superRefine((field, context) => {
    if (field.type === 'enum' && !field.options?.length) {
      context.addIssue({ code: 'custom', path: ['options'], message: 'is required for an enum' })
    }
  })
  .meta({ id: 'PeopleField', examples: [{ key: 'plan', type: 'enum', options: ['basic', 'plus'] }] })
export type PeopleField = z.infer<typeof PeopleField>

export const PeopleFieldList = uniqueBy(z.array(PeopleField).max(200), 'key')

const customFieldPrefix = 'person.customFields.'

/** Returns the key of the People field that a slot, a condition or a binding reads: `person.customFields.<key>`. */
export function parseCustomFieldPath(path: string): string | undefined {
  return path.startsWith(customFieldPrefix) ? path.slice(customFieldPrefix.length) : undefined
}
