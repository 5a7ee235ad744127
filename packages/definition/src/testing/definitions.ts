import fc from 'fast-check'
import type { AgentDefinition } from '../definition.ts'
import type { GoalAssignment } from '../goals.ts'
import type { AgentPlaybook } from '../playbooks/playbook.ts'
import { anyFlow, anyUses } from './flows.ts'
import { anyIdOf, anyIds, anySublistOf, createTextWithMarkers, type Ids, idVocabulary, ownedPlaybookId } from './ids.ts'
import { anyKnowledge } from './knowledge.ts'
import { anyPlainSections } from './sections.ts'
import { anyPartial, anySampleText } from './words.ts'

/** Definitions in which every reference resolves. */
export const wholeDefinitions: fc.Arbitrary<AgentDefinition> = anyIds.chain((ids) => definitions(ids, ids))

/** Definitions in which some references do not resolve; owned playbooks and the default are valid. */
export const looseDefinitions: fc.Arbitrary<AgentDefinition> = anyIds.chain((ids) => definitions(ids, idVocabulary))

/** Defines everything in `existingIds`, and refers to some of `referencedIds`. */
function definitions(existingIds: Ids, referencedIds: Ids): fc.Arbitrary<AgentDefinition> {
  return fc
    .record({
      plain: anyPlainSections(existingIds, referencedIds),
      knowledge: anyKnowledge(existingIds, referencedIds),
      goals: goals(existingIds, referencedIds),
      playbooks: playbooks(existingIds, referencedIds),
      outreaches: fc.tuple(...existingIds.outreaches.map((id) => outreach(id, referencedIds))),
      automatedOutreach: automated(referencedIds),
      sequences: sequences(referencedIds),
    })
    .map(({ plain, knowledge, ...otherSections }) => ({ ...plain, ...knowledge, ...otherSections }))
}

function assignments(referencedIds: Ids): fc.Arbitrary<GoalAssignment> | undefined {
  const goalId = anyIdOf(referencedIds.goals)
  if (!goalId) return undefined
  const custom = anyIdOf(referencedIds.fields)?.map((key) => ({
    field: `person.customFields.${key}`,
    op: 'exists' as const,
  }))
  return anyPartial<GoalAssignment, 'goalId'>(
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

function goals(existingIds: Ids, referencedIds: Ids): fc.Arbitrary<AgentDefinition['goals']> {
  const definition = fc.oneof(
    fc.constant({ kind: 'event' as const, event: 'link.tapped' as const }),
    anySampleText.map((criterion) => ({ kind: 'judged' as const, criterion })),
  )
  const list = fc.tuple(
    ...existingIds.goals.map((id) => fc.record({ id: fc.constant(id), name: anySampleText, definition })),
  )
  const assignment = assignments(referencedIds)
  return assignment
    ? anyPartial<AgentDefinition['goals'], 'goals'>({ goals: list, defaultGoal: assignment }, ['goals'])
    : list.map((goals) => ({ goals }))
}

/** Plain and owned playbooks in any order; one of the plain ones is the default. */
function playbooks(existingIds: Ids, referencedIds: Ids): fc.Arbitrary<AgentPlaybook[]> {
  const playbookIds = [...existingIds.playbooks, ...existingIds.outreaches.map(ownedPlaybookId)]
  const owners = new Map(existingIds.outreaches.map((id) => [ownedPlaybookId(id), id]))
  const playbookArbitraries = playbookIds.map((id, index) => playbook(id, referencedIds, playbookIds.slice(index + 1)))
  return fc
    .tuple(fc.tuple(...playbookArbitraries), fc.constantFrom(...existingIds.playbooks))
    .chain(([list, defaultId]) =>
      fc.shuffledSubarray(
        list.map((candidate): AgentPlaybook => {
          const outreachId = owners.get(candidate.id)
          return {
            ...candidate,
            isDefault: candidate.id === defaultId,
            ...(outreachId !== undefined && { outreachId }),
          }
        }),
        { minLength: list.length },
      ),
    )
}

type Unowned = Omit<AgentPlaybook, 'isDefault' | 'outreachId'>

function playbook(id: string, referencedIds: Ids, laterIds: string[]): fc.Arbitrary<Unowned> {
  return anyUses(referencedIds).chain((uses) => {
    const optional = {
      description: anySampleText,
      whenToUse: anySampleText,
      examples: fc.constant([[{ role: 'user' as const, content: 'yes' }]]),
      toolRefs: fc.constant(['@svc/tool.mail']),
      messageTemplateRefs: anySublistOf(referencedIds.templates),
      flow: anyFlow(referencedIds, uses, laterIds),
      derivedFrom: fc.constant({ templateId: '@svc/playbook.desk', version: '1.0' }),
    }
    const goal = assignments(referencedIds)
    return fc.record(
      {
        id: fc.constant(id),
        name: anySampleText,
        body: createTextWithMarkers(referencedIds, anySampleText),
        uses: fc.constant(uses),
        ...optional,
        ...(goal && { goal }),
      },
      { requiredKeys: ['id', 'name', 'body', 'uses'], noNullPrototype: true },
    ) as fc.Arbitrary<Unowned>
  })
}

type Outreach = AgentDefinition['outreaches'][number]

function outreach(id: string, referencedIds: Ids): fc.Arbitrary<Outreach> {
  const template = fc.constantFrom(...referencedIds.templates)
  const goal = assignments(referencedIds)
  return fc.record(
    {
      id: fc.constant(id),
      name: anySampleText.map((name) => [...name].slice(0, 80).join('')),
      class: fc.constantFrom('marketing' as const, 'service' as const),
      enabled: fc.boolean(),
      openerTemplateId: template,
      playbookId: fc.constant(ownedPlaybookId(id)),
      description: anySampleText,
      inputs: anySublistOf(['petName', 'any key']),
      followUp: fc.record({ templateId: template, delayMinutes: fc.constant(60), maxTimes: fc.constant(2) }),
      ...(goal && { goal }),
    },
    { requiredKeys: ['id', 'name', 'class', 'enabled', 'openerTemplateId', 'playbookId'], noNullPrototype: true },
  ) as fc.Arbitrary<Outreach>
}

type Automated = AgentDefinition['automatedOutreach'][number]

function automated(referencedIds: Ids): fc.Arbitrary<Automated[]> {
  const outreachId = anyIdOf(referencedIds.outreaches)
  if (!outreachId) return fc.constant([])
  const rule = anyPartial<Automated, 'id' | 'name' | 'outreachId' | 'trigger'>(
    {
      id: fc.constant('nudge'),
      name: anySampleText,
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

type AnySequence = AgentDefinition['sequences'][number]

function sequences(referencedIds: Ids): fc.Arbitrary<AnySequence[]> {
  const outreachId = anyIdOf(referencedIds.outreaches)
  if (!outreachId) return fc.constant([])
  const step = fc.record({ id: fc.constant('hello'), outreachId, afterMinutes: fc.constantFrom(0, 259_200) })
  const sequence = anyPartial<AnySequence, 'id' | 'name' | 'steps'>(
    {
      id: fc.constant('welcome'),
      name: anySampleText,
      enabled: fc.boolean(),
      entry: fc.constant({ event: 'person.created' as const, filter: { tag: 'fair' } }),
      steps: step.map((one) => [one, { ...one, id: 'again', onlyIf: { tag: 'vip' } }]),
      stopOn: fc.constantFrom<NonNullable<AnySequence['stopOn']>>([], ['left', 'converted']),
      reenterAfterDays: fc.constant(30),
    },
    ['id', 'name', 'steps'],
  )
  return fc.array(sequence, { maxLength: 1 })
}
