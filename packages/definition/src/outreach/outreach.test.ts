import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applyChange, type DefinitionEdit } from '../change.ts'
import { findPlaybook } from '../playbooks/edits.ts'
import { testEnvironment } from '../testing/environment.ts'
import { catchRejection } from '../testing/rejection.ts'
import { changeItem, shop } from '../testing/shop.ts'
import { read } from '../things/testing/read.ts'
import {
  addAutomatedOutreach,
  findAutomatedOutreach,
  patchAutomatedOutreach,
  putAutomatedOutreach,
  removeAutomatedOutreach,
} from './automated-outreach.ts'
import { addOutreach, findOutreach, patchOutreach, putOutreach, removeOutreach, serializeOutreach } from './edits.ts'
import {
  AutomatedOutreachCreate,
  AutomatedOutreachPatch,
  OutreachCreate,
  OutreachPatch,
  OutreachPut,
  outreachEvents,
  SendingSettings,
} from './outreach.ts'

const autumn = { name: 'Autumn letters', openerTemplateId: 'opener' }
const spring = shop.outreaches[0] ?? assert.fail()

test('a new Outreach is an enabled service and owns a plain playbook named after it', () => {
  const { definition, id } = addOutreach(shop, autumn)
  assert.equal(id, 'autumn-letters')
  assert.deepEqual(definition.outreaches[1], {
    ...autumn,
    id,
    class: 'service',
    enabled: true,
    playbookId: 'autumn-letters',
  })
  const owned = findPlaybook(definition, 'autumn-letters')
  assert.equal(owned.outreachId, id)
  assert.equal(owned.isDefault, false)
  assert.match(owned.body, /“Autumn letters”/)
  assert.deepEqual(applyChange(shop, () => definition, testEnvironment).changed, ['playbooks', 'outreaches'])
})

test('a new Outreach may give its id and the text of its playbook', () => {
  const playbook = { name: 'Talk', body: 'Talk about autumn.', whenToUse: 'W', uses: ['people', 'people'] }
  const { definition, id } = addOutreach(shop, { ...autumn, id: 'fall', class: 'marketing', enabled: false, playbook })
  assert.equal(id, 'fall')
  assert.deepEqual(findPlaybook(definition, 'talk-2'), { id: 'talk-2', ...playbook, name: 'Talk', uses: ['people'], isDefault: false, outreachId: 'fall' }) // biome-ignore format: one line
  assert.equal(findPlaybook(definition, 'talk').outreachId, 'spring')
})

test('a used id is a conflict, and the id sends is reserved', () => {
  assert.equal(catchRejection(() => addOutreach(shop, { ...autumn, id: 'spring' })).code, 'resource.conflict')
  assert.equal(addOutreach(shop, { ...autumn, name: 'Sends' }).id, 'sends-2')
  assert.deepEqual(read(OutreachCreate, { ...autumn, id: 'sends' }).errors, ['id is reserved'])
})

test('undeclared inputs are the custom fields that the opener reads without a fallback', () => {
  const body = 'Hi {person.firstName}, {person.customFields.petName} {person.customFields.size|large} {person.customFields.a|block-send} {person.customFields.petName} {person.customFields.code}' // biome-ignore format: one line
  const definition = changeItem(shop, 'messageTemplates', { id: 'opener', body })
  assert.deepEqual(findOutreach(definition, 'spring').inputs, ['petName', 'code'])
  assert.deepEqual(serializeOutreach(definition, { ...spring, inputs: [] }).inputs, [])
  assert.deepEqual(serializeOutreach(definition, { ...spring, openerTemplateId: 'ghost' }).inputs, [])
})

test('a PUT replaces all but the id and the owned playbook, and accepts the body of a GET', () => {
  const followUp = { templateId: 'note', delayMinutes: 60 }
  const stored = patchOutreach(shop, 'spring', { description: 'D', followUp, class: 'marketing', enabled: false })
  assert.deepEqual(putOutreach(stored, 'spring', autumn).outreaches, [{ ...spring, ...autumn }])
  const { value } = read(OutreachPut, findOutreach(stored, 'spring'))
  assert.ok(value)
  assert.deepEqual(applyChange(stored, (before) => putOutreach(before, 'spring', value), testEnvironment).changed, [])
})

