import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSlotAnswer, readYesNo } from './index.ts'
import { offeredTimes, readContext, skip, slot, unclear, wordings } from './testing/wordings.ts'

for (const { of, slot, offered: offeredTimes, country, cases } of wordings) {
  for (const [reply, means] of cases) {
    test(`as ${of} ${JSON.stringify(reply)} is ${String(means)}`, () => {
      const answer = readSlotAnswer(
        slot,
        { text: reply },
        { ...readContext, ...(country && { country }), ...(offeredTimes && { offered: offeredTimes }) },
      )
      const read = answer.kind === 'value' ? answer.value : answer.kind === 'skip' ? skip : unclear
      assert.equal(read, means)
    })
  }
}

test('a picked option is the answer, with its label', () => {
  const [, second] = offeredTimes
  const reply = { text: 'whatever it says', picked: [second?.id ?? ''] }
  assert.deepEqual(readSlotAnswer(slot('timeslot'), reply, { ...readContext, offered: offeredTimes }), {
    kind: 'value',
    value: second?.id,
    label: second?.label,
  })
})

test('a picked option that is no longer offered is refused, and so are two options at once', () => {
  for (const picked of [['2031-03-01T15:00:00Z'], offeredTimes.slice(0, 2).map(({ id }) => id)]) {
    const answer = readSlotAnswer(slot('timeslot'), { text: '', picked }, { ...readContext, offered: offeredTimes })
    assert.deepEqual(answer, { kind: 'unclear' })
  }
})

test('a yes accepts a single offered option', () => {
  const answer = readSlotAnswer(
    slot('timeslot'),
    { text: 'yes please' },
    { ...readContext, offered: offeredTimes.slice(0, 1) },
  )
  assert.equal(answer.kind === 'value' && answer.value, offeredTimes[0]?.id)
})

test('choices from a source are answered with their ids', () => {
  const things = [
    { id: 'thing_1', label: 'Oak table' },
    { id: 'thing_2', label: 'Pine table' },
  ]
  const answer = readSlotAnswer(slot('string'), { text: 'the oak one' }, { ...readContext, offered: things })
  assert.deepEqual(answer, { kind: 'value', value: 'thing_1', label: 'Oak table' })
  assert.deepEqual(readSlotAnswer(slot('string'), { text: 'table' }, { ...readContext, offered: things }), {
    kind: 'unclear',
  })
})

test('a number among options stays a number', () => {
  const answer = readSlotAnswer(slot('number', { options: ['10', '20'] }), { text: 'twenty, so 20' }, readContext)
  assert.deepEqual(answer, { kind: 'value', value: 20, label: '20' })
})

test('today is the calendar day in the time zone of the person', () => {
  const at = { now: '2031-01-15T23:30:00Z' }
  const today = (timezone: string) => readSlotAnswer(slot('date'), { text: 'today' }, { ...at, timezone })
  assert.deepEqual(today('Asia/Tokyo'), { kind: 'value', value: '2031-01-16' })
  assert.deepEqual(today('America/Los_Angeles'), { kind: 'value', value: '2031-01-15' })
  assert.deepEqual(today('Nowhere/At_All'), { kind: 'value', value: '2031-01-15' })
})

test('yes and no are recognized in any case and with polite additions', () => {
  assert.equal(readYesNo('YEAH, SURE!!!'), 'yes')
  assert.equal(readYesNo('oh no, thank you very much'), 'no')
  assert.equal(readYesNo('yes if it is free'), undefined)
})
