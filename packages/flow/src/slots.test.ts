import assert from 'node:assert/strict'
import { test } from 'node:test'
import { advance } from './advance.ts'
import type { FlowInput, ModelReading } from './engine.ts'
import { createTestWorld, playConversation } from './testing/conversation.ts'

const collect = (slot: object, more: object = {}) => ({
  slots: [{ name: 'it', type: 'string', ...slot }],
  steps: [{ collect: 'it' }, { say: 'Got {it}.' }],
  ...more,
})
const read = (reading: ModelReading): FlowInput => ({ kind: 'read', reading })
const unclear = read({ kind: 'unclear' })

test('a slot is asked for with its prompt verbatim', () => {
  assert.deepEqual(playConversation(collect({ prompt: 'So — what is it?' }), ['A kite']), [
    '? So — what is it?',
    '> A kite',
    'Got A kite.',
    '= over, return',
  ])
})

const wordings: [slot: object, question: string][] = [
  [{ name: 'email', type: 'email' }, '? What is your email address?'],
  [{ name: 'workEmail', type: 'email' }, '? What is your work email address?'],
  [{ name: 'mobile_phone', type: 'phone' }, '? What is your mobile phone number?'],
  [{ name: 'firstName', type: 'string' }, '? What is your first name?'],
  [{ name: 'guests', type: 'number' }, '? How many guests?'],
  [{ name: 'age', type: 'number' }, '? What is your age?'],
  [{ name: 'date', type: 'date' }, '? Which date suits you?'],
  [{ name: 'time', type: 'timeslot' }, '? Which time suits you?'],
  [{ name: 'size', type: 'enum', options: ['S', 'L', 'S'] }, '? Which size would you like? [S] [L]'],
  [{ name: 'newsletter', type: 'boolean' }, '? Newsletter: yes or no? (confirm)'],
  [{ name: 'email', type: 'email', prompt: '{nothing}' }, '? What is your email address?'],
]
for (const [slot, question] of wordings) {
  test(`a slot without a prompt is asked for with a generated question: ${question}`, () => {
    const { name } = slot as { name: string }
    assert.deepEqual(playConversation({ slots: [slot], steps: [{ collect: name }] }), [question])
  })
}

const values: [type: string, reply: string, value: unknown][] = [
  ['string', 'A red kite', 'A red kite'],
  ['email', 'It is ada@example.com.', 'ada@example.com'],
  ['phone', '020 7946 0018', '+442079460018'],
  ['number', '4', 4],
  ['date', '2030-02-01', '2030-02-01'],
  ['boolean', 'yes', true],
  ['boolean', 'nope', false],
]
for (const [type, reply, value] of values) {
  test(`a slot of type ${type} accepts “${reply}”, and a bound slot is saved when it is filled`, () => {
    const lines = playConversation(collect({ type, bind: 'person.notes' }), [reply])
    assert.ok(lines.includes(`save person.notes = ${JSON.stringify(value)}`), lines.join('\n'))
    assert.equal(lines.at(-1), '= over, return')
  })
}

test('a bound slot on file is never asked for, fills the slot and is not saved again', () => {
  const given = { person: { 'person.email': 'ada@example.com' } }
  const flow = collect({ type: 'email', bind: 'person.email' })
  assert.deepEqual(playConversation(flow, [], given), ['Got ada@example.com.', '= over, return'])
})

test('a bound slot that is blank on file is asked for', () => {
  const flow = collect({ name: 'it', type: 'email', bind: 'person.email', prompt: 'Mail?' })
  assert.deepEqual(playConversation(flow, [], { person: { 'person.email': ' ' } }), ['? Mail?'])
})

test('a slot is required by default', () => {
  assert.deepEqual(playConversation(collect({ type: 'email', prompt: 'Mail?' }), ['skip']).slice(1), [
    '> skip',
    'Sorry, I need that to continue.',
    '?? Mail?',
  ])
  for (const reply of ['skip', 'no thanks', '-']) {
    assert.deepEqual(playConversation(collect({ type: 'email', prompt: 'Mail?', required: false }), [reply]), [
      '? Mail?',
      `> ${reply}`,
      'Got.',
      '= over, return',
    ])
  }
})

