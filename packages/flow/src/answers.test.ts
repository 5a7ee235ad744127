import assert from 'node:assert/strict'
import { test } from 'node:test'
import { advance } from './advance.ts'
import type { FlowInput } from './engine.ts'
import { createTestWorld, playConversation } from './testing/conversation.ts'

/** User messages beyond plain answers, including values given before the question, and which of them count at once. */

const email = { name: 'email', type: 'email', bind: 'person.email' }

test('a value that the person just gave counts as on file at once, for called flows, texts and branches', () => {
  const plan = { name: 'plan', type: 'string', bind: 'person.customFields.plan' }
  const main = {
    slots: [email, plan],
    steps: [
      { collect: ['email', 'plan'] },
      { call: 'other' },
      { say: 'The plan is {person.customFields.plan}.' },
      { branch: [{ if: 'person.customFields.plan == gold', goto: 'gold' }] },
      { end: { outcome: 'another' } },
      { id: 'gold', end: { outcome: 'gold' } },
    ],
  }
  const other = { slots: [{ ...email, name: 'mail' }], steps: [{ collect: 'mail' }, { say: 'We write to {mail}.' }] }
  const person = { 'person.customFields.plan': undefined }
  assert.deepEqual(playConversation(main, ['ada@example.com', 'gold'], { person, playbooks: { other } }).slice(-5), [
    'save person.customFields.plan = "gold"',
    'We write to ada@example.com.',
    'The plan is gold.',
    'outcome gold',
    '= over, return',
  ])
})

test('a just-given value counts until the person writes again, and then the stored value counts', () => {
  const flow = {
    slots: [email],
    steps: [{ collect: 'email' }, { action: 'notify.team' }, { say: '{person.email}' }, { collect: 'email' }],
  }
  const world = createTestWorld(flow)
  const started = advance(undefined, { kind: 'start', playbookId: 'main' }, world)
  const acting = advance(started.state, { kind: 'reply', text: 'ada@example.com' }, world)
  assert.deepEqual(acting.state?.learnt, { 'person.email': 'ada@example.com' })
  assert.deepEqual(advance(acting.state, { kind: 'acted', ok: true }, world).effects, [
    { kind: 'say', text: 'ada@example.com' },
  ])
  assert.equal(advance(acting.state, { kind: 'reply', text: 'hello?' }, world).state?.learnt, undefined)
})

const confirmed = { steps: [{ action: 'scheduling.book', confirm: 'Shall I book it?' }, { end: { outcome: 'done' } }] }
for (const reply of [
  'ok wait',
  'yes but not now',
  'I would like to think about it',
  'please wait',
  'sure, but later',
]) {
  test(`“${reply}” does not run an action`, () => {
    const unclear: FlowInput = { kind: 'read', reading: { kind: 'unclear' } }
    assert.deepEqual(playConversation(confirmed, [reply, unclear]).slice(-2), [
      'Sorry, I did not understand that.',
      '?? Shall I book it? (confirm)',
    ])
  })
}

const slots = {
  date: { name: 'it', type: 'date', prompt: 'Which day?' },
  string: { name: 'it', type: 'string', prompt: 'What is it about?' },
  choice: { name: 'it', type: 'enum', options: ['Red', 'Blue'], prompt: 'Which colour?' },
}
const askFor = (slot: object) => ({ slots: [slot], steps: [{ collect: 'it' }, { say: 'Got {it}.' }] })
const left = ['All right, let’s leave it there.', '= over, return']

const leaving: [reply: string, where: (keyof typeof slots)[]][] = [
  ['never mind', ['date', 'string', 'choice']],
  ['Oh, forget it please', ['date', 'string', 'choice']],
  ['cancel that', ['date', 'string', 'choice']],
  ['cancel', ['date', 'string', 'choice']],
  ['I want to cancel', ['date', 'choice']],
  ['stop the booking', ['date', 'choice']],
]
for (const [reply, where] of leaving) {
  for (const type of where) {
    test(`“${reply}” leaves a flow that asked for a ${type}`, () => {
      assert.deepEqual(playConversation(askFor(slots[type]), [reply]).slice(-2), left)
    })
  }
}

test('a reply that may be the answer does not leave the flow', () => {
  assert.equal(
    playConversation(askFor(slots.string), ['I want to cancel my order']).at(-2),
    'Got I want to cancel my order.',
  )
  assert.equal(playConversation(askFor(slots.string), ['I want to cancel']).at(-2), 'Got I want to cancel.')
  const cancelling = { steps: [{ action: 'scheduling.cancel', confirm: 'Shall I cancel your visit?' }] }
  assert.equal(playConversation(cancelling, ['cancel it']).at(-1), '= reading of “cancel it” as confirm')
})

