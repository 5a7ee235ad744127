import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ModelError, type ModelHints, type ModelInput, type ModelPurpose, type ReplyHints } from '../model.ts'
import { createEmbeddedModel } from './embedded-model.ts'

/** The embedded model's purposes other than turns: reading an answer, judging, summarizing. */

const shape = { type: 'object' }

function ask(purpose: ModelPurpose, hints: ModelHints, more: Partial<ModelInput> = {}) {
  const signal = new AbortController().signal
  return createEmbeddedModel().answer({
    purpose,
    hints,
    sections: [],
    messages: [],
    withinMilliseconds: 1_000,
    signal,
    ...more,
  })
}

const read = async (personText: string, slot: ReplyHints['slot']) =>
  (await ask('read', { kind: 'read', read: { personText, question: 'Which one?', slot } }, { shape })).object

const plan = { name: 'plan', type: 'enum', options: ['Basic berth', 'Winter storage', 'Day pass'] }
const readings: [text: string, slot: ReplyHints['slot'], reading: object][] = [
  ['the winter one I think', plan, { kind: 'value', value: 'Winter storage' }],
  ['winter storage or a day pass', plan, { kind: 'unclear', value: null }],
  ['winter or day', plan, { kind: 'unclear', value: null }],
  ['what does that cost?', plan, { kind: 'digression', value: null }],
  ['where are you', plan, { kind: 'digression', value: null }],
  ['hmm', plan, { kind: 'unclear', value: null }],
  ['sure, go ahead', { name: 'sms', type: 'boolean' }, { kind: 'value', value: true }],
  ['nah', { name: 'sms', type: 'boolean' }, { kind: 'value', value: false }],
  ['not the winter one', plan, { kind: 'unclear', value: null }],
  ['anything but winter', plan, { kind: 'unclear', value: null }],
  ['not 4', { name: 'people', type: 'number' }, { kind: 'unclear', value: null }],
  [
    'there are 8 of us',
    { name: 'time', type: 'timeslot', options: ['Tue, Jan 8, 10:00 AM'] },
    { kind: 'unclear', value: null },
  ],
  ['no, thank you', { name: 'sms', type: 'boolean' }, { kind: 'value', value: false }],
  ['ok wait', { name: 'sms', type: 'boolean' }, { kind: 'unclear', value: null }],
  ['yes but not now', { name: 'confirm', type: 'boolean' }, { kind: 'unclear', value: null }],
  ['I would like to think about it', { name: 'confirm', type: 'boolean' }, { kind: 'unclear', value: null }],
  ['please call me back', plan, { kind: 'digression', value: null }],
  ['I want to cancel my appointment', { name: 'day', type: 'date' }, { kind: 'digression', value: null }],
  ['I need an appointment', { name: 'day', type: 'date' }, { kind: 'unclear', value: null }],
  ['there are 4 of us', { name: 'people', type: 'number' }, { kind: 'value', value: 4 }],
  ['3 or 4', { name: 'people', type: 'number' }, { kind: 'unclear', value: null }],
  ['write to ada@example.com', { name: 'mail', type: 'email' }, { kind: 'value', value: 'ada@example.com' }],
  ['some day', { name: 'day', type: 'date' }, { kind: 'unclear', value: null }],
  ['', { name: 'day', type: 'date' }, { kind: 'unclear', value: null }],
]
for (const [personText, slot, reading] of readings) {
  test(`“${personText}” is parsed for a ${slot.type} as ${JSON.stringify(reading)}`, async () => {
    assert.deepEqual(await read(personText, slot), reading)
  })
}

type Line = { role: 'person' | 'agent'; text: string }
const lines: Line[] = [
  { role: 'person', text: 'I am interested in winter storage for my boat.' },
  { role: 'agent', text: 'The deposit is refundable.' },
  { role: 'person', text: 'I will not pay the deposit.' },
]
const verdicts: [criterion: string, reached: boolean][] = [
  ['The person is interested in winter storage', true],
  ['The agent said that the deposit is refundable', true],
  ['The person said that the deposit is refundable', false],
  ['The person agrees to pay the deposit', false],
  ['The person asks about mooring prices', false],
  ['', false],
]
for (const [criterion, reached] of verdicts) {
  test(`“${criterion}” is ${reached ? '' : 'not '}judged as reached`, async () => {
    const { object } = await ask('judge', { kind: 'judge', criterion, lines }, { shape })
    const verdict = object as { reached: boolean; reason: string; evidence: string }
    assert.equal(verdict.reached, reached)
    assert.notEqual(verdict.reason, '')
    assert.equal(
      reached,
      lines.some(({ text }) => text === verdict.evidence),
    )
  })
}

const summarise = async (transcript: Line[], notes: string[]) =>
  (await ask('summary', { kind: 'summary', lines: transcript, notes })).text

test('a conversation is summarized in one line with its request and its outcome', async () => {
  const transcript: Line[] = [
    { role: 'person', text: 'Hi' },
    { role: 'agent', text: 'Hello!' },
    { role: 'person', text: 'When are you\nopen?' },
  ]
  assert.equal(
    await summarise(transcript, ['Booked Tue 3 Feb 09:00.']),
    'Wrote “When are you open?”; Booked Tue 3 Feb 09:00.',
  )
  assert.equal(await summarise([], []), 'Nothing notable was said.')
})

test('a summary has at most 200 characters', async () => {
  const long = 'ferry 🚢 '.repeat(5_000)
  const summary = await summarise([{ role: 'person', text: long }], [long, long])
  assert.ok(summary.length <= 200 && summary.isWellFormed(), summary)
})

test('the embedded model refuses a request without hints', async () => {
  await assert.rejects(ask('author', { kind: 'none' }, { shape }), ModelError)
})
