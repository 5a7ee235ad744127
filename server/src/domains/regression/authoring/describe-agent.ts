import { type AgentDefinition, type AgentPlaybook, toolNames } from '@parley/definition'

const maxEntries = 100
const maxTextLength = 2_000
const maxLineLength = 300

export function describeAgent(definition: AgentDefinition): string {
  const { agent, playbooks, integrations, outreaches, peopleFields, facts, things, scheduling } = definition
  const lists: [string, readonly string[]][] = [
    ['Tools', [...toolNames, ...integrations.map(({ id }) => id)]],
    ['Integrations', integrations.map(({ id, description }) => `${id}: ${truncateText(description, maxLineLength)}`)],
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
    `The agent is called ${fenceText(agent.name, maxLineLength)}.`,
    'Its playbooks:',
    ...playbooks.slice(0, maxEntries).map(formatPlaybook),
    ...lists.map(([title, entries]) => formatList(title, entries)),
  ].join('\n')
}

function formatPlaybook(playbook: AgentPlaybook): string {
  const { id, whenToUse = '', body, isDefault, flow } = playbook
  const ends = flow?.steps.flatMap((step) => ('end' in step ? step.end.outcome : [])) ?? []
  const about = [isDefault && 'the default', ends.length > 0 && `flow outcomes ${ends.join(', ')}`].filter(Boolean)
  const heading = [`- ${id}`, ...about].join('; ')
  return `${heading}: ${fenceText(`${whenToUse}\n${body}`.trim(), maxTextLength)}`
}

function formatList(title: string, entries: readonly string[]): string {
  const shown = entries.slice(0, maxEntries).map((entry) => truncateText(entry, maxLineLength))
  return `${title}: ${shown.length > 0 ? fenceText(shown.join('\n')) : 'none'}`
}

/** Breaks up fence markers inside the text, so that it cannot escape the fence. */
export function fenceText(text: string, longest = Number.POSITIVE_INFINITY): string {
  return `<<<${truncateText(text, longest).replaceAll(/<{3,}|>{3,}/g, (fence) => [...fence].join(' '))}>>>`
}

const truncateText = (text: string, longest: number): string =>
  text.length <= longest ? text : `${text.slice(0, longest).toWellFormed()}…`
