import fc from 'fast-check'
import type { AgentDefinition } from '../definition.ts'
import type { GoalAssignment } from '../goals.ts'
import type { AgentPlaybook } from '../playbooks/playbook.ts'
import { flows, usesOver } from './flows.ts'
import { createTextWithMarkers, type Ids, idVocabulary, oneOf, ownedBy, someIds, sublistOf } from './ids.ts'
import { knowledge } from './knowledge.ts'
import { plainSections } from './sections.ts'
import { partly, words } from './words.ts'

/** Definitions in which every reference resolves. */
export const wholeDefinitions: fc.Arbitrary<AgentDefinition> = someIds.chain((ids) => definitions(ids, ids))

/** Definitions in which some references do not resolve; owned playbooks and the default are valid. */
export const looseDefinitions: fc.Arbitrary<AgentDefinition> = someIds.chain((ids) => definitions(ids, idVocabulary))

/** Defines everything in `has`, and refers to some of `names`. */
function definitions(has: Ids, names: Ids): fc.Arbitrary<AgentDefinition> {
  return fc
    .record({
      plain: plainSections(has, names),
      knowledge: knowledge(has, names),
      goals: goals(has, names),
      playbooks: playbooks(has, names),
      outreaches: fc.tuple(...has.outreaches.map((id) => outreach(id, names))),
      automatedOutreach: automated(names),
    })
    .map(({ plain, knowledge, ...others }) => ({ ...plain, ...knowledge, ...others }))
}

function assignments(names: Ids): fc.Arbitrary<GoalAssignment> | undefined {
  const goalId = oneOf(names.goals)
  if (!goalId) return undefined
  const custom = oneOf(names.fields)?.map((key) => ({ field: `person.customFields.${key}`, op: 'exists' as const }))
  return partly<GoalAssignment, 'goalId'>(
    {
      goalId,
      unless: fc.oneof(
        fc.constant({ field: 'person.lastCallAt' as const, op: 'exists' as const }),
        fc.constant({ field: 'person.status' as const, op: 'eq' as const, value: 'no' }),
        ...(custom ? [custom] : []),
      ),
      // biome-ignore lint/suspicious/noThenProperty: the API contract names it so
      then: goalId,
    },
    ['goalId'],
  )
}

function goals(has: Ids, names: Ids): fc.Arbitrary<AgentDefinition['goals']> {
  const definition = fc.oneof(
    fc.constant({ kind: 'event' as const, event: 'link.tapped' as const }),
    words.map((criterion) => ({ kind: 'judged' as const, criterion })),
  )
  const list = fc.tuple(...has.goals.map((id) => fc.record({ id: fc.constant(id), name: words, definition })))
  const assigned = assignments(names)
  return assigned
    ? partly<AgentDefinition['goals'], 'goals'>({ goals: list, defaultGoal: assigned }, ['goals'])
    : list.map((goals) => ({ goals }))
}

/** Plain and owned playbooks in any order; one of the plain ones is the default. */
function playbooks(has: Ids, names: Ids): fc.Arbitrary<AgentPlaybook[]> {
  const all = [...has.playbooks, ...has.outreaches.map(ownedBy)]
  const owners = new Map(has.outreaches.map((id) => [ownedBy(id), id]))
  const made = all.map((id, index) => playbook(id, names, all.slice(index + 1)))
  return fc.tuple(fc.tuple(...made), fc.constantFrom(...has.playbooks)).chain(([list, chosen]) =>
    fc.shuffledSubarray(
      list.map((one): AgentPlaybook => {
        const outreachId = owners.get(one.id)
        return { ...one, isDefault: one.id === chosen, ...(outreachId !== undefined && { outreachId }) }
      }),
      { minLength: list.length },
    ),
  )
}

type Unowned = Omit<AgentPlaybook, 'isDefault' | 'outreachId'>

function playbook(id: string, names: Ids, later: string[]): fc.Arbitrary<Unowned> {
  return usesOver(names).chain((uses) => {
    const optional = {
      description: words,
      whenToUse: words,
      examples: fc.constant([[{ role: 'user' as const, content: 'yes' }]]),
      toolRefs: fc.constant(['@svc/tool.mail']),
      messageTemplateRefs: sublistOf(names.templates),
      flow: flows(names, uses, later),
      derivedFrom: fc.constant({ templateId: '@svc/playbook.desk', version: '1.0' }),
    }
    const goal = assignments(names)
    return fc.record(
      {
        id: fc.constant(id),
        name: words,
        body: createTextWithMarkers(names, words),
        uses: fc.constant(uses),
        ...optional,
        ...(goal && { goal }),
      },
      { requiredKeys: ['id', 'name', 'body', 'uses'], noNullPrototype: true },
    ) as fc.Arbitrary<Unowned>
  })
}

type Outreach = AgentDefinition['outreaches'][number]

function outreach(id: string, names: Ids): fc.Arbitrary<Outreach> {
  const template = fc.constantFrom(...names.templates)
  const goal = assignments(names)
  return fc.record(
    {
      id: fc.constant(id),
      name: words.map((name) => [...name].slice(0, 80).join('')),
      class: fc.constantFrom('marketing' as const, 'service' as const),
      enabled: fc.boolean(),
      openerTemplateId: template,
      playbookId: fc.constant(ownedBy(id)),
      description: words,
      inputs: sublistOf(['petName', 'any key']),
      followUp: fc.record({ templateId: template, delayMinutes: fc.constant(60), maxTimes: fc.constant(2) }),
      ...(goal && { goal }),
    },
    { requiredKeys: ['id', 'name', 'class', 'enabled', 'openerTemplateId', 'playbookId'], noNullPrototype: true },
  ) as fc.Arbitrary<Outreach>
}

type Automated = AgentDefinition['automatedOutreach'][number]

function automated(names: Ids): fc.Arbitrary<Automated[]> {
  const outreachId = oneOf(names.outreaches)
  if (!outreachId) return fc.constant([])
  const rule = partly<Automated, 'id' | 'name' | 'outreachId' | 'trigger'>(
    {
      id: fc.constant('nudge'),
      name: words,
      outreachId,
      enabled: fc.boolean(),
      trigger: fc.constant({
        event: 'person.created' as const,
        filter: { status: 'no', 'customFields.10': ['1', ''] },
      }),
      delayMinutes: fc.constantFrom(0, 43_200),
      sendWindow: fc.constant({ startHour: 22, endHour: 6, timeZone: 'Europe/Berlin' }),
      ignoreSafeHours: fc.boolean(),
    },
    ['id', 'name', 'outreachId', 'trigger'],
  )
  return fc.array(rule, { maxLength: 1 })
}
