import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applyTemplate, type TemplateContent } from '../catalog/apply.ts'

import { applyChange, type DefinitionEdit } from '../change.ts'
import type { AgentDefinition, SectionName } from '../definition.ts'
import { sectionPaths } from '../definition.ts'
import { putGoals } from '../goals.ts'
import { lintDefinition } from '../lint/lint.ts'
import { removeTemplate } from '../message-templates/message-template.ts'
import { removeOutreach } from '../outreach/edits.ts'
import { removePlaybook } from '../playbooks/edits.ts'
import { parseImportDocument } from '../portable/document.ts'

import { exportDocument, importSections } from '../portable/export-import.ts'
import { testEnvironment } from '../testing/environment.ts'
import { allReferenceCases, type ReferenceCase } from '../testing/reference-cases.ts'
import { catchRejection, listRejectedFields } from '../testing/rejection.ts'
import { changeItem, shop } from '../testing/shop.ts'
import { putCollections } from '../things/edits.ts'
import { hasTarget, type TargetKind } from './reference.ts'

type Removal = [title: string, edit: DefinitionEdit]
type Item = { id: string } | { key: string }

const idOf = (item: Item): string => ('id' in item ? item.id : item.key)
const without = <T extends Item>(list: readonly T[], id: string): T[] => list.filter((item) => idOf(item) !== id)

/** A document with some sections of an export. */
function documentOf(definition: AgentDefinition, sections: readonly SectionName[]): Record<string, unknown> {
  const document: Record<string, unknown> = {}
  for (const name of sections) {
    let [into, from] = [document, exportDocument(definition) as Record<string, unknown>]
    const path = sectionPaths[name]
    for (const key of path.slice(0, -1)) {
      into[key] ??= {}
      into = into[key] as Record<string, unknown>
      from = from[key] as Record<string, unknown>
    }
    const last = path.at(-1) as string
    into[last] = from[last]
  }
  return document
}

function importing(document: unknown): DefinitionEdit {
  return (before) =>
    importSections(before, parseImportDocument(document), { now: '2031-01-01T00:00:00.000Z', places: new Map() })
}

/** An import of only that section, and an import of everything, each without the item. */
function imports(section: SectionName, drop: (definition: AgentDefinition) => AgentDefinition): Removal[] {
  return [
    [`an import of ${section}`, (before) => importing(documentOf(drop(before), [section]))(before)],
    ['an import of everything', (before) => importing(exportDocument(drop(before)))(before)],
  ]
}

const template = (content: Partial<TemplateContent>): DefinitionEdit => {
  return (before) => applyTemplate(before, { id: '@svc/agent.shop', version: '1.0.0', ...content })
}
const onePlaybook = [{ id: '@svc/playbook.x', version: '1.0.0', name: 'X', description: '', body: 'Sell.' }]

type Target = { id: string; section: SectionName; drop: DefinitionEdit; more: (naming: ReferenceCase) => Removal[] }
const listed = (section: SectionName, id: string): Pick<Target, 'id' | 'section' | 'drop'> => ({
  id,
  section,
  drop: (definition) => ({ ...definition, [section]: without(definition[section] as Item[], id) }),
})