test('options appear as choices and can be picked or typed', () => {
  const flow = collect({ type: 'enum', options: ['Red', 'Blue'], prompt: 'Which?' })
  const question = '? Which? [Red] [Blue]'
  assert.deepEqual(playConversation(flow, [{ kind: 'reply', text: 'Blue', picked: ['Blue'] }]).at(-2), 'Got Blue.')
  assert.deepEqual(playConversation(flow, ['red please']), [question, '> red please', 'Got Red.', '= over, return'])
  assert.deepEqual(playConversation(flow, ['purple please']).at(-1), '= reading of “purple please” as it')
  assert.equal(playConversation(collect({ type: 'enum' }), ['A green one']).at(-2), 'Got A green one.')
})

const times = [
  { id: '2030-01-02T09:00:00.000Z', label: 'Wednesday 9:00' },
  { id: '2030-01-02T10:00:00.000Z', label: 'Wednesday 10:00' },
]

test('a source provides choices: a source of times gives a time picker whose value is the time', () => {
  const flow = {
    slots: [{ name: 'time', type: 'timeslot', source: 'scheduling.offerTimes' }],
    steps: [{ collect: 'time' }, { say: 'See you {time}.' }, { action: 'scheduling.book', with: { at: '{time}' } }],
  }
  const picked: FlowInput = { kind: 'reply', text: 'Wednesday 10:00', picked: ['2030-01-02T10:00:00.000Z'] }
  assert.deepEqual(playConversation(flow, [{ kind: 'choices', choices: times }, picked]), [
    '= choices of scheduling.offerTimes',
    '> (choices)',
    '? Which time suits you? (times) [Wednesday 9:00] [Wednesday 10:00]',
    '> (picked 2030-01-02T10:00:00.000Z)',
    'See you Wednesday 10:00.',
    '= scheduling.book {"at":"2030-01-02T10:00:00.000Z"}',
  ])
})

test('a source of Things provides choices by name, whose value is the id', () => {
  const flow = {
    slots: [{ name: 'kite', type: 'enum', source: 'collection:kites' }],
    steps: [{ collect: 'kite' }, { say: 'The {kite}.' }, { action: 'notify.team', with: { text: '{kite}' } }],
  }
  const choices: FlowInput = { kind: 'choices', choices: [{ id: 'k1', label: 'Red kite' }] }
  assert.deepEqual(playConversation(flow, [choices, 'red kite']).slice(2), [
    '? Which kite would you like? [Red kite]',
    '> red kite',
    'The Red kite.',
    '= notify.team {"text":"k1"}',
  ])
})

test('the model receives the choices and may answer by name', () => {
  const flow = { slots: [{ name: 'kite', type: 'enum', source: 'things' }], steps: [{ collect: 'kite' }] }
  const world = createTestWorld(flow)
  const choices = [
    { id: 'k1', label: 'Red kite' },
    { id: 'k2', label: 'Blue kite' },
  ]
  const started = advance(undefined, { kind: 'start', playbookId: 'main' }, world)
  const offered = advance(started.state, { kind: 'choices', choices }, world)
  const { request, state } = advance(offered.state, { kind: 'reply', text: 'the colour of the sky' }, world)
  assert.deepEqual(request.kind === 'reading' && request.slot.options, ['Red kite', 'Blue kite'])
  const { trace } = advance(state, read({ kind: 'value', value: 'Blue kite' }), world)
  assert.deepEqual(trace, ['kite filled', 'collect kite'])
})

