import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applyChange, type DefinitionEdit } from '../change.ts'
import { testEnvironment } from '../testing/environment.ts'
import { catchRejection } from '../testing/rejection.ts'
import { changeItem, shop } from '../testing/shop.ts'
import {
  applyTemplate,
  listAppliedSections,
  type ObjectiveTemplateContent,
  type PersonalityTemplateContent,
  type PlaybookTemplateContent,
  type TemplateContent,
} from './apply.ts'
import { copyPersonality, importObjective, importPlaybook } from './copies.ts'

import { applyUpdate, listUpdates, type Templates } from './updates.ts'

const warm: PersonalityTemplateContent = { id: '@svc/personality.warm', version: '1.0.0', name: 'Warm', description: 'Warm.', promptFragment: 'Be warm.' } // biome-ignore format: one line
const sell: ObjectiveTemplateContent = { id: '@svc/objective.sell', version: '1.0.0', name: 'Sell', description: 'Sells.', body: 'Sell.' } // biome-ignore format: one line
const flow = { steps: [{ say: 'Hello.' }, { end: { outcome: 'done' } }] }
const intake: PlaybookTemplateContent = { id: '@svc/playbook.intake', version: '1.0.0', name: 'Intake', description: 'Takes in.', whenToUse: 'At first.', body: 'Ask.', examples: [[{ role: 'user', content: 'Hi' }]], flow } // biome-ignore format: one line
const care: PlaybookTemplateContent = { id: '@svc/playbook.care', version: '2.1.0', name: 'Care', description: 'Cares.', body: 'Care.', isDefault: true } // biome-ignore format: one line
const from = ({ id, version }: { id: string; version: string }) => ({ templateId: id, version })
const everyUse = ['scheduling', 'people', 'notify', 'integration:orders']

test('an imported playbook is a copy with its origin and all uses, and never the default', () => {
  const { definition } = applyChange(
    shop,
    (before) => importPlaybook(before, { ...intake, isDefault: true }),
    testEnvironment,
  )
  assert.deepEqual(definition.playbooks.slice(0, -1), shop.playbooks)
  assert.deepEqual(definition.playbooks.at(-1), {
    id: 'intake',
    name: 'Intake',
    description: 'Takes in.',
    whenToUse: 'At first.',
    body: 'Ask.',
    examples: intake.examples,
    flow: { id: 'main', slots: [], ...flow },
    uses: everyUse,
    isDefault: false,
    derivedFrom: from(intake),
  })
  const twice = importPlaybook(definition, intake).playbooks
  assert.deepEqual(
    twice.slice(-2).map(({ id }) => id),
    ['intake', 'intake-2'],
  )
})

test('a template with a faulty flow is not copied', () => {
  const refusal = catchRejection(() => importPlaybook(shop, { ...intake, flow: { steps: [] } }))
  assert.equal(refusal.code, 'agent.playbook.flow_invalid')
})

test('an imported objective is added to the existing ones', () => {
  const { objectives } = importObjective(importObjective(shop, sell), sell)
  assert.deepEqual(objectives, [
    { id: 'sell', name: 'Sell', description: 'Sells.', body: 'Sell.', derivedFrom: from(sell) },
    { id: 'sell-2', name: 'Sell', description: 'Sells.', body: 'Sell.', derivedFrom: from(sell) },
  ])
})

const guardrail = (id: string, topicsToAvoid: string[]) => ({
  id,
  version: '1.0.0',
  name: id,
  description: id,
  topicsToAvoid,
})
const whole: TemplateContent = {
  id: '@svc/agent.shop',
  version: '3.0.0',
  identityPreamble: 'You are a shop.',
  personality: warm,
  objectives: [sell, sell],
  playbooks: [intake, care],
  guardrails: [guardrail('@svc/guardrail.a', ['Politics']), guardrail('@svc/guardrail.b', ['Politics', 'Health'])],
  standingInstructions: ['Be brief.'],
  goals: { goals: [{ id: 'visit', name: 'Visit', definition: { kind: 'judged', criterion: 'Visited?' } }] },
}