/** The removed item, and the routes that remove it besides a whole-list write and imports. */
const targets: Partial<Record<TargetKind, Target>> = {
  template: {
    ...listed('messageTemplates', 'note'),
    more: () => [['a delete', (before) => removeTemplate(before, 'note')]],
  },
  playbook: {
    ...listed('playbooks', 'billing'),
    more: ({ field }) => [
      ['a delete', (before) => removePlaybook(before, 'billing')],
      // A template replaces every plain playbook, including what those refer to.
      ...(field.startsWith('playbooks') ? [] : [['a template apply', template({ playbooks: onePlaybook })] as Removal]),
    ],
  },
  goal: {
    id: 'booked',
    section: 'goals',
    drop: (definition) => ({
      ...definition,
      goals: { ...definition.goals, goals: without(definition.goals.goals, 'booked') },
    }),
    more: ({ field }) => [
      ['a PUT', (before) => putGoals(before, { goals: without(before.goals.goals, 'booked') })],
      ...(field.startsWith('goals')
        ? []
        : [['a template apply', template({ goals: { goals: without(shop.goals.goals, 'booked') } })] as Removal]),
    ],
  },
  integration: { ...listed('integrations', 'orders'), more: () => [] },
  peopleField: { ...listed('peopleFields', 'petName'), more: () => [] },
  thing: { ...listed('things', 'red kite'), more: () => [] },
  collection: {
    ...listed('collections', 'summer'),
    more: ({ field }) =>
      field.startsWith('messageTemplates')
        ? [['a PUT with force', (before) => putCollections(before, [], true)] as Removal]
        : [],
  },
  outreach: { ...listed('outreaches', 'spring'), more: () => [] },
  location: { ...listed('locations', 'pier'), more: () => [] },
  representative: {
    id: 'anna',
    section: 'scheduling',
    drop: (definition) => ({
      ...definition,
      scheduling: {
        ...definition.scheduling,
        representatives: without(definition.scheduling.representatives, 'anna'),
      },
    }),
    more: () => [],
  },
}

for (const naming of allReferenceCases) {
  const target = targets[naming.to]
  assert.ok(target, naming.to)
  const before = naming.names(shop, target.id)
  const removals: Removal[] = [
    ['a whole-list write', target.drop],
    ...imports(target.section, target.drop),
    ...target.more(naming),
  ]
  for (const [route, removal] of removals) {
    test(`${route} does not remove the ${naming.to} that ${naming.title} names`, () => {
      const refusal = catchRejection(() => applyChange(before, removal, testEnvironment))
      assert.equal(refusal.code, 'agent.integrity_conflict')
      assert.deepEqual(listRejectedFields(refusal), [`${naming.field} ${naming.code}`])
      assert.match(
        refusal.details.errors?.[0]?.message ?? '',
        new RegExp(`refers to the .+ ${target.id}, which would be deleted`),
      )
      assert.ok(
        refusal.details.detail?.toLowerCase().startsWith(`${naming.user.toLowerCase()} refers to`),
        refusal.details.detail,
      )
    })
  }

  test(`the ${naming.to} can be deleted once ${naming.title} no longer names it`, () => {
    assert.ok(hasTarget(shop, naming.to, target.id))
    assert.ok(!hasTarget(applyChange(shop, target.drop, testEnvironment).definition, naming.to, target.id))
  })

  const ghost = naming.to === 'peopleField' ? 'ghostField' : 'ghost'
  if (naming.unknown) {
    test(`a ${naming.to} that never existed is ${naming.unknown} in ${naming.title}`, () => {
      const refusal = catchRejection(() =>
        applyChange(shop, (definition) => naming.names(definition, ghost), testEnvironment),
      )
      assert.equal(refusal.code, naming.unknown)
      assert.deepEqual(listRejectedFields(refusal), [`${naming.field} ${naming.code}`])
    })
  } else {
    test(`a ${naming.to} that never existed is only a lint warning in ${naming.title}`, () => {
      const { definition } = applyChange(shop, (definition) => naming.names(definition, ghost), testEnvironment)
      const found = lintDefinition(definition, testEnvironment).filter(({ code }) => code === naming.code)
      assert.deepEqual(
        found.map(({ severity, path }) => [severity, path]),
        [['warning', naming.field]],
      )
    })
  }

  test(`a dangling name in ${naming.title} blocks neither other writes nor the deletion of its user`, () => {
    const loose = naming.names(shop, ghost)
    const renamed = applyChange(loose, (definition) => ({ ...definition, agent: { name: 'Other' } }), testEnvironment)
    assert.deepEqual(renamed.changed, ['agent'])
    assert.ok(applyChange(loose, () => ({ ...shop, agent: { name: 'Other' } }), testEnvironment).changed.length > 1)
  })
}

