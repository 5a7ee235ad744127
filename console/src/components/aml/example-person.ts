import { strings } from '#i18n/aml.ts'
import type { AgentContentData } from './agent-content.ts'

const { other, ...known } = strings.example

/** Slot values without a real person: example values and the agent's own. */
export function exampleValues({ identity, agentName }: Pick<AgentContentData, 'identity' | 'agentName'>) {
  return (path: string): string | undefined => {
    const field = path.slice(path.indexOf('.') + 1)
    if (path.startsWith('agent.')) return agentValue({ ...identity, name: agentName }, field)
    return Object.hasOwn(known, field)
      ? known[field as keyof typeof known]
      : other(field.replace(/^customFields\./, ''))
  }
}

function agentValue(fields: Record<string, unknown>, field: string): string | undefined {
  const value = Object.hasOwn(fields, field) ? fields[field] : undefined
  return typeof value === 'string' ? value : undefined
}