test('a template replaces every section that it carries and stamps each item with its own origin', () => {
  const before = {
    ...shop,
    identity: { contactEmail: 'a@example.com', identityPreamble: 'Old.' },
    guardrails: { topicsToAvoid: ['Old'], derivedFromTemplates: ['@svc/guardrail.old'] },
    standingInstructions: ['Old.'],
  }
  const { definition, changed } = applyChange(before, (one) => applyTemplate(one, whole), testEnvironment)
  assert.deepEqual(definition.agent, { name: 'Kite shop', templateRef: from(whole) })
  assert.deepEqual(definition.identity, { contactEmail: 'a@example.com', identityPreamble: 'You are a shop.' })
  assert.deepEqual(definition.personality, { description: 'Warm.', text: 'Be warm.', derivedFrom: from(warm) })
  assert.deepEqual(
    definition.objectives.map(({ id, derivedFrom }) => [id, derivedFrom]),
    [['sell', from(sell)], ['sell-2', from(sell)]],
  ) // biome-ignore format: one line
  assert.deepEqual(definition.guardrails, {
    topicsToAvoid: ['Politics', 'Health'],
    derivedFromTemplates: ['@svc/guardrail.a', '@svc/guardrail.b'],
  })
  assert.deepEqual(definition.standingInstructions, ['Be brief.'])
  assert.deepEqual(definition.goals, whole.goals)
  assert.deepEqual(
    definition.playbooks.map(({ id, isDefault, derivedFrom, outreachId }) => [id, isDefault, derivedFrom, outreachId]),
    [
      ['intake', false, from(intake), undefined],
      ['care', true, from(care), undefined],
      ['talk', false, undefined, 'spring'],
    ],
  )
  assert.deepEqual(changed, ['agent', 'identity', 'personality', 'objectives', 'goals', 'playbooks', 'standingInstructions', 'guardrails']) // biome-ignore format: one line
})

test('sections that a template does not carry are left alone', () => {
  const bare = { id: '@svc/agent.bare', version: '1.0.0' }
  assert.deepEqual(applyChange(shop, (before) => applyTemplate(before, bare), testEnvironment).changed, ['agent'])
  const empty = applyTemplate(
    { ...shop, standingInstructions: ['Old.'] },
    { ...bare, standingInstructions: [], objectives: [] },
  )
  assert.deepEqual(empty.standingInstructions, [])
})

test('the result lists applied and skipped sections by their names in an export', () => {
  assert.deepEqual(listAppliedSections(whole), {
    applied: ['identity', 'personality', 'objectives', 'goals', 'playbooks', 'standingInstructions', 'guardrails'],
    skipped: [],
  })
  assert.deepEqual(listAppliedSections({ id: 'x', version: '1', goals: { goals: [] } }), {
    applied: ['goals'],
    skipped: ['identity', 'personality', 'objectives', 'playbooks', 'standingInstructions', 'guardrails'],
  })
})

test('exactly one playbook of a template becomes the default, whatever the template says', () => {
  const defaults = (...playbooks: PlaybookTemplateContent[]) =>
    applyTemplate(shop, { ...whole, playbooks })
      .playbooks.filter(({ isDefault }) => isDefault)
      .map(({ name }) => name)
  assert.deepEqual(defaults(intake, care), ['Care'])
  assert.deepEqual(defaults(intake, { ...intake, name: 'Other' }), ['Intake'])
  assert.deepEqual(defaults(care, { ...care, name: 'Other' }), ['Care'])
  assert.equal(catchRejection(() => applyChange(shop, (one) => applyTemplate(one, { ...whole, playbooks: [] }), testEnvironment)).code, 'resource.conflict') // biome-ignore format: one line
})

test('a playbook of a template yields to an owned playbook of the same name', () => {
  const after = applyTemplate(shop, { ...whole, playbooks: [{ ...care, name: 'Talk' }] })
  assert.deepEqual(
    after.playbooks.map(({ id, outreachId }) => [id, outreachId]),
    [['talk-2', undefined], ['talk', 'spring']],
  ) // biome-ignore format: one line
})

const catalog = (
  ...entries: (PersonalityTemplateContent | ObjectiveTemplateContent | PlaybookTemplateContent)[]
): Templates => {
  const find = (id: string) => entries.find((entry) => entry.id === id)
  return {
    personality: (id) => find(id) as PersonalityTemplateContent | undefined,
    objective: (id) => find(id) as ObjectiveTemplateContent | undefined,
    playbook: (id) => find(id) as PlaybookTemplateContent | undefined,
  }
}

const copied = importPlaybook(importObjective({ ...shop, personality: copyPersonality(warm) }, sell), intake)

