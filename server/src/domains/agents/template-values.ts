import { type AgentDefinition, isLocationField, readLocationField, resolveLocation } from '@parley/definition'
import type { PersonFields } from './deps.ts'

/** Returns the value of a slot, such as `person.firstName`; undefined if there is none. */
export type TemplateValues = (path: string) => string | undefined

/**
 * Values for the slots of a template: the Person, their custom fields, the agent's identity and name, and the location:
 * the given one, else the one that the person prefers, else the only one.
 */
export function createTemplateValues(
  definition: AgentDefinition,
  person: PersonFields,
  locationId?: string,
): TemplateValues {
  const { agent, identity } = definition
  return (path) => {
    const [root, field = '', ...rest] = path.split('.')
    if (root === 'agent') return formatValue({ name: agent.name, ...identity }[field as 'name'])
    if (root === 'location')
      return rest.length === 0 ? readLocation(definition, { field, session: locationId, person }) : undefined
    if (field === 'customFields') return formatValue(own(person.customFields ?? {}, rest.join('.')))
    return rest.length === 0 ? formatValue(own(person, field)) : undefined
  }
}

type LocationRead = { field: string; session: string | undefined; person: PersonFields }

function readLocation(definition: AgentDefinition, { field, session, person }: LocationRead): string | undefined {
  if (!isLocationField(field)) return undefined
  const preferred = formatValue(own(person, 'preferredLocationId'))
  const meant = resolveLocation(definition, { session, person: preferred })
  return meant.kind === 'one' ? readLocationField(definition, meant.location, field) : undefined
}

const own = (fields: Record<string, unknown>, key: string) => (Object.hasOwn(fields, key) ? fields[key] : undefined)

function formatValue(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}
