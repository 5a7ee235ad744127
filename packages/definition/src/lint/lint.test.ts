import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AgentDefinition, createDefinition } from '../definition.ts'
import { exportDocument } from '../portable/export-import.ts'
import { testEnvironment } from '../testing/environment.ts'
import { allReferenceCases } from '../testing/reference-cases.ts'
import { changeItem, shop } from '../testing/shop.ts'
import { lintDocument } from './document.ts'
import { lintDefinition } from './lint.ts'

const lint = (definition: AgentDefinition) => lintDefinition(definition, testEnvironment)
const about = (definition: AgentDefinition, code: string) =>
  lint(definition)
    .filter((finding) => finding.code === code)
    .map(({ severity, path }) => `${severity} ${path}`)

const desk = (change: Partial<AgentDefinition['playbooks'][number]>) =>
  changeItem(shop, 'playbooks', { id: 'desk', ...change })
const booking = (definition: AgentDefinition) =>
  changeItem(definition, 'playbooks', {
    id: 'desk',
    flow: { id: 'main', slots: [], steps: [{ action: 'scheduling.book' }] },
  })
const fact = (id: string, change: object = {}) => ({
  id,
  question: 'When are you open?',
  answer: 'At nine.',
  ...change,
})
const goal = (event: 'link.tapped' | 'person.replied'): AgentDefinition['goals'] => ({
  goals: [{ id: 'g', name: 'G', definition: { kind: 'event', event } }],
})
const window = { dayOfWeek: 1, startTime: '09:00', endTime: '17:00' }

const rules = (change: Partial<AgentDefinition['rules'][number]> = {}): AgentDefinition['rules'] => [
  { id: 'calm', text: 'Be calm.', check: { kind: 'pattern', patterns: ['hurry'] } },
  {
    id: 'price',
    text: 'No prices.',
    check: { kind: 'pattern', patterns: ['/\\$[0-9]+/'] },
    onMatch: 'block',
    ...change,
  },
]
const priced = fact('price', { answer: 'It costs $5. Hurry!', exact: true })
const saying = (say: string) =>
  desk({
    flow: {
      id: 'main',
      slots: [{ name: 'size', type: 'enum', prompt: 'Which size?', options: ['small', 'large'] }],
      steps: [{ collect: 'size' }, { say }],
    },
  })