test('inputs of a PUT that the opener does not need count as declared', () => {
  const declared = putOutreach(shop, 'spring', { ...autumn, inputs: ['petName'] })
  assert.deepEqual(declared.outreaches[0]?.inputs, ['petName'])
  assert.ok(!('inputs' in (putOutreach(declared, 'spring', autumn).outreaches[0] ?? {})))
})

test('a PATCH changes the fields sent and clears those that are null', () => {
  const goal = { goalId: 'booked' }
  const stored = patchOutreach(shop, 'spring', { goal, inputs: ['petName'], description: 'D' })
  assert.deepEqual(stored.outreaches, [{ ...spring, goal, inputs: ['petName'], description: 'D' }])
  const cleared = patchOutreach(stored, 'spring', { goal: null, inputs: null, description: null, enabled: false })
  assert.deepEqual(cleared.outreaches, [{ ...spring, enabled: false }])
})

test('an unknown Outreach has its own error code', () => {
  const verbs: (() => unknown)[] = [
    () => findOutreach(shop, 'ghost'),
    () => putOutreach(shop, 'ghost', autumn),
    () => patchOutreach(shop, 'ghost', {}),
    () => removeOutreach(shop, 'ghost'),
  ]
  for (const verb of verbs) assert.equal(catchRejection(verb).code, 'agent.outreach.not_found')
})

const welcome = { name: 'Welcome', outreachId: 'spring', trigger: { event: 'person.created' as const } }

test('an Outreach that a rule names is in use, and can be deleted after the rule', () => {
  const { definition, id } = addAutomatedOutreach(shop, welcome)
  const refusal = catchRejection(() => removeOutreach(definition, 'spring'))
  assert.equal(refusal.code, 'agent.outreach.in_use')
  assert.deepEqual(refusal.details.referrers, [{ kind: 'automatedOutreach', id, name: 'Welcome' }])
  assert.match(refusal.details.detail ?? '', /“Welcome”/)
  const remove: DefinitionEdit = (before) => removeOutreach(removeAutomatedOutreach(before, id), 'spring')
  assert.deepEqual(applyChange(definition, remove, testEnvironment).changed, [
    'playbooks',
    'outreaches',
    'automatedOutreach',
  ])
})

test('rules can be added, read, replaced, patched and removed', () => {
  const { definition, id } = addAutomatedOutreach(shop, { ...welcome, delayMinutes: 5 })
  assert.equal(id, 'welcome')
  assert.deepEqual(findAutomatedOutreach(definition, id), { ...welcome, id, delayMinutes: 5, enabled: true })
  assert.equal(addAutomatedOutreach(definition, welcome).id, 'welcome-2')
  assert.equal(catchRejection(() => addAutomatedOutreach(definition, { ...welcome, id })).code, 'resource.conflict')
  assert.deepEqual(findAutomatedOutreach(putAutomatedOutreach(definition, id, welcome), id), {
    id,
    ...welcome,
    enabled: true,
  })
  assert.deepEqual(findAutomatedOutreach(patchAutomatedOutreach(definition, id, { delayMinutes: null, enabled: false }), id), { ...welcome, id, enabled: false }) // biome-ignore format: one line
  assert.deepEqual(removeAutomatedOutreach(definition, id).automatedOutreach, [])
  for (const verb of [() => findAutomatedOutreach(shop, id), () => putAutomatedOutreach(shop, id, welcome), () => patchAutomatedOutreach(shop, id, {}), () => removeAutomatedOutreach(shop, id)]) {
    assert.equal(catchRejection(verb).code, 'resource.not_found')
  } // biome-ignore format: one line
})

