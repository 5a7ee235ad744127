import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { type AppliedChange, applyChange, type DefinitionEdit } from './change.ts'
import { ChangeRejectedError } from './change-rejected.ts'
import { type AgentDefinition, sectionNames } from './definition.ts'
import type { HttpIntegration } from './integrations.ts'
import { findDanglingReferences } from './references/integrity.ts'
import { hasTarget } from './references/reference.ts'
import { isSameValue } from './same-value.ts'
import { looseDefinitions } from './testing/definitions.ts'
import { anyEdit } from './testing/edits.ts'
import { testEnvironment } from './testing/environment.ts'
import { catchRejection, listRejectedFields } from './testing/rejection.ts'
import { changeItem, shop } from './testing/shop.ts'

function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) for (const own of Object.values(Object.freeze(value))) frozen(own)
  return value
}

/** Asserts what must hold for any agent after a successful write. */
function assertSound(before: AgentDefinition, { definition, changed }: AppliedChange): void {
  const known = new Set(findDanglingReferences(before, testEnvironment).map(({ key }) => key))
  for (const { key, mustExist, to, id, field } of findDanglingReferences(definition, testEnvironment)) {
    if (known.has(key)) continue
    assert.ok(!mustExist, `${field} names what never was`)
    assert.ok(!hasTarget(before, to, id), `${field} names what this write took away`)
  }
  const defaults = definition.playbooks.filter(({ isDefault }) => isDefault)
  assert.deepEqual(
    defaults.map(({ outreachId }) => outreachId),
    [undefined],
    'exactly one default, which is not owned',
  )
  const owned = definition.playbooks.filter(({ outreachId }) => outreachId !== undefined)
  assert.deepEqual(
    new Map(owned.map(({ id, outreachId }) => [outreachId, id])),
    new Map(definition.outreaches.map(({ id, playbookId }) => [id, playbookId])),
  )
  assert.equal(owned.length, definition.outreaches.length, 'every Outreach owns exactly one playbook')
  for (const name of sectionNames) {
    if (changed.includes(name)) assert.ok(!isSameValue(definition[name], before[name]), `${name} is another`)
    else assert.equal(definition[name], before[name], `${name} is the same object`)
  }
}

test('every edit leaves a valid agent or is refused with its reasons, and the previous agent stays untouched', () => {
  const outcomes = { made: 0, refused: 0 }
  fc.assert(
    fc.property(looseDefinitions, anyEdit, (before, edit) => {
      frozen(before)
      let made: AppliedChange
      try {
        made = applyChange(before, edit, testEnvironment)
      } catch (error) {
        assert.ok(error instanceof ChangeRejectedError, String(error))
        assert.ok(error.details.errors?.length || error.details.detail, `${error.code} gives no reason`)
        outcomes.refused++
        return
      }
      assertSound(before, made)
      outcomes.made++
    }),
    { numRuns: 300 },
  )
  const each = (outcomes.made + outcomes.refused) / 6
  assert.ok(outcomes.made > each && outcomes.refused > each, JSON.stringify(outcomes))
})

const wholeFlow = { id: 'main', slots: [], steps: [{ say: 'Hello.' }, { end: { outcome: 'done' } }] }

test('an edit with equal values changes nothing, even with new objects', () => {
  const { definition, changed } = applyChange(shop, (before) => structuredClone(before), testEnvironment)
  assert.equal(definition, shop)
  assert.deepEqual(changed, [])
})

test('only the sections that an edit changes are new objects', () => {
  const edit: DefinitionEdit = (before) => ({ ...structuredClone(before), standingInstructions: ['Be brief.'] })
  const { definition, changed } = applyChange(shop, edit, testEnvironment)
  assert.deepEqual(changed, ['standingInstructions'])
  for (const name of sectionNames) assert.equal(definition[name] === shop[name], name !== 'standingInstructions', name)
})

