import type { RejectionCode } from '../change-rejected.ts'
import type { AgentDefinition } from '../definition.ts'
import type { FlowSlot, FlowStep } from '../flow/index.ts'
import type { GoalAssignment } from '../goals.ts'
import type { TargetKind } from '../references/reference.ts'
import { changeItem } from './shop.ts'

/** One way in which one part of the shop can refer to another, covering every rule of referential integrity. */
export type ReferenceCase = {
  title: string
  to: TargetKind
  user: string
  field: string
  code: string
  /** The code that refuses an id that never existed; undefined in free text, which may contain anything. */
  unknown: RejectionCode | undefined
  names(definition: AgentDefinition, id: string): AgentDefinition
}

type Row = [title: string, field: string, code: string, names: ReferenceCase['names']]

function createReferenceCases(
  sharedFields: Pick<ReferenceCase, 'to' | 'unknown'> & { user: string },
  rows: Row[],
): ReferenceCase[] {
  return rows.map(([title, field, code, names]) => ({ ...sharedFields, title, field, code, names }))
}

const changeDesk = (change: Partial<AgentDefinition['playbooks'][number]>) => (definition: AgentDefinition) =>
  changeItem(definition, 'playbooks', { id: 'desk', ...change })

const changeSpring = (change: Partial<AgentDefinition['outreaches'][number]>) => (definition: AgentDefinition) =>
  changeItem(definition, 'outreaches', { id: 'spring', ...change })

const changeTemplate = (body: string) => (definition: AgentDefinition) =>
  changeItem(definition, 'messageTemplates', { id: 'letter', body })

const changeTerms = (change: Partial<AgentDefinition['facts'][number]>) => (definition: AgentDefinition) =>
  changeItem(definition, 'facts', { id: 'terms', ...change })

/** Adds a step before the end of the desk's flow, together with the slot that it collects. */
function addStep(
  flowStep: FlowStep,
  slotFields: Partial<FlowSlot> = {},
): (definition: AgentDefinition) => AgentDefinition {
  const slot: FlowSlot = { name: 'pet', type: 'string', ...slotFields }
  return changeDesk({ flow: { id: 'main', slots: [slot], steps: [flowStep, { end: { outcome: 'done' } }] } })
}

const condition = (key: string) => ({ field: `person.customFields.${key}`, op: 'exists' as const })
const invalid = { unknown: 'request.invalid' as const }
const byFlow = { user: 'playbook “Front desk”', unknown: 'agent.playbook.flow_invalid' as const }
const inText = { unknown: undefined }
const at = 'playbooks[1].flow.steps[0]'
const fact = 'capabilities.knowledge.facts[0]'
const outreach = 'outreach.outreaches[0]'

const toTemplates: ReferenceCase[] = [
  ...createReferenceCases({ to: 'template', user: 'Outreach “Spring revival”', ...invalid }, [
    ['the opener of an Outreach', `${outreach}.openerTemplateId`, 'outreach.template.unknown', (d, id) => changeSpring({ openerTemplateId: id })(d)],
    ['the follow-up of an Outreach', `${outreach}.followUp.templateId`, 'outreach.template.unknown', (d, id) => changeSpring({ followUp: { templateId: id, delayMinutes: 60 } })(d)],
  ]),
  ...createReferenceCases({ to: 'template', ...byFlow }, [
    ['a step that says a template', `${at}.say`, 'flow.template.unknown', (d, id) => addStep({ say: `template:${id}` })(d)],
    ['a step that says a template with chips', `${at}.say.text`, 'flow.template.unknown', (d, id) => addStep({ say: { text: `template: ${id}`, suggestions: ['Yes'] } })(d)],
  ]),
  ...createReferenceCases({ to: 'template', user: 'playbook “Front desk”', ...invalid }, [
    ['the messageTemplateRefs of a playbook', 'playbooks[1].messageTemplateRefs[1]', 'playbook.template.unknown', (d, id) => changeDesk({ messageTemplateRefs: ['letter', id] })(d)],
  ]),
  ...createReferenceCases({ to: 'template', user: 'playbook “Front desk”', ...inText }, [
    ['a marker in the body of a playbook', 'playbooks[1].body', 'playbook.template.unknown', (d, id) => changeDesk({ body: `Send [[template: ${id}]].` })(d)],
    ['a marker in the whenToUse of a playbook', 'playbooks[1].whenToUse', 'playbook.template.unknown', (d, id) => changeDesk({ whenToUse: `After [[template: ${id}]].` })(d)],
    ['a marker in an example of a playbook', 'playbooks[1].examples[0][1].content', 'playbook.template.unknown', (d, id) => changeDesk({ examples: [[{ role: 'user', content: 'Hi' }, { role: 'agent', content: `[[template: ${id}]]` }]] })(d)],
    ['a marker in the prompt of a slot', 'playbooks[1].flow.slots[0].prompt', 'flow.template.unknown', (d, id) => addStep({ collect: 'pet' }, { prompt: `[[template: ${id}]] Which?` })(d)],
    ['a marker in what is asked before an action', `${at}.confirm`, 'flow.template.unknown', (d, id) => addStep({ action: 'knowledge.search', confirm: `[[template: ${id}]] Shall I?` })(d)],
    ['a marker in what a step says', `${at}.say`, 'flow.template.unknown', (d, id) => addStep({ say: `Look: [[template: ${id}]]` })(d)],
  ]),
  ...createReferenceCases({ to: 'template', user: 'message template “Letter”', ...inText }, [
    ['a marker in another template', 'messageTemplates[1].body', 'template.template.unknown', (d, id) => changeTemplate(`Dear.\n\n[[template: ${id}]]`)(d)],
  ]),
  ...createReferenceCases({ to: 'template', user: 'Fact “What are the terms?”', ...inText }, [
    ['a marker in the answer of a Fact', `${fact}.answer`, 'fact.template.unknown', (d, id) => changeTerms({ answer: `[[template: ${id}]]` })(d)],
  ]),
] // biome-ignore format: one line per place

