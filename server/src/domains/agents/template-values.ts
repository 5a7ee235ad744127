import type { AgentDefinition } from '@parley/definition'
import type { PersonFields } from './deps.ts'

/** Returns the value of a slot, such as `person.firstName`; undefined if there is none. */
export type TemplateValues = (path: string) => string | undefined

/** Values for the slots of a template: the Person, their custom fields, and the agent's identity and name. */
export function createTemplateValues({ agent, identity }: AgentDefinition, person: PersonFields): TemplateValues {
  return (path) => {
    const [root, field = '', ...rest] = path.split('.')
    if (root === 'agent') return formatValue({ name: agent.name, ...identity }[field as 'name'])
    if (field === 'customFields') return formatValue(own(person.customFields ?? {}, rest.join('.')))
    return rest.length === 0 ? formatValue(own(person, field)) : undefined
  }
}

const own = (fields: Record<string, unknown>, key: string) => (Object.hasOwn(fields, key) ? fields[key] : undefined)

function formatValue(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}
