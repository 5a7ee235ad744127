import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDefinition } from '@parley/definition'
import { fc } from '@parley/test-kit'
import { z } from 'zod'
import { CaseDocument } from '../document.ts'
import { createCaseLinter } from '../lint/linter.ts'
import { readCase } from './read-case.ts'

/** The case document, and the schema and structure rules of lint on writes. */

const plain = { title: 'A greeting', turns: ['Hello'] }
const findingsOf = (body: unknown) => readCase(body).findings.map(({ code, path }) => `${code} ${path}`)
const long = (count: number) => 'a'.repeat(count)
const turn = (one: unknown) => ({ turns: ['Hello', one] })
const scenario = (given: unknown) => ({ scenario: given })
const fields = (given: unknown) => scenario({ persona: { preset: { fields: given } } })
const start = (given: unknown) => scenario({ start: given })
const clock = (given: unknown) => scenario({ clock: given })
const checks = (given: unknown) => ({ expect: { checks: given } })
const judge = (...criteria: unknown[]) => ({ expect: { judge: { criteria } } })
const brief = { scenario: 'x', expected: 'y' }
const turns = (count: number) => ({ turns: Array.from({ length: count }, (_, at) => `Turn ${at}`) })

const refused: [over: Record<string, unknown>, ...findings: string[]][] = [
  [{ title: undefined }, 'case.schema.required /title'],
  [{ title: ' ' }, 'case.schema.minLength /title'],
  [{ title: long(301) }, 'case.schema.maxLength /title'],
  [{ title: null }, 'case.schema.type /title'],
  [{ surprise: 1 }, 'case.schema.additionalProperties /surprise'],
  [{ 'a/b~c': 1 }, 'case.schema.additionalProperties /a~1b~0c'],
  [{ key: 'Upper' }, 'case.schema.pattern /key'],
  [{ key: '-a' }, 'case.schema.pattern /key'],
  [{ key: long(120) }, 'case.schema.pattern /key'],
  [{ key: 5 }, 'case.schema.type /key'],
  [{ brief: { ...brief, expected: undefined } }, 'case.schema.required /brief/expected'],
  [{ brief: { ...brief, scenario: long(2001) } }, 'case.schema.maxLength /brief/scenario'],
  [{ notes: long(4001) }, 'case.schema.maxLength /notes'],
  [{ notes: null }, 'case.schema.type /notes'],
  [{ tags: Array(21).fill('x') }, 'case.schema.maxItems /tags'],
  [{ tags: ['ok', long(61)] }, 'case.schema.maxLength /tags/1'],
  [{ tags: 'one' }, 'case.schema.type /tags'],
  [{ samples: 6 }, 'case.schema.maximum /samples'],
  [{ samples: 0 }, 'case.schema.minimum /samples'],
  [{ samples: 1.5 }, 'case.schema.type /samples'],
  [{ origin: { kind: 'thought' } }, 'case.schema.enum /origin/kind'],
  [{ origin: { kind: 'generated', exampleIndex: -1 } }, 'case.schema.minimum /origin/exampleIndex'],
  [{ turns: [] }, 'case.turns.empty /turns'],
  [{ turns: undefined }, 'case.turns.empty /turns', 'case.schema.required /turns'],
  [{ turns: 'Hello' }, 'case.schema.type /turns'],
  [turns(41), 'case.turns.too-many /turns'],
  [turn(''), 'case.schema.minLength /turns/1'],
  [turn(long(4001)), 'case.schema.maxLength /turns/1'],
  [turn(5), 'case.schema.type /turns/1'],
  [turn(null), 'case.schema.type /turns/1'],
  [turn(['Hello']), 'case.schema.type /turns/1'],
  [turn({}), 'case.schema.anyOf /turns/1'],
  [turn({ fallback: 'x' }), 'case.schema.anyOf /turns/1'],
  [turn({ chip: 'Yes', slot: 1 }), 'case.schema.anyOf /turns/1'],
  [turn({ chip: 5 }), 'case.schema.type /turns/1/chip'],
  [turn({ chip: long(201) }), 'case.schema.maxLength /turns/1/chip'],
  [turn({ chip: 'Yes', surprise: 1 }), 'case.schema.additionalProperties /turns/1/surprise'],
  [turn({ chip: 'Yes', fallback: long(4001) }), 'case.schema.maxLength /turns/1/fallback'],
  [turn({ slot: 51 }), 'case.schema.maximum /turns/1/slot'],
  [turn({ slot: -1 }), 'case.schema.minimum /turns/1/slot'],
  [turn({ slot: '0' }), 'case.schema.type /turns/1/slot'],
  [turn({ confirm: 'yes' }), 'case.schema.type /turns/1/confirm'],
  [turn({ system: 'typing' }), 'case.schema.enum /turns/1/system'],
  [turn({ action: 'jump' }), 'case.schema.enum /turns/1/action'],
  [turn({ action: 'dial', label: long(201) }), 'case.schema.maxLength /turns/1/label'],
  [turn({ media: 'image' }), 'case.schema.required /turns/1/url'],
  [turn({ media: 'image', url: long(2001) }), 'case.schema.maxLength /turns/1/url'],
  [turn({ simulate: {} }), 'case.schema.required /turns/1/simulate/goal'],
  [turn({ simulate: { goal: 'x', maxTurns: 21 } }), 'case.schema.maximum /turns/1/simulate/maxTurns'],
  [turn({ simulate: { goal: 'x', knows: Array(21).fill('y') } }), 'case.schema.maxItems /turns/1/simulate/knows'],
  [{ turns: [{ simulate: { goal: 'x' } }, 'Bye'] }, 'case.turns.simulate-not-last /turns/0'],
  [scenario(null), 'case.schema.type /scenario'],
  [scenario({ channel: 'webchat' }), 'case.schema.enum /scenario/channel'],
  [scenario({ provider: long(41) }), 'case.schema.maxLength /scenario/provider'],
  [scenario({ persona: 'Ada' }), 'case.schema.type /scenario/persona'],
  [scenario({ persona: { id: long(65) } }), 'case.schema.maxLength /scenario/persona/id'],
  [scenario({ persona: { id: 'a', preset: {} } }), 'case.schema.anyOf /scenario/persona'],
  [
    scenario({ persona: { surprise: 1 } }),
    'case.schema.additionalProperties /scenario/persona/surprise',
    'case.schema.anyOf /scenario/persona',
  ],
  [fields({ shoeSize: 4 }), 'case.schema.additionalProperties /scenario/persona/preset/fields/shoeSize'],
  [fields({ status: 'old' }), 'case.schema.enum /scenario/persona/preset/fields/status'],
  [fields({ notes: long(5001) }), 'case.schema.maxLength /scenario/persona/preset/fields/notes'],
  [fields({ customFields: { a: {} } }), 'case.schema.type /scenario/persona/preset/fields/customFields/a'],
  [fields({ customFields: { a: long(2001) } }), 'case.schema.maxLength /scenario/persona/preset/fields/customFields/a'],
  [
    fields({ customFields: { 'a.b': 'x' } }),
    'case.schema.propertyNames /scenario/persona/preset/fields/customFields/a.b',
  ],
  [
    scenario({ persona: { preset: { historySeed: Array(41).fill({ role: 'user', content: 'x' }) } } }),
    'case.schema.maxItems /scenario/persona/preset/historySeed',
  ],
  [scenario({ history: [{ role: 'agent', content: 'x' }] }), 'case.schema.enum /scenario/history/0/role'],
  [scenario({ appointments: Array(6).fill({ startsIn: 'P1D' }) }), 'case.schema.maxItems /scenario/appointments'],
  [scenario({ appointments: [{ startsIn: '1 day' }] }), 'case.schema.pattern /scenario/appointments/0/startsIn'],
  [scenario({ appointments: [{ startsIn: 'P1DT' }] }), 'case.schema.pattern /scenario/appointments/0/startsIn'],
  [
    scenario({ appointments: [{ startsIn: 'P1D', durationMinutes: 4 }] }),
    'case.schema.minimum /scenario/appointments/0/durationMinutes',
  ],
  [start({}), 'case.schema.oneOf /scenario/start'],
  [start('inbound'), 'case.schema.type /scenario/start'],
  [start({ inbound: false }), 'case.schema.const /scenario/start/inbound'],
  [start({ resume: {} }), 'case.schema.required /scenario/start/resume/activePlaybook'],
  [start({ outreach: { inputs: { a: [] } } }), 'case.schema.type /scenario/start/outreach/inputs/a'],
  [start({ outreach: { inputs: { a: long(2001) } } }), 'case.schema.maxLength /scenario/start/outreach/inputs/a'],
  [start({ inbound: true, reminder: true }), 'case.start.multiple /scenario/start'],
  [clock({ now: 'tomorrow' }), 'case.clock.invalid /scenario/clock/now'],
  [clock({ now: '2030-02-30T09:00:00Z' }), 'case.clock.invalid /scenario/clock/now'],
  [clock({ time: '24:00' }), 'case.clock.invalid /scenario/clock/time'],
  [clock({ time: '9:00' }), 'case.clock.invalid /scenario/clock/time'],
  [clock({ timezone: 'Mars/Olympus' }), 'case.clock.invalid /scenario/clock/timezone'],
  [
    clock({ weekday: 'someday' }),
    'case.clock.invalid /scenario/clock/weekday',
    'case.schema.enum /scenario/clock/weekday',
  ],
  [clock({ now: '2030-01-31T09:00:00Z', time: '09:00' }), 'case.clock.mixed /scenario/clock'],
  [clock({ now: '2030-01-31T09:00:00Z', weekday: 'monday' }), 'case.clock.mixed /scenario/clock'],
  [scenario({ stubs: [] }), 'case.schema.type /scenario/stubs'],
  [checks({ textInclude: ['x'] }), 'case.schema.additionalProperties /expect/checks/textInclude'],
  [checks({ outcomes: 'done' }), 'case.schema.type /expect/checks/outcomes'],
  [checks({ activeAppointments: -1 }), 'case.schema.minimum /expect/checks/activeAppointments'],
  [checks({ maxModelCallsPerTurn: 0 }), 'case.schema.minimum /expect/checks/maxModelCallsPerTurn'],
  [checks({ partsOnLastTurn: ['video'] }), 'case.schema.enum /expect/checks/partsOnLastTurn/0'],
  [checks({ toolsCalled: { 'people.save': -1 } }), 'case.schema.minimum /expect/checks/toolsCalled/people.save'],
  [checks({ textMatches: ['fine', '(unclosed'] }), 'case.checks.text-matches-invalid /expect/checks/textMatches/1'],
  [checks({ textMatches: ['[z-a]'] }), 'case.checks.text-matches-invalid /expect/checks/textMatches/0'],
  [checks({ textMatches: ['(a)\\1'] }), 'case.checks.text-matches-invalid /expect/checks/textMatches/0'],
  [checks({ textMatches: ['(x{99}){99}'] }), 'case.checks.text-matches-invalid /expect/checks/textMatches/0'],
  [checks({ replyCount: { min: 2, max: 1 } }), 'case.checks.reply-count-range /expect/checks/replyCount'],
  [judge({ id: 'Kind', text: 'x' }), 'case.schema.pattern /expect/judge/criteria/0/id'],
  [judge({ id: 'kind' }), 'case.schema.required /expect/judge/criteria/0/text'],
  [judge({ id: 'kind', text: long(1001) }), 'case.schema.maxLength /expect/judge/criteria/0/text'],
  [
    judge(...Array.from({ length: 21 }, (_, at) => ({ id: `c-${at}`, text: 'x' }))),
    'case.schema.maxItems /expect/judge/criteria',
  ],
  [
    judge({ id: 'kind', text: 'x' }, { id: 'short', text: 'y' }, { id: 'kind', text: 'z' }),
    'case.judge.duplicate-criterion /expect/judge/criteria/2/id',
  ],
  [{ title: 'half \ud800' }, 'case.schema.format /title'],
  [scenario({ stubs: { orders: { 'a\u0000': 1 } } }), 'case.schema.propertyNames /scenario/stubs/orders/a�'],
  [
    JSON.parse('{ "scenario": { "stubs": { "__proto__": 1 } } }'),
    'case.schema.additionalProperties /scenario/stubs/__proto__',
  ],
  [JSON.parse('{ "scenario": { "stubs": { "orders": 1e999 } } }'), 'case.schema.maximum /scenario/stubs/orders'],
]

