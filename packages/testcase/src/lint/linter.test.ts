import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AgentDefinition, createDefinition } from '@parley/definition'
import { readCase } from '../read/read-case.ts'
import { createCaseLinter } from './linter.ts'

/** Lint on writes: references, consistency, runtime support, and drafts. */

const bare = createDefinition('Desk')
const [general] = bare.playbooks
assert.ok(general)
const outcome = (named: string) => ({ id: 'main', slots: [], steps: [{ end: { outcome: named } }] })
const furnished: AgentDefinition = {
  ...bare,
  playbooks: [general, { ...general, id: 'returns', isDefault: false, flow: outcome('returned') }],
  scheduling: {
    availableHours: [{ dayOfWeek: 1, startTime: '09:00', endTime: '17:00' }],
    representatives: [{ id: 'rep-1', name: 'A representative' }],
  },
  locations: [{ id: 'pier', name: 'Pier' }],
  integrations: [{ id: 'orders', description: 'Orders', endpoint: { url: 'https://example.com/orders' } }],
  outreaches: [{ ...({ id: 'launch', name: 'Launch' } as AgentDefinition['outreaches'][number]) }],
  things: [{ id: 'kayak', name: 'Red kayak' }],
  peopleFields: [
    { key: 'size', type: 'number' },
    { key: 'colour', type: 'enum', options: ['red', 'blue'] },
    { key: 'since', type: 'date' },
    { key: 'vip', type: 'boolean' },
  ],
}

const plain = { title: 'A greeting', turns: ['Hello'], expect: { checks: { finalReplyNonEmpty: true } } }
const expecting = (checks: object) => ({ expect: { checks } })
const preset = (fields: object) => ({ scenario: { persona: { preset: { fields } } } })
const custom = (customFields: object) => preset({ customFields })
const start = (given: object, more: object = {}) => ({ scenario: { start: given, ...more } })
const turns = (...more: unknown[]) => ({ turns: ['Hello', ...more] })
const appointments = (...given: object[]) => ({ scenario: { appointments: given } })
const customPath = '/scenario/persona/preset/fields/customFields'
const fieldPath = '/scenario/persona/preset/fields'