test('an empty source is mentioned once; an optional slot is skipped, and a required one hands off to a human', () => {
  const none: FlowInput = { kind: 'choices', choices: [] }
  assert.deepEqual(playConversation(collect({ type: 'enum', source: 'things', required: false }), [none]).slice(2), [
    'Sorry, there is nothing to choose from right now, so let’s continue.',
    'Got.',
    '= over, return',
  ])
  assert.deepEqual(playConversation(collect({ type: 'enum', source: 'things' }), [none]).slice(2), [
    'Sorry, there is nothing to choose from right now.',
    '= handoff human',
  ])
})

const validations: [slot: object, bad: string, good: string][] = [
  [{ validate: '/^[0-9]{5}$/' }, '1234', '12345'],
  [{ type: 'phone', validate: '/^0[0-9 ]+$/' }, '+442079460018', '020 7946 0018'],
  [{ type: 'date', validate: 'future' }, '2029-12-31', '2030-01-02'],
  [{ type: 'date', validate: 'past' }, '2030-01-02', '2029-12-31'],
  [{ type: 'number', validate: 'positive' }, '0', '1'],
  [{ type: 'number', validate: 'integer' }, '1.5', '2'],
]
for (const [slot, bad, good] of validations) {
  test(`a value that fails ${JSON.stringify(slot)} is asked for again`, () => {
    const lines = playConversation(collect({ prompt: 'Well?', ...slot }), [bad, good])
    assert.deepEqual([lines[0], lines[1], lines[3], lines[4]], ['? Well?', `> ${bad}`, '?? Well?', `> ${good}`])
    assert.match(lines[2] ?? '', /^Sorry, that /)
    assert.equal(lines.at(-1), '= over, return')
  })
}

test('a slot with confirm is read back once: yes keeps the value, no asks again', () => {
  const flow = collect({ type: 'email', bind: 'person.email', confirm: true, prompt: 'Mail?' })
  assert.deepEqual(playConversation(flow, ['a@example.com', 'no', 'b@example.com', 'yes']), [
    '? Mail?',
    '> a@example.com',
    '? You said a@example.com, is that right? (confirm)',
    '> no',
    '? Mail?',
    '> b@example.com',
    '? You said b@example.com, is that right? (confirm)',
    '> yes',
    'save person.email = "b@example.com"',
    'Got b@example.com.',
    '= over, return',
  ])
})

test('a person who rejects a value may give the right one in the same reply', () => {
  const flow = collect({ type: 'email', confirm: true, prompt: 'Mail?' })
  assert.deepEqual(
    playConversation(flow, ['a@example.com', 'No, b@example.com']).at(-1),
    '? You said b@example.com, is that right? (confirm)',
  )
})

test('the slots of one step are asked for one at a time, and one reply may fill several if it is unambiguous', () => {
  const flow = {
    slots: [
      { name: 'name', type: 'string' },
      { name: 'email', type: 'email', bind: 'person.email' },
      { name: 'phone', type: 'phone' },
    ],
    steps: [{ collect: ['name', 'email', 'phone'] }, { say: '{name}, {email}, {phone}' }],
  }
  const all = 'Ada, ada@example.com, +44 20 7946 0018'
  assert.deepEqual(playConversation(flow, [all]), [
    '? What is your name?',
    `> ${all}`,
    'save person.email = "ada@example.com"',
    'Ada, ada@example.com, +442079460018',
    '= over, return',
  ])
  assert.deepEqual(
    playConversation(flow, ['Ada', 'ada@example.com and 020 7946 0018']).at(-2),
    'Ada, ada@example.com, +442079460018',
  )
  assert.deepEqual(playConversation(flow, ['Ada', 'ada@example.com']).at(-1), '? What is your phone number?')
  const words = {
    ...flow,
    slots: [{ ...flow.slots[0], prompt: 'Your message?', name: 'note' }, ...flow.slots.slice(1)],
  }
  const noting = { ...words, steps: [{ collect: ['note', 'email'] }, { say: '{note}' }] }
  const note = 'Write to ada@example.com, thanks'
  assert.deepEqual(playConversation(noting, [note]).slice(2), ['? What is your email address?'])
})