const toPlaybooks: ReferenceCase[] = [
  ...createReferenceCases({ to: 'playbook', ...byFlow }, [
    ['a call', `${at}.call`, 'flow.playbook.unknown', (d, id) => addStep({ call: id })(d)],
    ['a handoff to a bare id', `${at}.handoff`, 'flow.playbook.unknown', (d, id) => addStep({ handoff: id })(d)],
    ['a handoff to playbook:<id>', `${at}.handoff`, 'flow.playbook.unknown', (d, id) => addStep({ handoff: `playbook:${id}` })(d)],
    ['the handoff of an end', `${at}.end.handoff`, 'flow.playbook.unknown', (d, id) => addStep({ end: { outcome: 'done', handoff: id } })(d)],
  ]),
  ...createReferenceCases({ to: 'playbook', user: 'Fact “What are the terms?”', ...invalid }, [
    ['the scope of a Fact', `${fact}.scope.playbookIds[1]`, 'fact.playbook.unknown', (d, id) => changeTerms({ scope: { playbookIds: ['talk', id] } })(d)],
  ]),
  ...createReferenceCases({ to: 'playbook', user: 'the appointment reminder', ...invalid }, [
    ['the reminders', 'capabilities.scheduling.reminders.playbookId', 'scheduling.playbook.unknown', (d, id) => ({ ...d, scheduling: { representatives: [], reminders: { playbookId: id } } })],
  ]),
] // biome-ignore format: one line per place

const createAssignment = (id: string, unless?: GoalAssignment['unless']): GoalAssignment => ({
  goalId: 'spare',
  ...(unless && { unless }),
  // biome-ignore lint/suspicious/noThenProperty: the API contract names it so
  then: id,
})
const unknownGoal = { unknown: 'goal.unknown' as const }
const toGoals: ReferenceCase[] = [
  ...createReferenceCases({ to: 'goal', user: 'the default Goal', ...unknownGoal }, [
    ['the default Goal', 'goals.defaultGoal.goalId', 'goals.goal.unknown', (d, id) => ({ ...d, goals: { ...d.goals, defaultGoal: { goalId: id } } })],
    ['the then of the default Goal', 'goals.defaultGoal.then', 'goals.goal.unknown', (d, id) => ({ ...d, goals: { ...d.goals, defaultGoal: createAssignment(id, { field: 'person.lastCallAt', op: 'exists' }) } })],
  ]),
  ...createReferenceCases({ to: 'goal', user: 'playbook “Front desk”', ...unknownGoal }, [
    ['the Goal of a playbook', 'playbooks[1].goal.goalId', 'playbook.goal.unknown', (d, id) => changeDesk({ goal: { goalId: id } })(d)],
    ['the then of a playbook', 'playbooks[1].goal.then', 'playbook.goal.unknown', (d, id) => changeDesk({ goal: createAssignment(id) })(d)],
  ]),
  ...createReferenceCases({ to: 'goal', user: 'Outreach “Spring revival”', ...unknownGoal }, [
    ['the Goal of an Outreach', `${outreach}.goal.goalId`, 'outreach.goal.unknown', (d, id) => changeSpring({ goal: { goalId: id } })(d)],
    ['the then of an Outreach', `${outreach}.goal.then`, 'outreach.goal.unknown', (d, id) => changeSpring({ goal: createAssignment(id) })(d)],
  ]),
] // biome-ignore format: one line per place

const toIntegrations: ReferenceCase[] = createReferenceCases(
  { to: 'integration', user: 'playbook “Front desk”', unknown: 'agent.playbook.uses_unknown' },
  [['the uses of a playbook', 'playbooks[1].uses[1]', 'playbook.uses.unknown', (d, id) => changeDesk({ uses: ['people', `integration:${id}`] })(d)]],
) // biome-ignore format: one line per place