type Case = [code: string, found: AgentDefinition, places: string[], clean: AgentDefinition[]]
const facts = 'capabilities.knowledge.facts'
const cases: Case[] = [
  ['personality.missing', shop, ['advice personality'], [{ ...shop, personality: { text: 'Be warm.' } }]],
  [
    'identity.contact.missing',
    shop,
    ['advice identity'],
    [{ contactEmail: 'a@example.com' }, { contactPhone: '+12025550143' }, { websiteUrl: 'https://example.com/' }].map((identity) => ({ ...shop, identity })),
  ],
  [
    'identity.contactPhone.invalid',
    { ...shop, identity: { contactPhone: 'ring the bell' } },
    ['warning identity.contactPhone'],
    [
      { ...shop, identity: { contactPhone: '+1 (202) 555-0143' } },
      { ...shop, agent: { ...shop.agent, defaultCountry: 'DE' }, identity: { contactPhone: '030 901820' } },
    ],
  ],
  ['playbook.body.empty', desk({ body: ' ' }), ['advice playbooks[1].body'], [shop, booking(desk({ body: '' }))]],
  [
    'playbook.whenToUse.missing',
    { ...shop, playbooks: shop.playbooks.filter(({ id }) => id !== 'billing') },
    ['warning playbooks[1].whenToUse'],
    [createDefinition('New'), { ...shop, playbooks: shop.playbooks.map((one) => ({ ...one, whenToUse: 'Always.' })) }],
  ],
  [
    'goal.event.unmarked',
    { ...shop, goals: goal('link.tapped') },
    ['warning goals.goals[0].definition.event'],
    [{ ...shop, goals: goal('person.replied') }, { ...shop, goals: { goals: [{ id: 'g', name: 'G', definition: { kind: 'judged', criterion: 'Tapped?' } }] } }],
  ],
  [
    'goal.unassigned',
    { ...shop, goals: { ...shop.goals, defaultGoal: { goalId: 'spare' } } },
    ['advice goals.goals[0]'],
    [changeItem({ ...shop, goals: { ...shop.goals, defaultGoal: { goalId: 'spare' } } }, 'outreaches', { id: 'spring', goal: { goalId: 'booked' } })],
  ],
  [
    'fact.question.repeated',
    { ...shop, facts: [fact('a'), fact('b', { question: ' when are you OPEN? ' }), fact('c')] },
    [`warning ${facts}[1].question`, `warning ${facts}[2].question`],
    [{ ...shop, facts: [fact('a'), fact('b', { enabled: false })] }, { ...shop, facts: [fact('a', { enabled: false }), fact('b')] }],
  ],
  [
    'scheduling.hours.missing',
    booking(shop),
    ['warning capabilities.scheduling.availableHours'],
    [
      shop,
      booking({ ...shop, scheduling: { representatives: [], availableHours: [window] } }),
      booking(changeItem(shop, 'locations', { id: 'pier', hours: [window] })),
      booking({ ...shop, scheduling: { representatives: [{ id: 'r', name: 'R', availability: { workingHours: [window] } }] } }),
    ],
  ],
  [
    'rule.blocks_fact',
    { ...shop, rules: rules(), facts: [fact('hours', { exact: true }), priced] },
    ['warning rules[1]'],
    [
      { ...shop, rules: rules(), facts: [{ ...priced, exact: false }, fact('hours', { exact: true })] },
      { ...shop, rules: rules(), facts: [{ ...priced, enabled: false }] },
      { ...shop, rules: rules({ enabled: false }), facts: [priced] },
      { ...shop, rules: rules({ onMatch: 'retry' }), facts: [priced] },
    ],
  ],
  [
    'rule.blocks_flow',
    { ...saying('That makes $5.'), rules: rules() },
    ['warning rules[1]'],
    [
      { ...saying('That is free.'), rules: rules() },
      { ...saying('That makes $5.'), rules: rules({ enabled: false }) },
      { ...saying('That makes $5.'), rules: rules({ onMatch: 'retry' }) },
    ],
  ],
  ['text.markup', desk({ body: 'See [[template: note' }), ['warning playbooks[1].body'], [desk({ body: 'See [[template: note]].' }), desk({ body: 'See \\[[template: note' })]],
  ['text.markup', changeItem(shop, 'messageTemplates', { id: 'letter', body: '[[nonsense: x]]' }), ['warning messageTemplates[1].body'], [shop]],
  ['text.markup', changeItem(shop, 'facts', { id: 'terms', answer: 'a [[open' }), [`warning ${facts}[0].answer`], [shop]],
  ['template.slot.unknown', changeItem(shop, 'messageTemplates', { id: 'letter', body: 'Hi {person.nickname} of {agent.city} {first name} {firstName|you}' }), Array(3).fill('warning messageTemplates[1].body'), [changeItem(shop, 'messageTemplates', { id: 'letter', body: 'Hi {person.firstName} {person.customFields.any} {agent.websiteUrl} \\{firstName}' })]],
  ['template.slot.unknown', changeItem(shop, 'messageTemplates', { id: 'letter', body: 'In {location.city}' }), ['warning messageTemplates[1].body'], [changeItem(shop, 'messageTemplates', { id: 'letter', body: 'At {location.name}, {location.hours|daily}' })]],
  [
    'location.hours.missing',
    changeItem(changeItem(shop, 'locations', { id: 'pier', hours: [window] }), 'locations', { id: 'hill', hours: [] }),
    ['advice capabilities.locations[1].hours'],
    [{ ...shop, locations: [] }, { ...shop, scheduling: { representatives: [], availableHours: [window] } }, { ...shop, locations: shop.locations.map((one) => ({ ...one, enabled: false })) }],
  ],
  ['location.timeZone.unknown', changeItem(shop, 'locations', { id: 'hill', timeZone: 'Mars/Base' }), ['warning capabilities.locations[1].timeZone'], [changeItem(shop, 'locations', { id: 'hill', timeZone: 'Europe/Berlin' })]],
  [
    'location.name.shared',
    changeItem(shop, 'locations', { id: 'hill', aliases: ['the beach', 'PIER  Shop!'] }),
    ['warning capabilities.locations[0]', 'warning capabilities.locations[1]'],
    [shop, changeItem(shop, 'locations', { id: 'hill', aliases: ['Hill shop'] }), changeItem(shop, 'locations', { id: 'hill', name: 'Pier shop', enabled: false })],
  ],
  ['thing.media.unknown', changeItem(shop, 'things', { id: 'box', media: 'ghost' }), ['warning capabilities.knowledge.things[0].media'], [changeItem(shop, 'things', { id: 'box', media: 'kite' })]],
  ['template.media.unknown', changeItem(shop, 'messageTemplates', { id: 'letter', body: '[[media: image:ghost]]' }), ['warning messageTemplates[1].body'], [changeItem(shop, 'messageTemplates', { id: 'letter', body: '[[media: image:kite]]' })]],
  ['playbook.media.unknown', desk({ body: '[[media: image:ghost]]' }), ['warning playbooks[1].body'], [desk({ body: '[[media: image:kite]]' })]],
  ['fact.media.unknown', changeItem(shop, 'facts', { id: 'terms', answer: '[[media: image:ghost]]' }), [`warning ${facts}[0].answer`], [shop]],
  ['playbook.tool.unknown', desk({ toolRefs: ['@svc/tool.ghost'] }), ['error playbooks[1].toolRefs[0]'], [desk({ toolRefs: ['@svc/tool.mail'] })]],
  ['playbook.uses.unknown', desk({ uses: ['magic'] }), ['error playbooks[1].uses[0]'], [desk({ uses: ['people', 'integration:orders'] })]],
  ['playbook.outreach.unknown', desk({ outreachId: 'ghost' }), ['error playbooks[1].outreachId'], [shop]],
  ['outreach.playbook.unknown', changeItem(shop, 'outreaches', { id: 'spring', playbookId: 'ghost' }), ['error outreach.outreaches[0].playbookId'], [shop]],
  ['flow.action.capability.missing', booking(shop), ['error playbooks[1].flow.steps[0].action'], [booking(desk({ uses: ['scheduling'] }))]],
] // biome-ignore format: one line per definition