const asking = collect({ type: 'email', prompt: 'Mail?' })

test('an unreadable reply goes to the model, whose reading is validated like the reply itself', () => {
  const unsure = 'the one of my office'
  const need = `= reading of “${unsure}” as it`
  assert.deepEqual(playConversation(asking, [unsure, read({ kind: 'value', value: 'a@example.com' })]), [
    '? Mail?',
    `> ${unsure}`,
    need,
    '> (read)',
    'Got a@example.com.',
    '= over, return',
  ])
  assert.deepEqual(playConversation(asking, [unsure, read({ kind: 'value', value: 'my office' })]).slice(4), [
    'Sorry, I did not understand that.',
    '?? Mail?',
  ])
  const choice = collect({ type: 'enum', options: ['Red', 'Blue'] })
  assert.equal(
    playConversation(choice, [unsure, read({ kind: 'value', value: 'Green' })])
      .at(-1)
      ?.slice(0, 2),
    '??',
  )
  assert.equal(playConversation(choice, [unsure, read({ kind: 'value', value: 'Blue' })]).at(-2), 'Got Blue.')
})

test('an empty reply does not go to the model', () => {
  assert.deepEqual(playConversation(asking, ['…']).slice(2), ['Sorry, I did not understand that.', '?? Mail?'])
})

test('from the third repetition of a required slot, the question offers a human, and asking for one hands off', () => {
  const lines = playConversation(asking, [
    'what now',
    unclear,
    'what now',
    unclear,
    'what now',
    unclear,
    'a human please',
  ])
  const sentences = lines.filter((line) => line.startsWith('Sorry'))
  assert.deepEqual(sentences, [
    'Sorry, I did not understand that.',
    'Sorry, I did not understand that.',
    'Sorry, I did not understand that. If you prefer, ask for a person.',
  ])
  assert.equal(lines.at(-1), '= handoff human')
})

test('an optional slot is skipped after two more questions', () => {
  const flow = collect({ type: 'email', prompt: 'Mail?', required: false })
  const lines = playConversation(flow, ['what now', unclear, 'what now', unclear, 'what now', unclear])
  assert.equal(lines.filter((line) => line === '?? Mail?').length, 2)
  assert.deepEqual(lines.slice(-2), ['Got.', '= over, return'])
})

const hours = 'When are you open?'
const digression = read({ kind: 'digression' })

test('with digressions allowed, a question of the person is answered and the open question is asked again', () => {
  const flow = collect({ type: 'email', prompt: 'Mail?' }, { allowDigressions: true })
  assert.deepEqual(playConversation(flow, [hours, digression, { kind: 'back' }, 'a@example.com']).slice(2), [
    `= reading of “${hours}” as it`,
    '> (read)',
    `= digression: ${hours}`,
    '> (back)',
    '?? Mail?',
    '> a@example.com',
    'Got a@example.com.',
    '= over, return',
  ])
  const often = Array.from({ length: 5 }, () => [hours, digression, { kind: 'back' } as const]).flat()
  assert.ok(!playConversation(flow, often).some((line) => line.startsWith('Sorry')))
})

test('without digressions the open question is asked again', () => {
  assert.deepEqual(playConversation(asking, [hours, digression]).slice(4), [
    'Sorry, I did not understand that.',
    '?? Mail?',
  ])
})

test('a confirmation allows digressions, too', () => {
  const flow = { allowDigressions: true, steps: [{ action: 'scheduling.book', confirm: 'Shall I?' }] }
  assert.deepEqual(playConversation(flow, [hours, digression, { kind: 'back' }, 'yes']).slice(2), [
    `= reading of “${hours}” as confirm`,
    '> (read)',
    `= digression: ${hours}`,
    '> (back)',
    '?? Shall I? (confirm)',
    '> yes',
    '= scheduling.book {}',
  ])
  assert.equal(
    playConversation(flow, ['I guess you might', read({ kind: 'value', value: true })]).at(-1),
    '= scheduling.book {}',
  )
})