test('refusing an optional question skips only that question', () => {
  const optional = { ...slots.string, required: false }
  assert.deepEqual(playConversation(askFor(optional), ['never mind']).slice(-2), ['Got.', '= over, return'])
  assert.deepEqual(playConversation(askFor(optional), ['cancel']).slice(-2), left)
})

test('a request for a human is recognized even if the slot accepts any text', () => {
  for (const reply of ['I want to talk to a person', 'Can I speak to somebody please?', 'human please'])
    assert.equal(playConversation(askFor(slots.string), [reply]).at(-1), '= handoff human', reply)
  assert.equal(playConversation(askFor(slots.string), ['A person I know']).at(-2), 'Got A person I know.')
  const whom = { ...slots.string, prompt: 'Whom would you like to talk to?' }
  assert.equal(playConversation(askFor(whom), ['a person']).at(-2), 'Got a person.')
})

const times: FlowInput = {
  kind: 'choices',
  choices: [
    { id: '2030-01-02T10:00:00.000Z', label: 'Wed 10:00' },
    { id: '2030-01-08T10:00:00.000Z', label: 'Tue 10:00' },
    { id: '2030-01-08T11:00:00.000Z', label: 'Tue 11:00' },
  ],
}
const timed = {
  slots: [{ name: 'it', type: 'timeslot', source: 'scheduling.offerTimes', prompt: 'When?' }],
  steps: [{ collect: 'it' }, { say: 'Got {it}.' }],
}
const all = '(times) [Wed 10:00] [Tue 10:00] [Tue 11:00]'

test('a day with several times offers those times', () => {
  assert.deepEqual(playConversation(timed, [times, 'next tuesday', '11']).slice(3), [
    '> next tuesday',
    'I can offer these times then.',
    '?? When? (times) [Tue 10:00] [Tue 11:00]',
    '> 11',
    'Got Tue 11:00.',
    '= over, return',
  ])
  assert.equal(playConversation(timed, [times, 'next tuesday', 'tomorrow']).at(-2), 'Got Wed 10:00.')
})

test('a time that is not offered does not count as misunderstood', () => {
  assert.deepEqual(playConversation(timed, [times, 'tomorrow at 3']).slice(4), [
    'Sorry, I cannot offer that time.',
    `?? When? ${all}`,
  ])
  assert.deepEqual(playConversation(timed, [times, 'next tuesday', 'tomorrow at 3']).at(-1), `?? When? ${all}`)
})

const booking = {
  slots: [
    { name: 'reason', type: 'enum', options: ['Cleaning', 'Teeth whitening', 'Other'] },
    { name: 'part', type: 'enum', options: ['Morning', 'Afternoon'] },
    { name: 'guests', type: 'number' },
    { name: 'phone', type: 'phone' },
    email,
    { name: 'notes', type: 'string' },
    { name: 'day', type: 'date' },
  ],
  steps: [{ collect: ['reason', 'part', 'guests', 'phone', 'email', 'notes', 'day'] }],
}
const foretold: [reply: string, slots: object][] = [
  ['book me for whitening next tuesday', { reason: 'Teeth whitening' }],
  ['Cleaning for 3 guests please', { reason: 'Cleaning', guests: 3 }],
  ['a visit for three guests', { guests: 3 }],
  ['book me, I am at ada@example.com', { email: 'ada@example.com' }],
  ['please book me, my number is +44 20 7946 0018', { phone: '+442079460018' }],
  ['Good morning!', {}],
  ['cleaning or whitening', {}],
  ['do you offer whitening?', {}],
  ["I don't want cleaning", {}],
  ['an appointment on 2030-01-08 at 10', {}],
  ['3 tomorrow', {}],
  ['', {}],
]
for (const [reply, slots] of foretold) {
  test(`“${reply}”, the message that started the flow, prefills ${JSON.stringify(slots)}`, () => {
    const { state } = advance(undefined, { kind: 'start', playbookId: 'main', text: reply }, createTestWorld(booking))
    assert.deepEqual(state?.frames[0]?.slots, slots)
  })
}

test('a slot that is on file or needs confirmation is not filled from the first message', () => {
  const flow = {
    slots: [email, { name: 'phone', type: 'phone', confirm: true }],
    steps: [{ collect: ['email', 'phone'] }],
  }
  const start: FlowInput = { kind: 'start', playbookId: 'main', text: 'ada@example.com, +44 20 7946 0018' }
  const known = advance(undefined, start, createTestWorld(flow, { person: { 'person.email': 'known@example.com' } }))
  assert.deepEqual(known.state?.frames[0]?.slots, { email: 'known@example.com' })
})