test('updates list the items copied from the catalog, and none of the agent’s own', () => {
  const newer = catalog(warm, { ...sell, version: '1.0.1' })
  const entry = { currentVersion: '1.0.0', latestVersion: '1.0.0', updateAvailable: false, templateMissing: false }
  assert.deepEqual(listUpdates(copied, newer), [
    { ...entry, kind: 'personality', id: 'personality', name: 'Personality', templateId: warm.id },
    { ...entry, kind: 'objective', id: 'sell', name: 'Sell', templateId: sell.id, latestVersion: '1.0.1', updateAvailable: true },
    { ...entry, kind: 'playbook', id: 'intake', name: 'Intake', templateId: intake.id, templateMissing: true },
  ]) // biome-ignore format: one line per piece
  assert.deepEqual(listUpdates(shop, newer), [])
})

const versions: [current: string, latest: string, isNewer: boolean][] = [
  ['1.0.0', '1.0.1', true],
  ['1.9.0', '1.10.0', true],
  ['1.10.0', '1.9.9', false],
  ['2.0.0', '10.0.0', true],
  ['1.0.0', '1.0.0', false],
  ['2.0.0', '1.9.9', false],
]
for (const [current, latest, isNewer] of versions) {
  test(`${latest} is ${isNewer ? 'an' : 'no'} update of ${current}`, () => {
    const definition = { ...shop, personality: copyPersonality({ ...warm, version: current }) }
    const [entry] = listUpdates(definition, catalog({ ...warm, version: latest }))
    assert.equal(entry?.updateAvailable, isNewer)
    assert.equal(entry?.latestVersion, latest)
  })
}

test('an update copies the current content and version again and keeps the agent’s own fields', () => {
  const own = changeItem(
    changeItem(copied, 'playbooks', { id: 'intake', body: 'Mine.', uses: ['people'], goal: { goalId: 'booked' }, messageTemplateRefs: ['note'] }),
    'objectives',
    { id: 'sell', body: 'Mine.', priority: 7, enabled: false },
  ) // biome-ignore format: one line
  const settled = { ...own, playbooks: own.playbooks.map((one) => ({ ...one, isDefault: one.id === 'intake' })) }
  const { whenToUse: _, examples: __, flow: ___, ...plain } = intake
  const next = { ...plain, version: '2.0.0', name: 'Intake two', body: 'Ask twice.' }
  const templates = catalog({ ...warm, version: '1.1.0', promptFragment: 'Be warmer.' }, { ...sell, version: '1.2.0', body: 'Sell more.' }, next) // biome-ignore format: one line

  const update = (kind: 'personality' | 'objective' | 'playbook', id?: string) =>
    applyChange(settled, (before) => applyUpdate(before, { kind, id }, templates), testEnvironment).definition
  assert.deepEqual(update('personality').personality, { description: 'Warm.', text: 'Be warmer.', derivedFrom: { templateId: warm.id, version: '1.1.0' } }) // biome-ignore format: one line
  assert.deepEqual(update('objective', 'sell').objectives, [
    { id: 'sell', name: 'Sell', description: 'Sells.', body: 'Sell more.', priority: 7, enabled: false, derivedFrom: { templateId: sell.id, version: '1.2.0' } },
  ]) // biome-ignore format: one line
  const after = update('playbook', 'intake')
  assert.deepEqual(after.playbooks.at(-1), {
    id: 'intake',
    name: 'Intake two',
    description: 'Takes in.',
    body: 'Ask twice.',
    uses: ['people'],
    goal: { goalId: 'booked' },
    messageTemplateRefs: ['note'],
    isDefault: true,
    derivedFrom: from(next),
  })
  assert.ok(
    listUpdates(after, templates).every(({ kind, updateAvailable }) => updateAvailable === (kind !== 'playbook')),
  )
})

test('an update of an item that cannot be updated is refused', () => {
  const attempts: [edit: DefinitionEdit, code: string][] = [
    [(one) => applyUpdate(one, { kind: 'playbook', id: 'ghost' }, catalog()), 'resource.not_found'],
    [(one) => applyUpdate(one, { kind: 'objective' }, catalog()), 'resource.not_found'],
    [(one) => applyUpdate(one, { kind: 'skill', id: 'x' }, catalog()), 'resource.not_found'],
    [(one) => applyUpdate({ ...one, personality: null }, { kind: 'personality' }, catalog()), 'resource.not_found'],
    [(one) => applyUpdate(one, { kind: 'playbook', id: 'desk' }, catalog()), 'resource.conflict'],
    [(one) => applyUpdate(one, { kind: 'playbook', id: 'intake' }, catalog()), 'resource.conflict'],
  ]
  for (const [edit, code] of attempts) assert.equal(catchRejection(() => edit(copied)).code, code)
})