const unsound: [title: string, edit: DefinitionEdit, code: string, fields: string[]][] = [
  [
    'leaves no default',
    ({ playbooks, ...rest }) => ({ ...rest, playbooks: playbooks.map((one) => ({ ...one, isDefault: false })) }),
    'request.invalid',
    ['playbooks'],
  ],
  ['makes two defaults', (before) => changeItem(before, 'playbooks', { id: 'desk', isDefault: true }), 'request.invalid', ['playbooks']],
  [
    'makes an owned playbook the default',
    (before) => changeItem(changeItem(before, 'playbooks', { id: 'general', isDefault: false }), 'playbooks', { id: 'talk', isDefault: true }),
    'resource.conflict',
    [],
  ],
  [
    'leaves owned playbooks alone',
    (before) => ({ ...before, playbooks: before.playbooks.filter(({ outreachId }) => outreachId) }),
    'resource.conflict',
    [],
  ],
  [
    'takes an owned playbook from its Outreach',
    (before) => changeItem(before, 'playbooks', { id: 'talk', outreachId: undefined }),
    'request.invalid',
    ['outreach.outreaches[0].playbookId'],
  ],
  [
    'gives an Outreach a second playbook',
    (before) => changeItem(before, 'playbooks', { id: 'desk', outreachId: 'spring' }),
    'request.invalid',
    ['playbooks[1].outreachId'],
  ],
  [
    'gives a playbook to an Outreach that never was',
    (before) => changeItem(before, 'playbooks', { id: 'desk', outreachId: 'ghost' }),
    'request.invalid',
    ['playbooks[1].outreachId playbook.outreach.unknown'],
  ],
  [
    'writes a flow with lint errors',
    (before) => changeItem(before, 'playbooks', { id: 'desk', flow: { ...wholeFlow, steps: [{ collect: 'ghost' }, { action: 'people.save' }] } }),
    'agent.playbook.flow_invalid',
    ['playbooks[1].flow.steps[0].collect flow.slot.unknown', 'playbooks[1].flow.steps[1].action flow.action.capability.missing'],
  ],
  [
    'binds a tool with a config that its catalog refuses',
    (before) => ({ ...before, toolBindings: [{ toolId: '@svc/tool.mail', config: { url: '' }, enabled: true }] }),
    'request.invalid',
    ['toolBindings[0].config.url'],
  ],
  [
    'gives an integration a schema that is none',
    (before) => changeItem(before, 'integrations', { id: 'orders', parameters: { type: 'nonsense' } }),
    'request.invalid',
    ['integrations.custom[0].parameters'],
  ],
  [
    'adds one objective too many',
    (before) => ({ ...before, objectives: Array.from({ length: 51 }, (_, at) => ({ id: `o${at}`, name: 'O', body: 'Do.' })) }),
    'resource.conflict',
    [],
  ],
] // biome-ignore format: one line per case

for (const [title, edit, code, fields] of unsound) {
  test(`an edit that ${title} is refused with ${code}`, () => {
    const refusal = catchRejection(() => applyChange(shop, edit, testEnvironment))
    assert.equal(refusal.code, code)
    assert.deepEqual(listRejectedFields(refusal), fields)
    assert.ok(fields.length > 0 || refusal.details.detail)
  })
}

test('a fault in a section that a write does not touch does not block the write', () => {
  const faulty: AgentDefinition = {
    ...changeItem(shop, 'playbooks', { id: 'desk', flow: { ...wholeFlow, steps: [{ collect: 'ghost' }] } }),
    toolBindings: [{ toolId: '@svc/tool.mail', config: { url: '' }, enabled: true }],
    integrations: [{ ...(shop.integrations[0] as HttpIntegration), parameters: { type: 'nonsense' } }],
  }
  const other = applyChange(
    faulty,
    (before) => changeItem(before, 'playbooks', { id: 'billing', body: 'Bill twice.' }),
    testEnvironment,
  )
  assert.deepEqual(other.changed, ['playbooks'])
  const same = catchRejection(() =>
    applyChange(faulty, (before) => changeItem(before, 'playbooks', { id: 'desk', body: 'Hi.' }), testEnvironment),
  )
  assert.equal(same.code, 'agent.playbook.flow_invalid')
})

test('a flow with only warnings is accepted', () => {
  const flow = { ...wholeFlow, generatedFrom: { bodyHash: 'of another body' } }
  const { definition } = applyChange(
    shop,
    (before) => changeItem(before, 'playbooks', { id: 'desk', flow }),
    testEnvironment,
  )
  assert.deepEqual(definition.playbooks[1]?.flow, flow)
})

test('deleting an Outreach by any route deletes its owned playbook', () => {
  const { definition, changed } = applyChange(shop, (before) => ({ ...before, outreaches: [] }), testEnvironment)
  assert.deepEqual(changed, ['playbooks', 'outreaches'])
  assert.deepEqual(
    definition.playbooks.map(({ id }) => id),
    ['general', 'desk', 'billing'],
  )
})