const followUp = { templateId: 'note', delayMinutes: 60 }
const refused: [title: string, change: object, error: string][] = [
  ['a name of 81', { name: 'x'.repeat(81) }, 'name must have at most 80 characters'],
  ['another class', { class: 'news' }, 'class must be one of marketing, service'],
  ['a follow-up after four minutes', { followUp: { ...followUp, delayMinutes: 4 } }, 'followUp.delayMinutes must be at least 5'],
  ['a follow-up after more than thirty days', { followUp: { ...followUp, delayMinutes: 43_201 } }, 'followUp.delayMinutes must be at most 43200'],
  ['four follow-ups', { followUp: { ...followUp, maxTimes: 4 } }, 'followUp.maxTimes must be at most 3'],
  ['no follow-up at all', { followUp: { ...followUp, maxTimes: 0 } }, 'followUp.maxTimes must be at least 1'],
  ['an unknown field', { template: 'x' }, 'template is not a known field; did you mean `templates`?'],
] // biome-ignore format: one line per case
for (const [title, sent, error] of refused) {
  test(`every verb refuses an Outreach with ${title}`, () => {
    for (const schema of [OutreachCreate, OutreachPut, OutreachPatch]) {
      assert.deepEqual(read(schema, { ...autumn, ...sent }).errors, [error])
    }
  })
}

test('inputs may have any key, so that a journey can report which it cannot carry', () => {
  const inputs = ['a.b', '$c', 'k'.repeat(129), 'fine']
  for (const schema of [OutreachCreate, OutreachPut, OutreachPatch]) {
    assert.deepEqual(read(schema, { ...autumn, inputs }).value?.inputs, inputs)
    assert.deepEqual(read(schema, { ...autumn, inputs: [''] }).errors, ['inputs[0] must not be empty'])
  }
})

test('the client cannot choose the owned playbook', () => {
  assert.deepEqual(read(OutreachCreate, { ...autumn, playbookId: 'desk' }).value, autumn)
  assert.deepEqual(read(OutreachPut, { ...autumn, id: 'x', playbookId: 'desk' }).value, autumn)
  assert.deepEqual(read(OutreachPatch, { id: 'x', playbookId: null }).value, {})
})

test('a rule accepts the listed trigger events within its bounds', () => {
  for (const event of outreachEvents) {
    const date = event === 'person.dateReached' ? { date: { field: 'birthday' } } : {}
    assert.deepEqual(read(AutomatedOutreachCreate, { ...welcome, trigger: { event, ...date } }).errors, [])
  }
  const odd: [change: object, error: string][] = [
    [{ trigger: { event: 'person.deleted' } }, `trigger.event must be one of ${outreachEvents.join(', ')}`],
    [{ delayMinutes: -1 }, 'delayMinutes must be at least 0'],
    [{ delayMinutes: 43_201 }, 'delayMinutes must be at most 43200'],
    [{ sendWindow: { startHour: 24, endHour: 6, timeZone: 'UTC' } }, 'sendWindow.startHour must be at most 23'],
    [{ sendWindow: { startHour: 0, endHour: 6, timeZone: 'Mars' } }, 'sendWindow.timeZone must be an IANA time zone, for example Europe/Berlin'],
  ] // biome-ignore format: one line per case
  for (const [change, error] of odd) {
    assert.deepEqual(read(AutomatedOutreachCreate, { ...welcome, ...change }).errors, [error])
    assert.deepEqual(read(AutomatedOutreachPatch, change).errors, [error])
  }
})

test('sending settings accept any gap from zero to a year, and hours that wrap midnight', () => {
  const safeHours = { startHour: 21, endHour: 8, timeZone: 'Europe/Berlin' }
  for (const minTouchIntervalHours of [0, 0.5, 8760]) {
    assert.deepEqual(read(SendingSettings, { minTouchIntervalHours, safeHours }).errors, [])
  }
  assert.deepEqual(read(SendingSettings, { minTouchIntervalHours: -1 }).errors, [
    'minTouchIntervalHours must be at least 0',
  ])
  assert.deepEqual(read(SendingSettings, { safeHours: { ...safeHours, zone: 'UTC' } }).errors, [
    'safeHours.zone is not a known field',
  ])
})
