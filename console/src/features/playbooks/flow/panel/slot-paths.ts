import { type AgentFlow, AgentIdentity, readablePersonFields } from '@parley/definition'

type Fields = { peopleFields: readonly { key: string }[] }

/** What may stand in braces in a text of a flow. */
export function slotPaths({ slots }: Pick<AgentFlow, 'slots'>, { peopleFields }: Fields): string[] {
  return [
    ...slots.map(({ name }) => name),
    ...readablePersonFields.map((field) => `person.${field}`),
    ...peopleFields.map(({ key }) => `person.customFields.${key}`),
    'agent.name',
    ...Object.keys(AgentIdentity.shape).map((field) => `agent.${field}`),
  ]
}