for (const [over, ...findings] of refused) {
  test(`a case is refused for ${findings.join(' and ')}: ${JSON.stringify(over).slice(0, 60)}`, () => {
    assert.deepEqual(findingsOf({ ...plain, ...over }).toSorted(), findings.toSorted())
    assert.equal(readCase({ ...plain, ...over }).document, undefined)
  })
}

const accepted: Record<string, unknown>[] = [
  {},
  { key: '7-up', notes: long(4000), tags: Array(20).fill(long(60)), samples: 5 },
  { key: long(119), title: '🙂'.repeat(300) },
  { turns: [], brief: { scenario: long(2000), expected: 'y' } },
  { origin: { kind: 'playbookExample', playbookId: 'x', exampleIndex: 0 } },
  turns(40),
  turn({ chip: '/^ye/i' }),
  turn({ slot: 50, fallback: long(4000) }),
  turn({ confirm: false }),
  turn({ system: 'unsubscribed' }),
  turn({ action: 'viewLocation', label: 'There' }),
  turn({ media: 'video', url: 'https://example.com/a.mp4', text: 'See' }),
  turn({ simulate: { goal: 'x', persona: 'y', knows: ['z'], until: 'w', maxTurns: 20 } }),
  scenario({ channel: 'vendorMessages', provider: long(40), persona: null }),
  scenario({ persona: { id: long(64) } }),
  fields({ fullName: long(200), status: 'lost', tags: ['vip'], customFields: { constructor: 'x', size: '12' } }),
  scenario({ persona: { preset: { consent: { status: 'denied' }, historySeed: [{ role: 'user', content: '' }] } } }),
  scenario({
    appointments: [{ startsIn: '-PT3H30M', durationMinutes: 480, status: 'completed' }, { startsIn: 'P1DT2H' }],
  }),
  start({ inbound: true }),
  start({ reminder: true }),
  start({ resume: { activePlaybook: 'x' } }),
  start({ outreach: { outreachId: 'x', inputs: { a: 1, b: true, constructor: 'c' }, formData: {}, campaign: true } }),
  clock({ now: '2030-01-31T09:00:00+01:00', timezone: 'Europe/Madrid' }),
  clock({ weekday: 'sunday', time: '23:59', timezone: 'UTC' }),
  scenario({ stubs: { orders: { ok: true, list: [1, null] }, constructor: 'x' } }),
  checks({ textMatches: ['hello|hi', '\\d+', '(a+)+$', 'a/b'], replyCount: { min: 1, max: 1 }, outcomes: [] }),
  checks({ personFields: { firstName: 'Ada', 'customFields.size': 3, vip: true }, toolsCalled: { orders: 0 } }),
  judge({ id: long(59), text: long(1000) }, { id: '7', text: 'x' }),
]

