import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { applyChange } from '../change.ts'
import { type AgentDefinition, createDefinition, type SectionName, sectionNames, sectionPaths } from '../definition.ts'
import { wholeDefinitions } from '../testing/definitions.ts'
import { testEnvironment } from '../testing/environment.ts'
import { catchRejection, listRejectedFields } from '../testing/rejection.ts'
import { changeItem, shop } from '../testing/shop.ts'
import type { GeocodedPlaces } from '../things/edits.ts'
import { parseImportDocument } from './document.ts'

import { exportDocument, importSections, listImportSections } from './export-import.ts'
import { parseYaml } from './parse-yaml.ts'
import { printJson, printYaml } from './print.ts'

const now = '2031-01-01T00:00:00.000Z'

/** Imports as the server does, with all its rules. */
function imported(into: AgentDefinition, document: unknown, places: GeocodedPlaces = new Map()) {
  return applyChange(
    into,
    (before) => importSections(before, parseImportDocument(document), { now, places }),
    testEnvironment,
  )
}

function fromYaml(text: string): unknown {
  const read = parseYaml(text)
  return read.ok ? read.value : assert.fail(read.message)
}

test('an agent that imports its own export stays the same object', () => {
  fc.assert(
    fc.property(wholeDefinitions, (definition) => {
      const { definition: after, changed } = imported(definition, exportDocument(definition))
      assert.deepEqual(changed, [])
      assert.equal(after, definition)
    }),
    { numRuns: 150 },
  )
})

test('a new agent that imports the export of another exports the same bytes, through JSON and YAML', () => {
  fc.assert(
    fc.property(wholeDefinitions, (definition) => {
      const document = exportDocument(definition)
      const [json, yaml] = [printJson(document), printYaml(document)]
      for (const sent of [JSON.parse(json), fromYaml(yaml)]) {
        const copy = exportDocument(imported(createDefinition('Other'), sent).definition)
        assert.equal(printJson(copy), json)
        assert.equal(printYaml(copy), yaml)
      }
    }),
    { numRuns: 60 },
  )
})

test('an export is the same bytes whatever the order of the input keys', () => {
  fc.assert(
    fc.property(wholeDefinitions, (definition) => {
      const turned = reversed(definition) as AgentDefinition
      assert.equal(printYaml(exportDocument(turned)), printYaml(exportDocument(definition)))
    }),
    { numRuns: 100 },
  )
})

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).reverse()
  return Object.fromEntries(entries.map(([key, own]) => [key, reversed(own)]))
}

test('an export has the documented keys in the documented order', () => {
  const document = exportDocument(shop) as Record<string, Record<string, object>>
  assert.deepEqual(Object.keys(document), [
    'exportVersion', 'agent', 'identity', 'personality', 'objectives', 'goals', 'playbooks', 'standingInstructions',
    'guardrails', 'rules', 'messageTemplates', 'toolBindings', 'capabilities', 'integrations', 'outreach',
  ]) // biome-ignore format: one list
  assert.deepEqual(Object.keys(document.capabilities ?? {}), [
    'knowledge',
    'people',
    'locations',
    'scheduling',
    'notifications',
  ])
  assert.deepEqual(Object.keys(document.capabilities?.knowledge ?? {}), ['things', 'collections', 'facts'])
  assert.deepEqual(Object.keys(document.capabilities?.people ?? {}), ['fields'])
  assert.deepEqual(Object.keys(document.integrations ?? {}), ['custom'])
  assert.deepEqual(Object.keys(document.outreach ?? {}), ['outreaches', 'automated', 'sequences', 'settings'])
  assert.equal(document.exportVersion, 1)
  assert.deepEqual(document.agent, { name: 'Kite shop', framework: 'v2' })
})

test('every section is at its path, and owned playbooks are among the others with their owner', () => {
  const document = exportDocument(shop)
  for (const name of sectionNames) {
    if (name === 'agent') continue
    const value = sectionPaths[name].reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], document)
    assert.deepEqual(value, shop[name], name)
  }
  assert.equal((document.playbooks as { outreachId?: string }[]).at(-1)?.outreachId, 'spring')
})

test('an export of an agent without locations has no key for them, and its import reports none as skipped', () => {
  const document = exportDocument({ ...shop, locations: [] }) as Record<string, Record<string, object>>
  assert.ok(!('locations' in (document.capabilities ?? {})))
  assert.deepEqual(listImportSections(parseImportDocument(document)).skipped, [])
  assert.deepEqual(imported(createDefinition('Other'), document).definition.locations, [])
})