for (const [code, found, places, clean] of cases) {
  test(`lint reports ${code} at ${places.join(', ')}, and only where it applies`, () => {
    assert.deepEqual(about(found, code), places)
    for (const definition of clean) assert.deepEqual(about(definition, code), [])
  })
}

for (const { title, to, field, code, unknown, names } of allReferenceCases) {
  test(`lint reports once that ${title} names a ${to} that does not exist`, () => {
    const found = lint(names(shop, 'ghost')).filter(({ path, message }) => path === field && /ghost/.test(message))
    assert.deepEqual(
      found.map((finding) => [finding.severity, finding.code]),
      [[unknown ? 'error' : 'warning', code]],
    )
  })
}

test('a new agent has no findings', () => {
  assert.deepEqual(
    lint(createDefinition('Shop')).map(({ severity, code }) => [severity, code]),
    [
      ['advice', 'personality.missing'],
      ['advice', 'identity.contact.missing'],
    ],
  )
})

test('findings are sorted worst first, each with a path and a sentence', () => {
  const found = lint(booking(desk({ uses: ['magic'], body: '[[template: ghost]] [[open' })))
  const order = ['error', 'warning', 'advice']
  const ranks = found.map(({ severity }) => order.indexOf(severity))
  assert.deepEqual(
    ranks,
    ranks.toSorted((one, other) => one - other),
  )
  assert.deepEqual(new Set(ranks), new Set([0, 1, 2]))
  for (const { path, message } of found) assert.ok(path && message)
})

const around = { ...testEnvironment, now: '2031-01-01T00:00:00.000Z' }

test('a document is linted as the agent that its import would produce', () => {
  assert.deepEqual(lintDocument(createDefinition('New'), exportDocument(shop), around), lint(shop))
  const paths = lintDocument(shop, { messageTemplates: [] }, around).filter(({ severity }) => severity === 'error')
  assert.deepEqual(
    paths.map(({ code, path }) => `${path} ${code}`),
    ['outreach.outreaches[0].openerTemplateId outreach.template.unknown'],
  )
})

const faulty: [title: string, document: unknown, found: string[]][] = [
  ['no document', 5, ['body request.invalid']],
  ['a fault of its schema', { rules: 5, playbooks: [{ id: 'p' }] }, ['playbooks[0].name request.invalid', 'rules request.invalid']],
  ['a flow that cannot be read', { playbooks: [{ id: 'p', name: 'P', flow: { steps: [] } }] }, ['playbooks[0].flow.steps flow.schema']],
  ['another framework', { agent: { framework: 'v1' } }, ['agent.framework agent.framework.invalid']],
] // biome-ignore format: one line per case
for (const [title, document, found] of faulty) {
  test(`a document with ${title} reports its faults as errors`, () => {
    const findings = lintDocument(shop, document, around)
    assert.deepEqual(findings.map(({ path, code }) => `${path} ${code}`).sort(), found)
    assert.ok(findings.every(({ severity }) => severity === 'error'))
  })
}
