import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OutboundMessage } from '@parley/amf'
import type { TurnCheck } from '../expect.ts'
import type { CaseObservation, ObservedTurn } from '../observed.ts'
import { readCase } from '../read/read-case.ts'
import { checkTurns } from './check-case.ts'

const reply = (text: string) => ({
  messageId: text,
  message: { spec: 'amf/1', parts: [{ type: 'text', text }] } as OutboundMessage,
  text,
  affordances: [],
})

function turn(turnIndex: number, expect: TurnCheck[], more: Partial<ObservedTurn> = {}): ObservedTurn {
  const bare = { toolCalls: [], outcomes: [], warnings: [], modelCalls: 0 }
  return { ...bare, turnIndex, directive: { text: 'Hello', expect }, messages: [reply(`Reply ${turnIndex}`)], ...more }
}

const verdicts = (...turns: ObservedTurn[]) => {
  const observed: CaseObservation = { turns, person: { customFields: {} }, appointments: [] }
  return checkTurns(observed).map(({ key, pass }) => [key, pass])
}

test('the checks of a turn look at the reply to that turn alone', () => {
  const expect: TurnCheck[] = [{ textIncludes: ['Reply 1'] }, { textExcludes: ['Reply 0'] }]
  assert.deepEqual(verdicts(turn(0, []), turn(1, expect)), [
    ['turns[1].textIncludes:Reply 1', true],
    ['turns[1].textExcludes:Reply 0', true],
  ])
  assert.deepEqual(verdicts(turn(0, expect), turn(1, [])), [
    ['turns[0].textIncludes:Reply 1', false],
    ['turns[0].textExcludes:Reply 0', false],
  ])
})

const save = { name: 'people.save', called: true, given: { company: 'Boat', more: { deep: 'yes' } } }
const search = { name: 'knowledge.search', called: true, given: { query: 'boats' } }
const calls: [what: string, wanted: NonNullable<TurnCheck['tool.called']>, passes: boolean][] = [
  ['its name', { name: 'people.save' }, true],
  ['part of its arguments', { name: 'people.save', with: { company: 'Boat' } }, true],
  ['a nested argument', { name: 'people.save', with: { more: { deep: 'yes' } } }, true],
  ['its position', { name: 'people.save', order: 2 }, true],
  ['another position', { name: 'people.save', order: 1 }, false],
  ['another argument', { name: 'people.save', with: { company: 'Car' } }, false],
  ['another name', { name: 'notify.team' }, false],
]
for (const [what, wanted, passes] of calls) {
  test(`tool.called with ${what} ${passes ? 'passes' : 'fails'}`, () => {
    const played = turn(0, [{ 'tool.called': wanted }], { toolCalls: [search, save] })
    assert.deepEqual(verdicts(played), [[`turns[0].tool.called:${wanted.name}`, passes]])
  })
}

test('a refused call is no call', () => {
  const played = turn(0, [{ 'tool.called': { name: 'people.save' } }], { toolCalls: [{ ...save, called: false }] })
  assert.deepEqual(verdicts(played), [['turns[0].tool.called:people.save', false]])
})

test('latency.under and cost.under compare the time and the price of the turn', () => {
  const expect: TurnCheck[] = [
    { 'latency.under': { milliseconds: 100 } },
    { 'cost.under': { amount: 0.01, currency: 'USD' } },
  ]
  const passing = (more: Partial<ObservedTurn>) => verdicts(turn(0, expect, more)).map(([, pass]) => pass)
  assert.deepEqual(passing({ milliseconds: 99 }), [true, true])
  assert.deepEqual(passing({ milliseconds: 100, costs: [{ amount: 0.02, currency: 'USD' }] }), [false, false])
  assert.deepEqual(passing({ milliseconds: 1, costs: [{ amount: 0.001, currency: 'EUR' }] }), [true, false])
})

const findings = (turn: unknown) => {
  const read = readCase({ title: 'A case', turns: [turn] })
  return read.findings.map(({ code, path }) => `${code} ${path}`)
}

test('every kind of turn takes checks, and a check is one name with its value', () => {
  const expect = [{ textIncludes: ['words'] }]
  const turns = [
    { text: 'Hello', expect },
    { chip: 'Boat', expect },
    { slot: 0, expect },
    { confirm: true, expect },
    { system: 'optOut', expect },
    { action: 'dial', expect },
    { media: 'image', url: 'https://example.com/a.png', expect },
  ]
  for (const one of turns)
    assert.deepEqual(
      findings(one).filter((finding) => finding.includes('schema')),
      [],
    )
  assert.deepEqual(findings({ text: 'Hello', expect: [{}] }), ['case.schema.maxProperties /turns/0/expect/0'])
  assert.deepEqual(findings({ text: 'Hello', expect: [{ unknown: 1 }] }), [
    'case.schema.additionalProperties /turns/0/expect/0/unknown',
    'case.schema.maxProperties /turns/0/expect/0',
  ])
  assert.deepEqual(findings({ text: 'Hello', expect: [{ textMatches: ['('] }] }).length, 1)
})