test('an Outreach protects its owned playbook from deletion by any route', () => {
  const drop: DefinitionEdit = (definition) => ({ ...definition, playbooks: without(definition.playbooks, 'talk') })
  const routes: Removal[] = [
    ['a delete', (before) => removePlaybook(before, 'talk')],
    ['a whole-list write', drop],
    ...imports('playbooks', drop),
  ]
  for (const [route, removal] of routes) {
    const refusal = catchRejection(() => applyChange(shop, removal, testEnvironment))
    assert.equal(refusal.code, 'agent.integrity_conflict', route)
    assert.deepEqual(
      listRejectedFields(refusal),
      ['outreach.outreaches[0].playbookId outreach.playbook.unknown'],
      route,
    )
    assert.match(refusal.details.detail ?? '', /^Outreach “Spring revival” refers to the playbook talk\.$/)
  }
})

test('an Outreach is deleted with its owned playbook, unless a Fact or another flow names that playbook', () => {
  const removal = applyChange(shop, (before) => removeOutreach(before, 'spring'), testEnvironment)
  assert.deepEqual(removal.changed, ['playbooks', 'outreaches'])
  assert.ok(!removal.definition.playbooks.some(({ id }) => id === 'talk'))
  const users: [field: string, edit: DefinitionEdit][] = [
    [
      'capabilities.knowledge.facts[0].scope.playbookIds[0] fact.playbook.unknown',
      (definition) => changeItem(definition, 'facts', { id: 'terms', scope: { playbookIds: ['talk'] } }),
    ],
    [
      'playbooks[1].flow.steps[0].handoff flow.playbook.unknown',
      (definition) =>
        changeItem(definition, 'playbooks', {
          id: 'desk',
          flow: { id: 'main', slots: [], steps: [{ handoff: 'talk' }] },
        }),
    ],
  ]
  for (const [field, names] of users) {
    const refusal = catchRejection(() =>
      applyChange(names(shop), (before) => removeOutreach(before, 'spring'), testEnvironment),
    )
    assert.equal(refusal.code, 'agent.integrity_conflict')
    assert.deepEqual(listRejectedFields(refusal), [field])
  }
})

test('an integration is in use by the action of a flow and by the uses that cover it', () => {
  const flow = { id: 'main', slots: [], steps: [{ action: 'integration:orders.call' }, { end: { outcome: 'done' } }] }
  const before = changeItem(shop, 'playbooks', { id: 'desk', uses: ['integration:orders'], flow })
  const refusal = catchRejection(() =>
    applyChange(before, (definition) => ({ ...definition, integrations: [] }), testEnvironment),
  )
  assert.equal(refusal.code, 'agent.integrity_conflict')
  assert.deepEqual(listRejectedFields(refusal), [
    'playbooks[1].uses[0] playbook.uses.unknown',
    'playbooks[1].flow.steps[0].action flow.integration.unknown',
  ])
})

test('a refusal lists every reference to the item, and releasing a reference removes it from the list', () => {
  // The desk has one flow, so only one of the positions in flows can be used at a time.
  const inOtherFlows = ({ field, title }: ReferenceCase) =>
    field.includes('.flow.') && title !== 'a marker in what a step says'
  const toNote = allReferenceCases.filter((naming) => naming.to === 'template' && !inOtherFlows(naming))
  const all = toNote.reduce((definition, { names }) => names(definition, 'note'), shop)
  const removal: DefinitionEdit = (before) => removeTemplate(before, 'note')
  const expected = toNote.map(({ field, code }) => `${field} ${code}`).sort()
  const refusal = catchRejection(() => applyChange(all, removal, testEnvironment))
  assert.deepEqual(listRejectedFields(refusal).sort(), expected)
  assert.match(refusal.details.detail ?? '', /, and 1 more\.$/)
  for (const { names, field, code } of toNote) {
    const released = names(all, 'opener')
    assert.deepEqual(
      listRejectedFields(catchRejection(() => applyChange(released, removal, testEnvironment))).sort(),
      expected.filter((line) => line !== `${field} ${code}`),
    )
  }
})

