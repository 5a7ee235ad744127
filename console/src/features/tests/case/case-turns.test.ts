import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { CaseDocument } from '@parley/testcase'
import { changeTurnChecks, convertTurn, describeTurn, listTurnChecks, turnKindOf, turnKinds } from './case-turns.ts'

const isAccepted = (turn: unknown) => CaseDocument.safeParse({ title: 'Case', turns: [turn] }).success

test('a turn of each kind made from text is accepted by the platform and can be played', () => {
  for (const kind of turnKinds) {
    const turn = convertTurn('Book a boat', kind)
    assert.equal(turnKindOf(turn), kind)
    assert.notEqual(describeTurn(turn), '')
    if (kind !== 'media') assert.ok(isAccepted(turn), kind)
  }
})

test('the text of a turn survives a change to another kind and back', () => {
  for (const kind of ['chip', 'slot', 'confirm', 'media', 'simulate'] as const) {
    assert.equal(convertTurn(convertTurn('Book', kind), 'says'), 'Book')
  }
})

test('the checks of a turn survive a change to another kind', () => {
  const turn = { text: 'Book', expect: [{ textIncludes: ['When'] }, { 'latency.under': { milliseconds: 5000 } }] }
  assert.deepEqual(listTurnChecks(turn), ['textIncludes', 'latency.under'])
  for (const kind of turnKinds) {
    const converted = convertTurn(turn, kind)
    assert.deepEqual(listTurnChecks(converted), ['textIncludes', 'latency.under'], kind)
    assert.equal(turnKindOf(converted), kind)
    if (kind !== 'media') assert.ok(isAccepted(converted), kind)
  }
  assert.equal(describeTurn(turn), 'Book')
})

test('checks are added to a turn of any kind and removed again', () => {
  const check = { 'tool.called': { name: 'people.save' } }
  for (const kind of turnKinds.filter((one) => one !== 'media')) {
    const turn = convertTurn('Book a boat', kind)
    const checked = changeTurnChecks(turn, (all) => [...all, check])
    assert.deepEqual([listTurnChecks(checked), isAccepted(checked)], [['tool.called'], true], kind)
    assert.deepEqual(
      changeTurnChecks(checked, (all) => all.slice(1)),
      turn,
    )
  }
})

test('any JSON value can be described and converted as a turn', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(...turnKinds), (turn, kind) => {
      assert.equal(typeof describeTurn(turn), 'string')
      assert.equal(turnKindOf(convertTurn(turn, kind)), kind)
    }),
  )
})