test('the timestamp of a Fact is not exported', () => {
  const dated = changeItem(shop, 'facts', { id: 'terms', updatedAt: now })
  assert.equal(printYaml(exportDocument(dated)), printYaml(exportDocument(shop)))
})

/** A document with one section, as exported. */
function only(name: SectionName, value: unknown): Record<string, unknown> {
  return sectionPaths[name].reduceRight<unknown>((inner, key) => ({ [key]: inner }), value) as Record<string, unknown>
}

const full: Partial<AgentDefinition> = {
  agent: { name: 'Other', description: 'D' },
  identity: { contactEmail: 'a@example.com' },
  personality: { text: 'Be warm.' },
  objectives: [{ id: 'sell', name: 'Sell', body: 'Sell.' }],
  standingInstructions: ['Be brief.'],
  guardrails: { topicsToAvoid: ['Politics'] },
  rules: [{ id: 'r', text: 'No.', check: { kind: 'pattern', patterns: ['no'] } }],
  toolBindings: [{ toolId: '@svc/tool.mail', config: {}, enabled: false }],
  scheduling: { timezone: 'UTC', representatives: [] },
  notifications: { operator: { provider: 'slack' } },
  automatedOutreach: [{ id: 'a', name: 'A', outreachId: 'spring', trigger: { event: 'person.created' } }],
  sequences: [{ id: 's', name: 'S', steps: [{ id: 'one', outreachId: 'spring', afterMinutes: 0 }] }],
  sendingSettings: { minTouchIntervalHours: 0 },
}

for (const name of sectionNames) {
  test(`a document with only ${sectionPaths[name].join('.')} replaces that section and no other`, () => {
    const before = createDefinition('New')
    const value = full[name] ?? shop[name]
    const document = parseImportDocument(only(name, value))
    const after = importSections(before, document, { now, places: new Map() })
    const changed = sectionNames.filter((other) => after[other] !== before[other])
    assert.deepEqual(changed, name === 'outreaches' ? ['playbooks', 'outreaches'] : [name])
    const { applied, skipped } = listImportSections(document)
    assert.deepEqual(applied, [sectionPaths[name].join('.')])
    assert.equal(skipped.length, sectionNames.length - (name === 'locations' ? 1 : 2))
  })
}

test('an empty document changes nothing', () => {
  assert.deepEqual(imported(shop, {}).changed, [])
  assert.deepEqual(listImportSections(parseImportDocument({ exportVersion: 1 })).applied, [])
})

test('a section replaces all previous content: a default Goal, a description, a personality', () => {
  const before: AgentDefinition = {
    ...shop,
    agent: { name: 'Kite shop', description: 'D', templateRef: { templateId: 'x', version: '1' } },
    personality: { text: 'Be warm.' },
    goals: { ...shop.goals, defaultGoal: { goalId: 'spare' } },
  }
  const { definition } = imported(before, { agent: {}, personality: null, goals: { goals: shop.goals.goals } })
  assert.deepEqual(definition.agent, { name: 'Kite shop' })
  assert.equal(definition.personality, null)
  assert.deepEqual(definition.goals, shop.goals)
})

const kite = { id: 'kite', name: 'Kite' }
const terms = { id: 'terms', question: 'Terms?', answer: 'Fair.' }
const legacy: [title: string, document: object][] = [
  ['at the top', { products: [kite], faqs: [terms] }],
  ['under capabilities.knowledge', { capabilities: { knowledge: { products: [kite], faqs: [terms] } } }],
  ['one here and one there', { products: [kite], capabilities: { knowledge: { faqs: [terms] }, people: { fields: [] } } }],
  ['next to an older one further up', { products: [], faqs: [], capabilities: { knowledge: { products: [kite], faqs: [terms] } } }],
  ['next to the new names, which take precedence', { products: [], faqs: 'x', capabilities: { knowledge: { things: [kite], facts: [terms] } } }],
] // biome-ignore format: one line per case
for (const [title, document] of legacy) {
  test(`products and faqs ${title} are read as things and facts`, () => {
    const { definition } = imported(createDefinition('New'), document)
    assert.deepEqual(definition.things, [kite])
    assert.deepEqual(definition.facts, [{ ...terms, updatedAt: now }])
    assert.ok(!/products|faqs/.test(printYaml(exportDocument(definition))))
  })
}

test('a fault in products is reported with the new path', () => {
  const refusal = catchRejection(() => parseImportDocument({ products: [{ id: 'kite' }] }))
  assert.deepEqual(listRejectedFields(refusal), ['capabilities.knowledge.things[0].name'])
})

