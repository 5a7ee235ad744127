import { useCustomFields } from './FilterEditor.tsx'
import { customField } from './people-filter.ts'

const usual = [
  'person.firstName',
  'person.lastName',
  'person.fullName',
  'person.company',
  'person.title',
  'person.email',
  'person.phone',
  'agent.name',
  'agent.websiteUrl',
  'agent.contactEmail',
  'agent.contactPhone',
]

/** What an opener may read. */
export function useSlots(): string[] {
  const custom = useCustomFields()
  return [...usual, ...custom.map((key) => `person.${customField(key)}`)]
}