for (const over of accepted) {
  test(`a case is accepted unchanged: ${JSON.stringify(over).slice(0, 100)}`, () => {
    assert.deepEqual(readCase({ ...plain, ...over }), { document: { ...plain, ...over }, findings: [] })
  })
}

test('values of custom fields are stored as text', () => {
  const { document } = readCase({ ...plain, ...fields({ customFields: { size: 12, vip: true } }) })
  assert.deepEqual(document?.scenario, fields({ customFields: { size: '12', vip: 'true' } }).scenario)
})

test('read-only and legacy fields are dropped; elsewhere their names have no special meaning', () => {
  const readOnly = { id: 'case_1', suiteId: 5, lint: [{}], createdAt: null, updatedAt: 'x' }
  const expect = { judge: { dimensions: ['tone'], model: 'old', criteria: [{ id: 'kind', text: 'x' }] } }
  const { document, findings } = readCase({ ...readOnly, ...plain, expect })
  assert.deepEqual([document, findings], [{ ...plain, ...judge({ id: 'kind', text: 'x' }) }, []])
  assert.deepEqual(readCase({ ...plain, expect: { judge: { model: 'old' } } }).document?.expect, {
    judge: { criteria: [] },
  })
  assert.deepEqual(findingsOf({ ...plain, ...scenario({ id: 'x' }) }), [
    'case.schema.additionalProperties /scenario/id',
  ])
})