const playbook = { id: 'p', name: 'P', isDefault: true }
const unreadable: [title: string, document: unknown, code: string, fields: string[]][] = [
  ['is nothing', null, 'request.invalid', ['body']],
  ['is a list', [], 'request.invalid', ['body']],
  ['is a text', 'agent: {}', 'request.invalid', ['body']],
  ['is of another version', { exportVersion: 2 }, 'request.invalid', ['exportVersion']],
  ['has an unknown key', { skills: [] }, 'request.invalid', ['skills']],
  ['has an unknown key deeper down', { capabilities: { knowledge: { sources: [] } } }, 'request.invalid', ['capabilities.knowledge.sources']],
  ['has old names next to a value that is not an object', { products: [kite], capabilities: 5 }, 'request.invalid', ['capabilities', 'products']],
  ['has old names in a value that is not an object', { faqs: [terms], capabilities: { knowledge: null } }, 'request.invalid', ['capabilities.knowledge', 'faqs']],
  ['is of another framework', { agent: { framework: 'v1' } }, 'agent.framework.invalid', ['agent.framework']],
  ['has procedures', { playbooks: [{ ...playbook, procedures: ['a'] }] }, 'request.invalid', ['playbooks[0].procedures']],
  ['has additionalRules', { guardrails: { additionalRules: 'a' } }, 'request.invalid', ['guardrails.additionalRules']],
  ['repeats an id', { playbooks: [playbook, playbook] }, 'request.invalid', ['playbooks[1].id']],
  ['has faults in several sections', { personality: {}, goals: { goals: [{}] }, rules: 5 }, 'request.invalid', ['personality.text', 'goals.goals[0].id', 'goals.goals[0].name', 'goals.goals[0].definition', 'rules']],
] // biome-ignore format: one line per case
for (const [title, document, code, fields] of unreadable) {
  test(`a document that ${title} is refused with ${code} at each fault`, () => {
    const refusal = catchRejection(() => parseImportDocument(document))
    assert.equal(refusal.code, code)
    assert.deepEqual(listRejectedFields(refusal).sort(), fields.sort())
  })
}

const instructions = { standingInstructions: ['New.'] }
const goals = { goals: [{ id: 'g', name: 'G', definition: { kind: 'judged', criterion: 'Yes?' } }] }
const refused: [title: string, document: object, code: string, fields: string[]][] = [
  ['has two defaults', { playbooks: [playbook, { ...playbook, id: 'q' }] }, 'request.invalid', ['playbooks']],
  ['has no default', { playbooks: [{ id: 'p', name: 'P' }] }, 'request.invalid', ['playbooks']],
  ['has no playbook', { playbooks: [] }, 'resource.conflict', []],
  ['assigns a Goal that is not there', { goals, playbooks: [playbook, { id: 'q', name: 'Q', goal: { goalId: 'ghost' } }] }, 'goal.unknown', ['playbooks[1].goal.goalId playbook.goal.unknown']],
  ['has an unknown capability', { playbooks: [{ ...playbook, uses: ['magic'] }] }, 'agent.playbook.uses_unknown', ['playbooks[0].uses[0] playbook.uses.unknown']],
  ['has a flow that cannot be read', { playbooks: [{ ...playbook, flow: { steps: [] } }] }, 'agent.playbook.flow_invalid', ['playbooks[0].flow.steps flow.schema']],
  ['has a flow with lint errors', { playbooks: [{ ...playbook, flow: { steps: [{ call: 'ghost' }] } }] }, 'agent.playbook.flow_invalid', ['playbooks[0].flow.steps[0].call flow.playbook.unknown']],
  ['owns a playbook by no Outreach', { playbooks: [playbook, { id: 'q', name: 'Q', outreachId: 'ghost' }] }, 'request.invalid', ['playbooks[1].outreachId playbook.outreach.unknown']],
  ['opens with no template', { outreach: { outreaches: [{ id: 'o', name: 'O', openerTemplateId: 'ghost' }] } }, 'request.invalid', ['outreach.outreaches[0].openerTemplateId outreach.template.unknown']],
  ['has a Thing in no collection', { capabilities: { knowledge: { things: [{ ...kite, collections: ['ghost'] }] } } }, 'request.invalid', ['capabilities.knowledge.things[0].collections[0] thing.collection.unknown']],
  ['binds a tool wrongly', { toolBindings: [{ toolId: '@svc/tool.mail', config: { url: '' } }] }, 'request.invalid', ['toolBindings[0].config.url']],
] // biome-ignore format: one line per case
for (const [title, document, code, fields] of refused) {
  test(`a document that ${title} is refused as a whole with ${code}`, () => {
    const refusal = catchRejection(() => imported(createDefinition('New'), { ...instructions, ...document }))
    assert.equal(refusal.code, code)
    assert.deepEqual(listRejectedFields(refusal), fields)
  })
}

