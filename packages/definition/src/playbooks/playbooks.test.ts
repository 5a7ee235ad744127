import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { applyChange, type DefinitionEdit } from '../change.ts'
import type { AgentDefinition } from '../definition.ts'
import { testEnvironment } from '../testing/environment.ts'
import { catchRejection, listRejectedFields } from '../testing/rejection.ts'
import { changeItem, shop } from '../testing/shop.ts'
import { read } from '../things/testing/read.ts'
import { addPlaybook, findPlaybook, patchPlaybook, putPlaybook, removePlaybook, setDefaultPlaybook } from './edits.ts'
import { PlaybookCreate, PlaybookPatch, PlaybookPut } from './playbook.ts'

const ids = ({ playbooks }: AgentDefinition) => playbooks.map(({ id }) => id)
const defaults = ({ playbooks }: AgentDefinition) => playbooks.filter((one) => one.isDefault).map(({ id }) => id)
const flow = { id: 'main', slots: [], steps: [{ say: 'Hello.' }, { end: { outcome: 'done' } }] }
const derivedFrom = { templateId: '@svc/playbook.desk', version: '1.0.0' }

test('the id of a new playbook derives from its name and differs from those of the same name', () => {
  const first = addPlaybook(shop, { name: 'Boat Viewing & Sale' })
  assert.equal(first.id, 'boat-viewing-sale')
  const second = addPlaybook(first.definition, { name: 'Boat viewing, sale!' })
  assert.equal(second.id, 'boat-viewing-sale-2')
  assert.equal(addPlaybook(shop, { name: '日本' }).id, 'playbook')
  assert.deepEqual(ids(second.definition).slice(-2), [first.id, second.id])
})

test('a new playbook may give its id, unless that is in use', () => {
  assert.equal(addPlaybook(shop, { id: 'own', name: 'Own' }).id, 'own')
  assert.equal(catchRejection(() => addPlaybook(shop, { id: 'desk', name: 'Own' })).code, 'resource.conflict')
})

const everything = ['scheduling', 'people', 'notify', 'integration:orders']
const filled: [title: string, uses: string[] | undefined, expected: string[]][] = [
  ['that are left out are everything the agent can do', undefined, everything],
  ['that are empty stay empty', [], []],
  ['that repeat are there once', ['people', 'notify', 'people'], ['people', 'notify']],
  ['may name knowledge', ['knowledge'], ['knowledge']],
]
for (const [title, uses, expected] of filled) {
  test(`the uses of a new playbook ${title}`, () => {
    const { definition, id } = addPlaybook(shop, { name: 'New', ...(uses && { uses }) })
    assert.deepEqual(findPlaybook(definition, id).uses, expected)
  })
}

test('a generated list of uses does not grow with the agent', () => {
  const { definition, id } = addPlaybook({ ...shop, integrations: [] }, { name: 'New' })
  const grown = applyChange(definition, (before) => ({ ...before, integrations: shop.integrations }), testEnvironment)
  assert.deepEqual(findPlaybook(grown.definition, id).uses, everything.slice(0, 3))
})

test('a PUT replaces all but uses, flow, provenance, owner and default', () => {
  const stored = changeItem(shop, 'playbooks', { id: 'talk', description: 'D', whenToUse: 'W', goal: { goalId: 'booked' }, uses: ['notify'], flow, derivedFrom, toolRefs: ['@svc/tool.mail'] }) // biome-ignore format: one line
  assert.deepEqual(findPlaybook(putPlaybook(stored, 'talk', { name: 'New', body: 'B' }), 'talk'), {
    id: 'talk',
    name: 'New',
    body: 'B',
    uses: ['notify'],
    flow,
    isDefault: false,
    outreachId: 'spring',
    derivedFrom,
  })
  assert.equal(findPlaybook(putPlaybook(stored, 'talk', { name: 'New' }), 'talk').body, '')
})