test('all faults are reported together: no code hides another', () => {
  const body = {
    title: 5,
    surprise: 1,
    turns: [{ simulate: { goal: 'x' } }, ...Array(40).fill('Hello')],
    scenario: { start: { inbound: true, reminder: true, odd: 1 }, clock: { now: 'x', time: 'y' } },
    expect: { checks: { textMatches: ['(', 5], replyCount: { min: 2, max: 1 }, activePlaybookAtEnd: 'no-such' } },
  }
  const { document, findings } = readCase(body, createCaseLinter(createDefinition('Desk')))
  assert.equal(document, undefined)
  assert.deepEqual(new Set(findings.filter(({ severity }) => severity === 'error').map(({ code }) => code)), new Set([
    'case.turns.too-many', 'case.turns.simulate-not-last', 'case.start.multiple', 'case.clock.invalid', 'case.clock.mixed',
    'case.checks.text-matches-invalid', 'case.checks.reply-count-range', 'case.schema.type',
    'case.schema.additionalProperties', 'case.checks.playbook-unknown',
  ])) // biome-ignore format: a list of codes
  assert.ok(findings.some(({ code }) => code === 'case.turns.long'))
})

test('a value that is not a document is refused at the root', () => {
  for (const body of [null, undefined, 5, 'text', [], [plain]]) {
    const { document, findings } = readCase(body)
    assert.ok(!document && findings.some(({ severity, path }) => severity === 'error' && path === ''), String(body))
  }
})