test('a section may refer to items in another section of the same document', () => {
  const { definition } = imported(createDefinition('New'), {
    goals,
    playbooks: [{ ...playbook, goal: { goalId: 'g' } }],
  })
  assert.deepEqual(definition.playbooks[0]?.goal, { goalId: 'g' })
})

test('omitted uses are filled, with the integrations of the same document', () => {
  const custom = [{ id: 'crm', description: 'Knows.', endpoint: { url: 'https://example.com/' } }]
  const { definition } = imported(createDefinition('New'), { playbooks: [playbook], integrations: { custom } })
  assert.deepEqual(definition.playbooks[0]?.uses, ['scheduling', 'people', 'notify', 'integration:crm'])
})

const document = exportDocument(shop) as unknown as {
  playbooks: { id: string; outreachId?: string; isDefault?: boolean }[]
  outreach: { outreaches: { id: string }[] }
}

test('an imported Outreach without a playbook gets one', () => {
  const autumn = { id: 'autumn', name: 'Autumn', openerTemplateId: 'opener' }
  const sent = { outreach: { outreaches: [...document.outreach.outreaches, autumn] } }
  const { definition } = imported(shop, sent)
  assert.equal(definition.playbooks.at(-1)?.outreachId, 'autumn')
  assert.equal(definition.outreaches[1]?.playbookId, definition.playbooks.at(-1)?.id)
  assert.equal(definition.outreaches[0]?.playbookId, 'talk')
})

test('an Outreach that a document drops loses its playbook, even if the document lists that playbook', () => {
  const { definition } = imported(shop, { playbooks: document.playbooks, outreach: { outreaches: [] } })
  assert.deepEqual(definition.outreaches, [])
  assert.ok(!definition.playbooks.some(({ id }) => id === 'talk'))
})

test('an Outreach uses the playbook that a document gives it, whatever the id of the previous one', () => {
  const playbooks = document.playbooks.map((one) => (one.id === 'talk' ? { ...one, id: 'chat' } : one))
  const { definition } = imported(shop, { playbooks, outreach: document.outreach })
  assert.equal(definition.outreaches[0]?.playbookId, 'chat')
})

test('a document can neither detach an owned playbook from its Outreach nor make it the default', () => {
  const disowned = document.playbooks.map(({ outreachId: _, ...plain }) => plain)
  for (const sent of [{ playbooks: disowned }, { ...document, playbooks: disowned }]) {
    const refusal = catchRejection(() => imported(shop, sent))
    assert.equal(refusal.code, 'request.invalid')
    assert.deepEqual(listRejectedFields(refusal), ['outreach.outreaches[0].playbookId'])
  }
  const playbooks = document.playbooks.map((one) => ({ ...one, isDefault: one.id === 'talk' }))
  assert.equal(catchRejection(() => imported(shop, { playbooks })).code, 'resource.conflict')
})

test('a document cannot set the calendar link of a representative or the timestamp of a Fact', () => {
  const sent = {
    capabilities: {
      knowledge: { facts: [{ ...terms, updatedAt: '2000-01-01T00:00:00.000Z' }] },
      scheduling: { representatives: [{ id: 'r', name: 'R', calendar: { connectionId: 'c' } }] },
    },
  }
  const { definition } = imported(createDefinition('New'), sent)
  assert.deepEqual(definition.scheduling.representatives, [{ id: 'r', name: 'R' }])
  assert.equal(definition.facts[0]?.updatedAt, now)
})

test('an address of a document is geocoded like any other, and a wrong one is reported with its path', () => {
  const sent = only('things', [{ ...kite, location: { address: 'Pier 4' } }])
  const place = { address: 'Pier 4, Harbour Road', latitude: 53.5, longitude: 10 }
  assert.deepEqual(imported(shop, sent, new Map([['Pier 4', place]])).definition.things[0]?.location, place)
  const refusal = catchRejection(() => imported(shop, sent, new Map([['Pier 4', 'nowhere']])))
  assert.deepEqual(listRejectedFields(refusal), ['capabilities.knowledge.things[0].location.address'])
})