type Row = [code: string, severity: string, path: string, bad: object, fine: object]
const rows: Row[] = [
  ['case.brief.not-compiled', 'warning', '/brief', { turns: [], brief: { scenario: 'x', expected: 'y' } }, { brief: { scenario: 'x', expected: 'y' } }],
  ['case.start.outreach.missing', 'error', '/scenario/start/outreach', start({ outreach: {} }), start({ outreach: { outreachId: 'launch' } })],
  ['case.start.outreach.unknown', 'error', '/scenario/start/outreach/outreachId', start({ outreach: { outreachId: 'no-such' } }), start({ outreach: { outreachId: 'launch' } })],
  ['case.start.resume.playbook-unknown', 'error', '/scenario/start/resume/activePlaybook', start({ resume: { activePlaybook: 'no-such' } }), start({ resume: { activePlaybook: 'returns' } })],
  ['case.persona.representative-unknown', 'error', `${fieldPath}/assignedRepresentativeId`, preset({ assignedRepresentativeId: 'rep-9' }), preset({ assignedRepresentativeId: 'rep-1' })],
  ['case.appointments.representative-unknown', 'error', '/scenario/appointments/1/representativeId', appointments({ startsIn: 'P1D' }, { startsIn: 'P2D', representativeId: 'rep-9' }), appointments({ startsIn: 'P2D', representativeId: 'rep-1' })],
  ['case.appointments.location-unknown', 'error', '/scenario/appointments/0/locationId', appointments({ startsIn: 'P1D', locationId: 'moon' }), appointments({ startsIn: 'P1D', locationId: 'pier' })],
  ['case.checks.playbook-unknown', 'error', '/expect/checks/activePlaybookAtEnd', expecting({ activePlaybookAtEnd: 'no-such' }), expecting({ activePlaybookAtEnd: 'general' })],
  ['case.checks.tool-unknown', 'error', '/expect/checks/toolsCalled/constructor', expecting({ toolsCalled: { constructor: 1 } }), expecting({ toolsCalled: { orders: 1, 'scheduling.book': 1 } })],
  ['case.checks.tool-unknown', 'error', '/expect/checks/toolsNotCalled/1', expecting({ toolsNotCalled: ['orders', 'integration:orders.call'] }), expecting({ toolsNotCalled: ['knowledge.search'] })],
  ['case.persona.custom-field-undeclared', 'warning', `${customPath}/shoe`, custom({ shoe: 'x' }), custom({ size: 12 })],
  ['case.persona.custom-field-type', 'warning', `${customPath}/size`, custom({ size: 'huge' }), custom({ size: '-1.5' })],
  ['case.persona.custom-field-type', 'warning', `${customPath}/colour`, custom({ colour: 'green' }), custom({ colour: 'red' })],
  ['case.persona.custom-field-type', 'warning', `${customPath}/since`, custom({ since: '2030-02-30' }), custom({ since: '2030-02-28' })],
  ['case.persona.custom-field-type', 'warning', `${customPath}/vip`, custom({ vip: 'yes' }), custom({ vip: true })],
  ['case.persona.product-interest-unmatched', 'warning', `${fieldPath}/productInterest`, preset({ productInterest: 'a tent' }), preset({ productInterest: 'the red kayak' })],
  ['case.start.reminder.no-appointment', 'warning', '/scenario/start/reminder', start({ reminder: true }), start({ reminder: true }, { appointments: [{ startsIn: 'PT2H' }] })],
  ['case.start.reminder.no-appointment', 'warning', '/scenario/start/reminder', start({ reminder: true }, { appointments: [{ startsIn: '-P1D' }, { startsIn: 'P1D', status: 'cancelled' }] }), start({ inbound: true })],
  ['case.stubs.fail-invalid', 'warning', '/scenario/stubs/orders', { scenario: { stubs: { orders: { fail: { status: 'x' } } } } }, { scenario: { stubs: { orders: { fail: { status: 503 } } } } }],
  ['case.stubs.fail-invalid', 'warning', '/scenario/stubs/orders', { scenario: { stubs: { orders: { inOrder: [{ fail: 'x' }, 1] } } } }, { scenario: { stubs: { orders: { inOrder: [{ fail: {} }, 1] } } } }],
  ['case.stubs.in-order-invalid', 'warning', '/scenario/stubs/orders', { scenario: { stubs: { orders: { inOrder: [] } } } }, { scenario: { stubs: { orders: { inOrder: [null] } } } }],
  ['case.stubs.in-order-invalid', 'warning', '/scenario/stubs/orders', { scenario: { stubs: { orders: { inOrder: Array(51).fill(1) } } } }, { scenario: { stubs: { orders: { inOrder: Array(50).fill(1) } } } }],
  ['case.stubs.unknown-integration', 'warning', '/scenario/stubs/people.save', { scenario: { stubs: { 'people.save': { inOrder: [1] } } } }, { scenario: { stubs: { 'people.save': { inOrder: [{ fail: {} }, 1] } } } }],
  ['case.stubs.unknown-integration', 'warning', '/scenario/stubs/weather', { scenario: { stubs: { weather: 1 } } }, { scenario: { stubs: { orders: 1 } } }],
  ['case.turns.long', 'warning', '/turns', { turns: Array(21).fill('x') }, { turns: Array(20).fill('x') }],
  ['case.checks.person-field-undeclared', 'warning', '/expect/checks/personFields/shoe', expecting({ personFields: { shoe: '44' } }), expecting({ personFields: { firstName: 'Ada', size: 1, 'customFields.size': 1 } })],
  ['case.checks.outcome-unknown', 'warning', '/expect/checks/outcomes/1', expecting({ outcomes: ['returned', 'lost'] }), expecting({ outcomes: ['returned'] })],
  ['case.checks.no-reply-without-system-turn', 'warning', '/expect/checks/noReplyTo/0', { ...turns({ system: 'optIn' }), ...expecting({ noReplyTo: ['optOut'] }) }, { ...turns({ system: 'optOut' }), ...expecting({ noReplyTo: ['optOut'] }) }],
  ['case.expect.empty', 'warning', '/expect', { expect: undefined }, { expect: { judge: { criteria: [{ id: 'x', text: 'y' }] } } }],
  ['case.expect.empty', 'warning', '/expect', { expect: { checks: { textIncludes: [] }, judge: { criteria: [] } } }, expecting({ outcomes: [] })],
  ['case.clock.not-applied', 'info', '/scenario/clock', { scenario: { clock: { weekday: 'monday' } } }, { scenario: {} }],
  ['case.turns.simulate-not-available', 'info', '/turns/1', turns({ simulate: { goal: 'x' } }), turns('x')],
  ['case.persona.not-prompt-visible', 'info', `${fieldPath}/notes`, preset({ notes: 'x' }), preset({ notes: '' })],
  ['case.persona.not-prompt-visible', 'info', `${fieldPath}/tags`, preset({ tags: ['vip'] }), preset({ tags: [] })],
  ['case.turns.no-fallback', 'info', '/turns/1', turns({ chip: 'Yes' }), turns({ chip: 'Yes', fallback: 'yes' })],
  ['case.turns.no-fallback', 'info', '/turns/1', turns({ slot: 0 }), turns({ slot: 0, fallback: 'yes' })],
  ['case.turns.no-fallback', 'info', '/turns/1', turns({ confirm: true }), turns({ confirm: true, fallback: 'yes' })],
] // biome-ignore format: a table