test('only references that a write newly breaks count, whatever the new position of the user', () => {
  const loose = changeItem(shop, 'facts', { id: 'terms', answer: '[[template: ghost]] [[template: note]]' })
  const removal: DefinitionEdit = (before) => ({
    ...removeTemplate(before, 'note'),
    facts: [{ id: 'first', question: 'First?', answer: 'Yes.' }, ...before.facts],
  })
  assert.deepEqual(listRejectedFields(catchRejection(() => applyChange(loose, removal, testEnvironment))), [
    'capabilities.knowledge.facts[0].answer fact.template.unknown',
  ])
  const moved: DefinitionEdit = (before) => ({
    ...before,
    facts: [{ id: 'first', question: 'First?', answer: 'Yes.' }, ...before.facts],
  })
  assert.deepEqual(applyChange(loose, moved, testEnvironment).changed, ['facts'])
})

test('one write can delete an item together with its user, but not with a user that the document keeps', () => {
  const before = changeItem(shop, 'facts', { id: 'terms', scope: { playbookIds: ['billing'] } })
  const playbooks = without(shop.playbooks, 'billing')
  const both = importing(documentOf({ ...shop, playbooks }, ['playbooks', 'facts']))
  assert.deepEqual(applyChange(before, both, testEnvironment).changed, ['playbooks', 'facts'])
  const replay = importing(documentOf({ ...before, playbooks }, ['playbooks', 'facts']))
  assert.equal(catchRejection(() => applyChange(before, replay, testEnvironment)).code, 'agent.integrity_conflict')
})

const notNamed: [title: string, body: string][] = [
  ['an id that only begins like it', '[[template: note-long]]'],
  ['an escaped marker', 'Write \\[[template: note]] to include it.'],
  ['plain words', 'The template note is fine.'],
]
for (const [title, body] of notNamed) {
  test(`${title} does not protect a template from deletion`, () => {
    const before = changeItem(shop, 'messageTemplates', { id: 'letter', body })
    assert.deepEqual(applyChange(before, (one) => removeTemplate(one, 'note'), testEnvironment).changed, [
      'messageTemplates',
    ])
  })
}

test('toolRefs refuses a tool that is not in the catalog, unless the playbook already names it', () => {
  const naming =
    (tool: string): DefinitionEdit =>
    (definition) =>
      changeItem(definition, 'playbooks', { id: 'desk', toolRefs: ['@svc/tool.mail', tool] })
  const refusal = catchRejection(() => applyChange(shop, naming('@svc/tool.ghost'), testEnvironment))
  assert.equal(refusal.code, 'request.invalid')
  assert.deepEqual(listRejectedFields(refusal), ['playbooks[1].toolRefs[1] playbook.tool.unknown'])
  assert.ok(applyChange(naming('@svc/tool.ghost')(shop), naming('@svc/tool.ghost'), testEnvironment))
})

test('an unknown capability is reported with the allowed values', () => {
  for (const use of ['telepathy', 'integration:ghost', 'Scheduling', 'integration:', 'integration:ORDERS', 'orders']) {
    const edit: DefinitionEdit = (definition) =>
      changeItem(definition, 'playbooks', { id: 'desk', uses: ['people', use] })
    const refusal = catchRejection(() => applyChange(shop, edit, testEnvironment))
    assert.equal(refusal.code, 'agent.playbook.uses_unknown', use)
    for (const word of [use, 'scheduling', 'people', 'notify', 'knowledge', 'integration:<id>']) {
      assert.ok(refusal.details.title?.includes(word), `${word} in ${refusal.details.title}`)
    }
  }
})
