import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { Directive } from '@parley/testcase'
import { convertTurn, describeTurn, turnKindOf, turnKinds } from './case-turns.ts'

test('a turn of each kind made of words is one that the platform takes, and can be said', () => {
  for (const kind of turnKinds) {
    const turn = convertTurn('Book a boat', kind)
    assert.equal(turnKindOf(turn), kind)
    assert.notEqual(describeTurn(turn), '')
    if (kind !== 'media') assert.ok(Directive.safeParse(turn).success, kind)
  }
})

test('words survive the way through another kind and back', () => {
  for (const kind of ['chip', 'slot', 'confirm', 'media', 'simulate'] as const) {
    assert.equal(convertTurn(convertTurn('Book', kind), 'says'), 'Book')
  }
})

test('nothing that a text may hold breaks it', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(...turnKinds), (turn, kind) => {
      assert.equal(typeof describeTurn(turn), 'string')
      assert.equal(turnKindOf(convertTurn(turn, kind)), kind)
    }),
  )
})
