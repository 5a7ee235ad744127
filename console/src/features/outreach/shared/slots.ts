import { useCustomFields } from './FilterEditor.tsx'
import { customFilterField } from './people-filter.ts'

const builtInSlots = [
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

export function useSlotPaths(): string[] {
  const custom = useCustomFields()
  return [...builtInSlots, ...custom.map((key) => `person.${customFilterField(key)}`)]
}