const found = (over: object, definition = furnished) =>
  readCase({ ...plain, ...over }, createCaseLinter(definition)).findings.map(({ code, severity, path }) => [
    code,
    severity,
    path,
  ])

for (const [code, severity, path, bad, fine] of rows) {
  test(`${code} is an ${severity} at ${path}: ${JSON.stringify(bad).slice(0, 60)}`, () => {
    assert.deepEqual(
      found(bad).filter(([one]) => one !== 'case.turns.no-fallback' || one === code),
      [[code, severity, path]],
    )
    assert.deepEqual(
      found(fine).filter(([one]) => one === code),
      [],
    )
  })
}

const scheduling: [code: string, path: string, over: object][] = [
  ['case.appointments.no-scheduling', '/scenario/appointments', appointments({ startsIn: 'P1D' })],
  ['case.turns.slot-without-scheduling', '/turns/1', turns({ slot: 0, fallback: 'the first' })],
  ['case.checks.scheduling-not-enabled', '/expect/checks/pickerShown', expecting({ pickerShown: true })],
  ['case.checks.scheduling-not-enabled', '/expect/checks/appointmentCreated', expecting({ appointmentCreated: true })],
  ['case.checks.scheduling-not-enabled', '/expect/checks/activeAppointments', expecting({ activeAppointments: 1 })],
  ['case.checks.scheduling-not-enabled', '/expect/checks/toolsCalled/scheduling.book', expecting({ toolsCalled: { 'scheduling.book': 1 } })],
  ['case.checks.scheduling-not-enabled', '/expect/checks/partsOnLastTurn/1', expecting({ partsOnLastTurn: ['text', 'ask.time'] })],
] // biome-ignore format: a table

for (const [code, path, over] of scheduling) {
  test(`${code} is a warning at ${path} until the agent has hours`, () => {
    assert.deepEqual(found(over, bare), [[code, 'warning', path]])
    assert.deepEqual(found(over), [])
  })
}

test('the hours of a representative count as hours', () => {
  const workingHours = [{ dayOfWeek: 1, startTime: '09:00', endTime: '17:00' }]
  const representatives = [{ id: 'rep-1', name: 'A representative', availability: { workingHours } }]
  assert.deepEqual(found(expecting({ pickerShown: true }), { ...bare, scheduling: { representatives } }), [])
  const idle = { ...bare, scheduling: { representatives: [{ id: 'rep-1', name: 'A representative' }] } }
  assert.equal(found(expecting({ pickerShown: true }), idle).length, 1)
})

test('a check that no scheduling happens needs no scheduling', () => {
  const none = { pickerShown: false, activeAppointments: 0, toolsNotCalled: ['scheduling.book'] }
  assert.deepEqual(found(expecting({ ...none, toolsCalled: { 'scheduling.book': 0 } }), bare), [])
})

test('a warning or an info does not prevent saving a case', () => {
  const { document, findings } = readCase({ ...plain, ...turns({ chip: 'Yes' }), expect: {} }, createCaseLinter(bare))
  assert.ok(document)
  assert.deepEqual(
    findings.map(({ code }) => code),
    ['case.turns.no-fallback', 'case.expect.empty'],
  )
})

test('lint reports at most 20 findings of one code', () => {
  const stubs = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`none-${at}`, {}]))
  const findings = createCaseLinter(bare)({ title: 'A greeting', turns: [{ slot: 0 }], scenario: { stubs } })
  assert.equal(findings.filter(({ code }) => code === 'case.stubs.unknown-integration').length, 20)
  assert.ok(findings.some(({ code }) => code === 'case.expect.empty'))
})

test('a thousand cases are linted against an agent of ten thousand Things', () => {
  const things = Array.from({ length: 10_000 }, (_, at) => ({ id: `thing-${at}`, name: `Boat of the make ${at}` }))
  const lint = createCaseLinter({ ...furnished, things })
  for (let at = 0; at < 1000; at++) {
    const { document } = readCase({ ...plain, ...preset({ productInterest: `make ${at + 20_000}` }) })
    assert.deepEqual(document && lint(document).map(({ code }) => code), ['case.persona.product-interest-unmatched'])
  }
})