for (const [verb, write] of [
  ['PUT', (sent: object) => putPlaybook(changeItem(shop, 'playbooks', { id: 'desk', uses: ['people'], flow }), 'desk', { name: 'Desk', ...sent })],
  ['PATCH', (sent: object) => patchPlaybook(changeItem(shop, 'playbooks', { id: 'desk', uses: ['people'], flow }), 'desk', sent)],
] as const) {
  test(`a ${verb} keeps uses and flow by default, clears them with null, and replaces them with a value`, () => {
    const after = (sent: object) => findPlaybook(write(sent), 'desk')
    assert.deepEqual([after({}).uses, after({}).flow], [['people'], flow])
    assert.deepEqual(after({ uses: [] }).uses, [])
    assert.deepEqual(after({ uses: ['notify', 'notify'] }).uses, ['notify'])
    assert.ok(!('flow' in after({ flow: null })))
    assert.deepEqual(after({ flow: { steps: [{ say: 'Bye.' }] } }).flow, { id: 'main', slots: [], steps: [{ say: 'Bye.' }] })
  })

  test(`a ${verb} with isDefault true moves the default; isDefault false changes nothing`, () => {
    assert.deepEqual(defaults(write({ isDefault: true })), ['desk'])
    assert.deepEqual(defaults(write({ isDefault: false })), ['general'])
  })
} // biome-ignore format: one line per verb

test('isDefault false does not remove the default', () => {
  assert.deepEqual(defaults(patchPlaybook(shop, 'general', { isDefault: false })), ['general'])
  assert.deepEqual(defaults(putPlaybook(shop, 'general', { name: 'G', isDefault: false })), ['general'])
})

test('a PATCH changes only the fields sent; null clears an optional field', () => {
  const stored = changeItem(shop, 'playbooks', {
    id: 'desk',
    description: 'D',
    whenToUse: 'W',
    goal: { goalId: 'booked' },
  })
  const after = findPlaybook(patchPlaybook(stored, 'desk', { whenToUse: 'W2', description: null, goal: null }), 'desk')
  assert.deepEqual(after, {
    id: 'desk',
    name: 'Front desk',
    body: 'Greet.',
    uses: [],
    isDefault: false,
    whenToUse: 'W2',
  })
})

test('deleting the default makes the next playbook of the list the default, wrapping around and skipping owned ones', () => {
  const next = (order: string[], removedId: string) => {
    const playbooks = order.map((id) => ({ ...findPlaybook(shop, id), isDefault: id === removedId }))
    return defaults(removePlaybook({ ...shop, playbooks }, removedId))
  }
  assert.deepEqual(next(['general', 'desk', 'billing', 'talk'], 'general'), ['desk'])
  assert.deepEqual(next(['desk', 'general', 'talk', 'billing'], 'general'), ['billing'])
  assert.deepEqual(next(['desk', 'billing', 'talk', 'general'], 'general'), ['desk'])
  assert.deepEqual(next(['talk', 'desk', 'general'], 'general'), ['desk'])
})

test('the default stays when another playbook is deleted', () => {
  assert.deepEqual(defaults(removePlaybook(shop, 'desk')), ['general'])
})

test('the last playbook that no Outreach owns cannot be deleted', () => {
  const lone = { ...shop, playbooks: shop.playbooks.filter(({ id }) => id === 'general' || id === 'talk') }
  const refusal = catchRejection(() =>
    applyChange(lone, (before) => removePlaybook(before, 'general'), testEnvironment),
  )
  assert.equal(refusal.code, 'resource.conflict')
})

test('an owned playbook cannot become the default by any route', () => {
  const ways: DefinitionEdit[] = [
    (before) => setDefaultPlaybook(before, 'talk'),
    (before) => patchPlaybook(before, 'talk', { isDefault: true }),
    (before) => putPlaybook(before, 'talk', { name: 'Talk', isDefault: true }),
  ]
  for (const way of ways)
    assert.equal(catchRejection(() => applyChange(shop, way, testEnvironment)).code, 'resource.conflict')
})

