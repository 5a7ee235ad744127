import { slotPredicates, slotTypes, toolNames } from '@parley/definition'
import type { FlowAuthoringRequest } from './author-flow.ts'

/** What the author is told: the language of flows, what there is to work with, and what is wanted. */
export function buildFlowPrompt({ definition, playbook, brief, uses = playbook.uses }: FlowAuthoringRequest): string {
  const allowed = toolNames.filter(
    (name) => name === 'knowledge.search' || uses.includes(name.slice(0, name.indexOf('.'))),
  )
  const integrations = uses.filter((use) => use.startsWith('integration:')).map((use) => `${use}.call`)
  const list = (title: string, entries: readonly string[]) => `${title}: ${entries.join(', ') || 'none'}`
  return [
    'Write {"flow": {...}, "notes": "one sentence on what you decided"}.',
    flowLanguage,
    list('Tools of actions', [...allowed, ...integrations]),
    list(
      'Message templates',
      definition.messageTemplates.map(({ id }) => id),
    ),
    list(
      'Playbooks',
      definition.playbooks.map(({ id }) => id),
    ),
    list(
      'Custom person fields',
      definition.peopleFields.map(({ key }) => `person.customFields.${key}`),
    ),
    `The playbook “${playbook.name}” says:\n${playbook.body}`,
    brief ? `What is wanted: ${brief}` : 'Write the path that the playbook describes.',
  ].join('\n')
}

const flowLanguage = `A flow is {"id", "name", "slots": [...], "steps": [...], "onComplete"?: "return"|"end", "allowDigressions"?: boolean}.
A slot is {"name", "type", "required"?, "bind"?: "person.email", "options"?: [texts], "source"?: "scheduling.offerTimes"|"things"|"collection:<id>", "prompt"?, "validate"?, "confirm"?: boolean}; type is one of ${slotTypes.join(', ')}; validate is a /regex/ or one of ${slotPredicates.join(', ')}; a timeslot that is booked has the source scheduling.offerTimes.
A step has exactly one of: {"collect": "slot" or ["slot"]}, {"say": "text" or {"text", "suggestions": [1 to 4 texts]}}, {"action": "tool", "with"?: {...}, "confirm"?: "question", "on_error"?: "retry"|"handoff"|"branch"}, {"branch": [{"if": "slot == value", "goto": "stepId"}], "else"?: "stepId"}, {"call": "playbookId"}, {"handoff": "human" or "playbookId"}, {"end": {"outcome": "word"}}; any step may have "id".
Conditions: slot == value, !=, <, <=, >, >=, in [a, b], exists, joined by and, or, not; operands are slot names, person.<field>, last.ok. Texts may hold {slot} and {person.firstName}.`
