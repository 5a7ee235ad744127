import { type AgentDefinition, type AgentPlaybook, toolNames } from '@parley/definition'

const mostEntries = 100
const longestText = 2_000
const longestLine = 300

/** What the agent has to work with, for a model that writes cases for it. */
export function surroundingsOf(definition: AgentDefinition): string {
  const { agent, playbooks, integrations, outreaches, peopleFields, facts, things, scheduling } = definition
  const lists: [string, readonly string[]][] = [
    ['Tools', [...toolNames, ...integrations.map(({ id }) => id)]],
    ['Integrations', integrations.map(({ id, description }) => `${id}: ${cut(description, longestLine)}`)],
    [
      'Outreaches',
      outreaches.map(({ id, name, inputs = [] }) => `${id}: ${name}; inputs ${inputs.join(', ') || 'none'}`),
    ],
    [
      'Custom person fields',
      peopleFields.map(({ key, type, options = [] }) => `${key} (${[type, ...options].join(', ')})`),
    ],
    ['Representatives', scheduling.representatives.map(({ id, name }) => `${id}: ${name}`)],
    ['Things', things.map(({ name }) => name)],
    ['Questions that it has Facts for', facts.filter(({ enabled = true }) => enabled).map(({ question }) => question)],
  ]
  return [
    `The agent is called ${fenced(agent.name, longestLine)}.`,
    'Its playbooks:',
    ...playbooks.slice(0, mostEntries).map(playbookLine),
    ...lists.map(([title, entries]) => listed(title, entries)),
  ].join('\n')
}

function playbookLine(playbook: AgentPlaybook): string {
  const { id, whenToUse = '', body, isDefault, flow } = playbook
  const ends = flow?.steps.flatMap((step) => ('end' in step ? step.end.outcome : [])) ?? []
  const about = [isDefault && 'the default', ends.length > 0 && `flow outcomes ${ends.join(', ')}`].filter(Boolean)
  const heading = [`- ${id}`, ...about].join('; ')
  return `${heading}: ${fenced(`${whenToUse}\n${body}`.trim(), longestText)}`
}

function listed(title: string, entries: readonly string[]): string {
  const shown = entries.slice(0, mostEntries).map((entry) => cut(entry, longestLine))
  return `${title}: ${shown.length > 0 ? fenced(shown.join('\n')) : 'none'}`
}

/** A fence that the text brings along is broken, so that it cannot step out. */
export function fenced(text: string, longest = Number.POSITIVE_INFINITY): string {
  return `<<<${cut(text, longest).replaceAll(/<{3,}|>{3,}/g, (fence) => [...fence].join(' '))}>>>`
}

const cut = (text: string, longest: number): string =>
  text.length <= longest ? text : `${text.slice(0, longest).toWellFormed()}…`