test('exactly one playbook is the default after any sequence of adding, removing and setting the default', () => {
  const step = fc.tuple(fc.constantFrom('add', 'default', 'remove'), fc.nat({ max: 9 }), fc.boolean())
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      let definition = shop
      for (const [verb, at, isDefault] of steps) {
        const id = ids(definition)[at % definition.playbooks.length] ?? ''
        const edit: DefinitionEdit = (before) => {
          if (verb === 'add') return addPlaybook(before, { name: 'New', isDefault }).definition
          return verb === 'remove' ? removePlaybook(before, id) : setDefaultPlaybook(before, id)
        }
        const isOwned = findPlaybook(definition, id).outreachId !== undefined
        if (verb !== 'add' && isOwned) assert.ok(catchRejection(() => applyChange(definition, edit, testEnvironment)))
        else if (verb !== 'remove' || definition.playbooks.length > 2)
          definition = applyChange(definition, edit, testEnvironment).definition
        assert.equal(defaults(definition).length, 1)
      }
    }),
    { numRuns: 100 },
  )
})

test('every verb answers not found for an unknown playbook', () => {
  const verbs: (() => unknown)[] = [
    () => findPlaybook(shop, 'ghost'),
    () => putPlaybook(shop, 'ghost', { name: 'G' }),
    () => patchPlaybook(shop, 'ghost', {}),
    () => removePlaybook(shop, 'ghost'),
    () => setDefaultPlaybook(shop, 'ghost'),
  ]
  for (const verb of verbs) assert.equal(catchRejection(verb).code, 'resource.not_found')
})

test('a flow that violates its schema is flow_invalid, with code, path and message of each fault', () => {
  const writes: [at: number, write: (flow: unknown) => unknown][] = [
    [4, (sent) => addPlaybook(shop, { name: 'New', flow: sent })],
    [1, (sent) => putPlaybook(shop, 'desk', { name: 'Desk', flow: sent })],
    [1, (sent) => patchPlaybook(shop, 'desk', { flow: sent })],
  ]
  for (const [at, write] of writes) {
    const refusal = catchRejection(() => write({ steps: [{ say: 'a', collect: 'b' }, { say: 5 }] }))
    assert.equal(refusal.code, 'agent.playbook.flow_invalid')
    assert.ok(
      listRejectedFields(refusal).every(
        (line) => line.startsWith(`playbooks[${at}].flow.steps[`) && line.endsWith(' flow.schema'),
      ),
    )
    for (const { path, field, message } of refusal.details.errors ?? []) assert.ok(path === field && message)
    for (const odd of ['text', [], 5, true, {}])
      assert.equal(catchRejection(() => write(odd)).code, 'agent.playbook.flow_invalid')
  }
})

const bodies = [
  ['POST', PlaybookCreate],
  ['PUT', PlaybookPut],
  ['PATCH', PlaybookPatch],
] as const
for (const [verb, schema] of bodies) {
  test(`procedures are retired on ${verb}`, () => {
    for (const procedures of [['step'], '', null]) {
      assert.deepEqual(read(schema, { name: 'P', procedures }).errors, [
        'procedures is no longer supported: put the text in body',
      ])
    }
  })

  test(`${verb} accepts the read-only fields of a read and ignores them`, () => {
    const { value, errors } = read(schema, { name: 'P', outreachId: 'forged', derivedFrom: 5 })
    assert.deepEqual([value, errors], [{ name: 'P' }, []])
  })

  test(`${verb} refuses an invalid playbook`, () => {
    const odd: [body: object, error: string][] = [
      [{ name: '' }, 'name must not be empty'],
      [{ examples: [[{ role: 'system', content: 'x' }]] }, 'examples[0][0].role must be one of user, agent'],
      [{ examples: [{ role: 'user', content: 'x' }] }, 'examples[0] must be a list'],
      [{ examples: [[{ role: 'user' }]] }, 'examples[0][0].content is required'],
      [{ uses: 'people' }, 'uses must be a list'],
      [{ body: 5 }, 'body must be a string'],
      [{ messageTemplateRefs: ['Not a slug'] }, 'messageTemplateRefs[0] must be a slug: lower-case letters, digits, hyphens, 1 to 64 characters'],
      [{ goal: { goalId: 'booked', when: 'x' } }, 'goal.when is not a known field; did you mean `then`?'],
      [{ priority: 1 }, 'priority is not a known field'],
    ] // biome-ignore format: one line per case
    for (const [body, error] of odd) assert.deepEqual(read(schema, { name: 'P', ...body }).errors, [error])
  })
}