const toFields: ReferenceCase[] = [
  ...createReferenceCases({ to: 'peopleField', user: 'playbook “Front desk”', ...inText }, [
    ['the bind of a slot', 'playbooks[1].flow.slots[0].bind', 'flow.field.unknown', (d, id) => addStep({ collect: 'pet' }, { bind: `person.customFields.${id}` })(d)],
    ['the condition of a playbook', 'playbooks[1].goal.unless.field', 'playbook.field.unknown', (d, id) => changeDesk({ goal: { goalId: 'spare', unless: condition(id) } })(d)],
  ]),
  ...createReferenceCases({ to: 'peopleField', user: 'message template “Letter”', ...inText }, [
    ['a slot of a template', 'messageTemplates[1].body', 'template.field.unknown', (d, id) => changeTemplate(`How is {person.customFields.${id}|your pet}?`)(d)],
  ]),
  ...createReferenceCases({ to: 'peopleField', user: 'the default Goal', ...inText }, [
    ['the condition of the default Goal', 'goals.defaultGoal.unless.field', 'goals.field.unknown', (d, id) => ({ ...d, goals: { ...d.goals, defaultGoal: { goalId: 'spare', unless: condition(id) } } })],
  ]),
  ...createReferenceCases({ to: 'peopleField', user: 'Outreach “Spring revival”', ...inText }, [
    ['the condition of an Outreach', `${outreach}.goal.unless.field`, 'outreach.field.unknown', (d, id) => changeSpring({ goal: { goalId: 'spare', unless: condition(id) } })(d)],
  ]),
] // biome-ignore format: one line per place

const toKnowledge: ReferenceCase[] = [
  ...createReferenceCases({ to: 'thing', user: 'message template “Letter”', ...inText }, [
    ['a marker in a template', 'messageTemplates[1].body', 'template.thing.unknown', (d, id) => changeTemplate(`See:\n\n[[things: box, ${id}]]`)(d)],
  ]),
  ...createReferenceCases({ to: 'collection', user: 'message template “Letter”', ...inText }, [
    ['a marker in a template', 'messageTemplates[1].body', 'template.collection.unknown', (d, id) => changeTemplate(`See:\n\n[[collection: ${id}]]`)(d)],
  ]),
  ...createReferenceCases({ to: 'collection', user: 'Thing “Kite box”', ...invalid }, [
    ['a Thing in it', 'capabilities.knowledge.things[0].collections[0]', 'thing.collection.unknown', (d, id) => changeItem(d, 'things', { id: 'box', collections: [id] })],
  ]),
] // biome-ignore format: one line per place

const toOutreaches: ReferenceCase[] = createReferenceCases({ to: 'outreach', user: 'automated Outreach “Welcome”', ...invalid }, [
  ['an automated Outreach', 'outreach.automated[0].outreachId', 'outreach.outreach.unknown', (d, id) => ({ ...d, automatedOutreach: [{ id: 'welcome', name: 'Welcome', outreachId: id, trigger: { event: 'person.created' } }] })],
]) // biome-ignore format: one line per place

const sequenceToOutreach: ReferenceCase[] = createReferenceCases({ to: 'outreach', user: 'sequence “Welcome”', ...invalid }, [
  ['a step of a sequence', 'outreach.sequences[0].steps[0].outreachId', 'sequence.outreach.unknown', (d, id) => ({ ...d, sequences: [{ id: 'welcome', name: 'Welcome', steps: [{ id: 'hello', outreachId: id, afterMinutes: 0 }] }] })],
]) // biome-ignore format: one line per place

const toLocations: ReferenceCase[] = [
  ...createReferenceCases({ to: 'location', user: 'Fact “What are the terms?”', ...invalid }, [
    ['the scope of a Fact', `${fact}.scope.locationIds[1]`, 'fact.location.unknown', (d, id) => changeTerms({ scope: { locationIds: ['hill', id] } })(d)],
  ]),
  ...createReferenceCases({ to: 'location', ...byFlow }, [
    ['the options of a location slot', 'playbooks[1].flow.slots[0].options[1]', 'flow.location.unknown', (d, id) => addStep({ collect: 'pet' }, { type: 'location', options: ['hill', id] })(d)],
    ['the argument of an action', `${at}.with.locationId`, 'flow.location.unknown', (d, id) => changeItem(addStep({ action: 'scheduling.offerTimes', with: { locationId: id } })(d), 'playbooks', { id: 'desk', uses: ['scheduling'] })],
  ]),
] // biome-ignore format: one line per place

const toRepresentatives: ReferenceCase[] = createReferenceCases({ to: 'representative', user: 'location “Pier shop”', ...invalid }, [
  ['a location', 'capabilities.locations[0].representativeIds[0]', 'location.representative.unknown', (d, id) => changeItem(d, 'locations', { id: 'pier', representativeIds: [id] })],
]) // biome-ignore format: one line per place

export const allReferenceCases: ReferenceCase[] = [
  ...toTemplates,
  ...toPlaybooks,
  ...toGoals,
  ...toIntegrations,
  ...toFields,
  ...toKnowledge,
  ...toOutreaches,
  ...sequenceToOutreach,
  ...toLocations,
  ...toRepresentatives,
]
