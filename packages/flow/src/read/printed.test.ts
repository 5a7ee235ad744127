import assert from 'node:assert/strict'
import { test } from 'node:test'
import { slotTypes } from '@parley/definition'
import { fc } from '@parley/test-kit'
import { Temporal } from 'temporal-polyfill'
import { readSlotAnswer, readYesNo } from './index.ts'
import { printedComingDates, printedDates, printedNumbers, printedTimes, spellNumber } from './testing/printed.ts'
import { offeredTimes, readContext, slot } from './testing/wordings.ts'

const zones = ['America/New_York', 'Europe/Berlin', 'Asia/Kolkata', 'Australia/Lord_Howe', 'America/Sao_Paulo', 'UTC']
const zone = fc.constantFrom(...zones)
const today = Temporal.PlainDate.from('2031-01-15')
const ahead = (most: number) => fc.integer({ min: 2, max: most }).map((days) => today.add({ days }))

function readAs(type: 'number' | 'date' | 'timeslot', text: string, timezone = 'America/New_York') {
  const answer = readSlotAnswer(slot(type), { text }, { ...readContext, timezone })
  return answer.kind === 'value' ? answer.value : answer.kind
}

test('every integer is read in digits and in words', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999 }), (value) => {
      const wordings = [...printedNumbers(value), spellNumber(value), `about ${spellNumber(value)}`]
      for (const text of wordings) assert.equal(readAs('number', text), value, text)
    }),
  )
})

test('every decimal number is read back as printed', () => {
  fc.assert(
    fc.property(fc.integer({ min: -9_999_999, max: 9_999_999 }), (hundredths) => {
      const value = hundredths / 100
      for (const text of [String(value), value.toLocaleString('en-US')])
        assert.equal(readAs('number', text), value, text)
    }),
  )
})

test('every day is read in all notations, in any time zone', () => {
  fc.assert(
    fc.property(ahead(20_000), zone, (date, timezone) => {
      for (const text of printedDates(date)) assert.equal(readAs('date', text, timezone), date.toString(), text)
    }),
  )
})

test('a day without a year is the next such day', () => {
  fc.assert(
    fc.property(ahead(360), zone, (date, timezone) => {
      for (const text of printedComingDates(date)) assert.equal(readAs('date', text, timezone), date.toString(), text)
    }),
  )
})

test('days counted from today are read in digits and words', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 99 }), fc.constantFrom('day', 'week', 'month'), (count, unit) => {
      const date = today.add({ [`${unit}s`]: count }).toString()
      for (const text of [`in ${count} ${unit}s`, `in ${spellNumber(count)} ${unit}s`, `${count} ${unit}s from now`]) {
        assert.equal(readAs('date', text), date, text)
      }
    }),
  )
})

test('every time is read in the local time of the person, except times that the clock skips or repeats', () => {
  const hour = fc.integer({ min: 0, max: 23 })
  const minute = fc.constantFrom(0, 5, 15, 30, 45)
  fc.assert(
    fc.property(ahead(800), hour, minute, zone, (date, hours, minutes, timezone) => {
      const wall = date.toPlainDateTime({ hour: hours, minute: minutes })
      const [early, late] = (['earlier', 'later'] as const).map(
        (disambiguation) => wall.toZonedDateTime(timezone, { disambiguation }).epochMilliseconds,
      )
      const expected = early === late ? new Date(early ?? 0).toISOString() : 'unclear'
      for (const time of printedTimes(hours, minutes)) {
        const text = `${date.toString()} ${time}`
        assert.equal(readAs('timeslot', text, timezone), expected, text)
      }
    }),
  )
})

const words = fc.constantFrom(
  ...`tomorrow at 3 the second one no yes not 2 10:30 friday or morning half 1/2 dozen a@b.co 👍 \u0000 \ud800 , . - / @ 's next week march 5th in from`.split(
    ' ',
  ),
)
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: fc.constantFrom('\ud800', '\udfff', '\u0000', '👍', '1', ' ', '.', '٣', 'ﷺ', '½'), maxLength: 40 }),
  fc.array(words, { maxLength: 12 }).map((each) => each.join(' ')),
)

test('no text makes a reader fail', () => {
  fc.assert(
    fc.property(
      text,
      fc.constantFrom(...slotTypes),
      fc.option(fc.string(), { nil: 'UTC' }),
      (reply, type, timezone) => {
        const options = type === 'enum' ? ['Basic', '\ud800', ''] : []
        const answer = readSlotAnswer(slot(type, { options }), { text: reply }, { ...readContext, timezone })
        assert.ok(['value', 'unclear', 'skip'].includes(answer.kind))
        assert.ok(answer.kind !== 'value' || typeof answer.value !== 'number' || Number.isFinite(answer.value))
        readYesNo(reply)
      },
    ),
    { numRuns: 1000 },
  )
})

test('the answer to offered times is always one of them', () => {
  const picked = fc.array(fc.oneof(fc.string(), fc.constantFrom(...offeredTimes.map(({ id }) => id))), { maxLength: 2 })
  const choiceSets = fc.subarray(offeredTimes, { minLength: 1 })
  fc.assert(
    fc.property(text, picked, choiceSets, zone, (reply, ids, choices, timezone) => {
      const answer = readSlotAnswer(
        slot('timeslot'),
        { text: reply, picked: ids },
        { ...readContext, timezone, offered: choices },
      )
      if (answer.kind === 'value') assert.ok(choices.some(({ id }) => id === answer.value))
    }),
    { numRuns: 1000 },
  )
})

test('an offered time is found by its position, its label and its local time', () => {
  fc.assert(
    fc.property(fc.constantFrom(...offeredTimes.entries()), ([at, { id, label }]) => {
      const wall = Temporal.Instant.from(id).toZonedDateTimeISO('America/New_York')
      const clock = `${wall.hour % 12 || 12}:${String(wall.minute).padStart(2, '0')} ${wall.hour < 12 ? 'am' : 'pm'}`
      for (const reply of [`option ${at + 1}`, label, `${wall.month}/${wall.day} at ${clock}`]) {
        const answer = readSlotAnswer(slot('timeslot'), { text: reply }, { ...readContext, offered: offeredTimes })
        assert.equal(answer.kind === 'value' && answer.value, id, reply)
      }
    }),
  )
})

test('a very long reply is read only up to the length of an answer', () => {
  const floods = [
    'a',
    '1',
    '1 ',
    '@',
    'a@',
    '(',
    'no ',
    'yes ',
    'tomorrow ',
    '👍',
    '\u0000',
    '\ud800',
    '1,234',
    "'",
    'two ',
    '- ',
    'ﷺ',
  ]
  for (const flood of floods) {
    for (const type of slotTypes) {
      const reply = { text: flood.repeat(100_000 / flood.length) }
      assert.doesNotThrow(() =>
        readSlotAnswer(slot(type, { name: 'name', options: type === 'enum' ? ['a', 'b'] : [] }), reply, readContext),
      )
      assert.doesNotThrow(() => readSlotAnswer(slot(type), reply, { ...readContext, offered: offeredTimes }))
    }
  }
})

test('without a valid time of day no time is read', () => {
  assert.deepEqual(readSlotAnswer(slot('date'), { text: 'tomorrow' }, { ...readContext, now: 'soon' }), {
    kind: 'unclear',
  })
})