test('a faulty document of many thousand parts reports a short list', () => {
  const strange = Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`key-${at}`, at]))
  const { findings } = readCase({
    ...strange,
    turns: Array(50_000).fill({ chip: 5 }),
    scenario: { history: Array(50_000).fill(5) },
  })
  assert.ok(findings.length < 200, String(findings.length))
  assert.ok(findings.some(({ code }) => code === 'case.turns.too-many'))
})

/** A document at every length limit, in characters that take the most bytes. */
function fullest(stubs: unknown): Record<string, unknown> {
  const wide = (count: number) => '😀'.repeat(count)
  const some = (count: number, one: unknown) => Array.from({ length: count }, () => one)
  const lines = some(40, { role: 'assistant', content: wide(4000) })
  const media = { media: 'image', url: `https://example.com/${long(1980)}`, text: wide(4000) }
  const simulate = { goal: wide(2000), persona: wide(2000), knows: some(20, wide(500)), until: wide(1000) }
  const criteria = some(20, 0).map((_, at) => ({ id: `${at}`, text: wide(1000) }))
  return {
    ...{ title: wide(300), brief: { scenario: wide(2000), expected: wide(2000) }, notes: wide(4000) },
    ...{ tags: some(20, wide(60)), turns: [...some(39, media), { simulate }], expect: { judge: { criteria } } },
    scenario: {
      persona: { preset: { fields: { notes: wide(5000), tags: some(100, wide(60)) }, historySeed: lines } },
      ...{ history: lines, stubs },
    },
  }
}

