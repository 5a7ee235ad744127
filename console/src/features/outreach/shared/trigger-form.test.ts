import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blankTrigger, dateEvent, describeTrigger, toTrigger, toTriggerForm } from './trigger-form.ts'

const onDate = (offsetDays: number, yearly = false) =>
  describeTrigger({ event: dateEvent, date: { field: 'birthday', offsetDays, yearly, hour: 9 } as never })

test('a trigger by date says how many days before or after which date', () => {
  assert.deepEqual(
    [onDate(-7, true), onDate(-1), onDate(0), onDate(3)],
    ['7 days before birthday, every year', '1 day before birthday', 'on the day of birthday', '3 days after birthday'],
  )
})

test('a trigger by event is the event', () => {
  assert.equal(describeTrigger({ event: 'person.created' }), 'a person is added')
})

test('the date is sent only with its own event, and survives the form', () => {
  const date = { field: 'birthday', offsetDays: -7, yearly: true, hour: 8, timeZone: 'UTC' }
  const trigger = { event: dateEvent, date, filter: { tag: 'vip' } } as never
  assert.deepEqual(toTrigger(toTriggerForm(trigger)), trigger)
  assert.deepEqual(toTrigger({ ...blankTrigger(), date }), { event: 'person.created' })
})