test('all fields may have their maximum length at once, and stubs may take 256 KB as JSON', () => {
  const most = 256 * 2 ** 10
  const stub = (length: number) => ({ crm: long(length - '{"crm":""}'.length) })
  assert.deepEqual(findingsOf(fullest(stub(most))), [])
  assert.deepEqual(findingsOf(fullest(stub(most + 1))), ['case.schema.maxLength /scenario/stubs'])
  assert.deepEqual(findingsOf({ ...plain, ...scenario({ stubs: { crm: Array(most).fill(0) } }) }), [
    'case.schema.maxLength /scenario/stubs',
  ])
})

test('a document may not use the maximum of every list at once', () => {
  const texts = Array(100).fill(long(4000))
  assert.deepEqual(
    findingsOf({ ...plain, ...checks({ textIncludes: texts, textExcludes: texts, outcomes: texts }) }),
    [],
  )
  const all = { textIncludes: texts, textExcludes: texts, outcomes: texts, chipsOnAnyTurn: texts }
  assert.deepEqual(findingsOf({ ...plain, ...checks(all) }), ['case.schema.maxLength '])
})

test('excessive nesting is refused without recursion', () => {
  let deep: unknown = 'x'
  for (let level = 0; level < 100_000; level++) deep = [deep]
  assert.deepEqual(
    readCase({ ...plain, ...scenario({ stubs: { deep } }) }).findings.map(({ code }) => code),
    ['case.schema.depth'],
  )
})

test('the API description contains the schema', () => {
  assert.match(JSON.stringify(z.toJSONSchema(CaseDocument, { io: 'input' })), /"maxItems":40/)
})

/** Almost valid documents, so that the property reaches more than the first error. */
const names = fc.constantFrom(
  'title', 'turns', 'key', 'brief', 'scenario', 'expect', 'checks', 'judge', 'criteria', 'persona', 'preset', 'fields',
  'start', 'clock', 'now', 'history', 'chip', 'slot', 'simulate', 'system', 'textMatches', 'replyCount', 'stubs', 'id',
  'customFields', '__proto__', 'constructor', 'toString',
) // biome-ignore format: a list of names
const { json } = fc.letrec((tie) => ({
  json: fc.oneof(
    { maxDepth: 6, withCrossShrink: true },
    fc.oneof(fc.string({ unit: 'binary' }), fc.integer(), fc.double(), fc.boolean(), fc.constant(null)),
    fc.array(tie('json'), { maxLength: 5 }),
    fc.dictionary(fc.oneof(names, fc.string()), tie('json'), { maxKeys: 6, noNullPrototype: true }),
  ),
}))

test('any input gets an answer, and an accepted case is accepted again unchanged', () => {
  const lint = createCaseLinter(createDefinition('Desk'))
  const likely = fc.constantFrom(...accepted).map((over) => ({ ...plain, ...over }))
  const body = fc.oneof(
    json,
    fc.tuple(likely, json).map(([one, other]) => ({ ...one, ...(other as object) })),
    likely,
  )
  fc.assert(
    fc.property(body, (given) => {
      const { document, findings } = readCase(JSON.parse(JSON.stringify(given)), lint)
      assert.equal(
        document === undefined,
        findings.some(({ severity }) => severity === 'error'),
      )
      assert.ok(findings.every(({ path }) => path === '' || path.startsWith('/')))
      if (document) assert.deepEqual(readCase(JSON.parse(JSON.stringify(document)), lint), { document, findings })
    }),
    { numRuns: 500 },
  )
})
