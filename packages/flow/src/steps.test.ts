import assert from 'node:assert/strict'
import { test } from 'node:test'
import { playConversation } from './testing/conversation.ts'

const ok = { kind: 'acted', ok: true } as const
const failed = { kind: 'acted', ok: false } as const

test('say does not wait for a reply, also with suggestions, and is sent verbatim', () => {
  const steps = [{ say: 'Hello *there*.' }, { say: { text: 'Shall we?', suggestions: ['Yes', 'No'] } }, { say: 'Bye.' }]
  assert.deepEqual(playConversation({ steps }), ['Hello *there*.', 'Shall we? [Yes] [No]', 'Bye.', '= over, return'])
})

test('say may name a message template', () => {
  assert.deepEqual(playConversation({ steps: [{ say: 'template:greet' }] }), ['template:greet', '= over, return'])
})

test('a flow ends as its onComplete says, which is return by default', () => {
  assert.deepEqual(playConversation({ onComplete: 'end', steps: [{ say: 'Bye.' }] }), ['Bye.', '= over, end'])
  assert.deepEqual(playConversation({ onComplete: 'end', steps: [{ end: { outcome: 'won' } }] }), [
    'outcome won',
    '= over, end',
  ])
})

const handoffs: [written: string, need: string][] = [
  ['human', '= handoff human'],
  ['playbook:billing', '= handoff playbook:billing'],
  ['billing', '= handoff playbook:billing'],
]
for (const [written, need] of handoffs) {
  test(`a handoff to ${written} leaves the flow, with an end and without`, () => {
    assert.deepEqual(playConversation({ steps: [{ handoff: written }, { say: 'Never.' }] }), [need])
    assert.deepEqual(playConversation({ steps: [{ end: { outcome: 'lost', handoff: written } }] }), [
      'outcome lost',
      need,
    ])
  })
}

test('an action receives the values of its with block; a lone slot keeps its type, and an empty one is omitted', () => {
  const flow = {
    slots: [
      { name: 'guests', type: 'number' },
      { name: 'notes', type: 'string', required: false },
    ],
    steps: [
      { collect: ['guests', 'notes'] },
      {
        action: 'integration:tables.call',
        with: { guests: '{guests}', notes: '{notes}', words: 'For {guests}{notes}', deep: [{ who: '{person.email}' }] },
      },
    ],
  }
  assert.deepEqual(
    playConversation(flow, ['4', 'skip', ok], { person: { 'person.email': 'a@example.com' } }).slice(-3),
    [
      '= integration:tables.call {"guests":4,"words":"For 4","deep":[{"who":"a@example.com"}]}',
      '> (ok)',
      '= over, return',
    ],
  )
})

const after = [
  { branch: [{ if: 'last.ok', goto: 'good' }] },
  { say: 'It did not work.' },
  { end: { outcome: 'bad' } },
  { id: 'good', say: 'It worked.' },
]
const book = '= scheduling.book {}'

test('an action that succeeds is followed by the next step, and last.ok holds', () => {
  assert.deepEqual(playConversation({ steps: [{ action: 'scheduling.book' }, ...after] }, [ok]), [
    book,
    '> (ok)',
    'It worked.',
    '= over, return',
  ])
})

for (const on_error of [undefined, 'branch']) {
  test(`a failed action with on_error ${on_error} continues, and last.ok does not hold`, () => {
    const action = { action: 'scheduling.book', ...(on_error && { on_error }) }
    assert.deepEqual(playConversation({ steps: [action, ...after] }, [failed]), [
      book,
      '> (failed)',
      'It did not work.',
      'outcome bad',
      '= over, return',
    ])
  })
}

test('an action with on_error retry runs twice more, then continues as failed', () => {
  const steps = [{ action: 'scheduling.book', on_error: 'retry' }, ...after]
  assert.deepEqual(playConversation({ steps }, [failed, failed, failed]), [
    book,
    '> (failed)',
    book,
    '> (failed)',
    book,
    '> (failed)',
    'It did not work.',
    'outcome bad',
    '= over, return',
  ])
  assert.deepEqual(playConversation({ steps }, [failed, ok]).at(-2), 'It worked.')
})

test('a failed action with on_error handoff hands off to a human', () => {
  const steps = [{ action: 'scheduling.book', on_error: 'handoff' }, ...after]
  assert.deepEqual(playConversation({ steps }, [failed]), [book, '> (failed)', '= handoff human'])
})

test('an action with confirm asks first, and a no skips it as if it had failed', () => {
  const steps = [{ action: 'scheduling.book', confirm: 'Shall I book it, {person.firstName}?' }, ...after]
  const given = { person: { 'person.firstName': 'Ada' } }
  const question = '? Shall I book it, Ada? (confirm)'
  assert.deepEqual(playConversation({ steps }, ['yes please'], given), [question, '> yes please', book])
  assert.deepEqual(playConversation({ steps }, [{ kind: 'reply', text: 'Go', picked: ['yes'] }], given).at(-1), book)
  assert.deepEqual(playConversation({ steps }, ['no'], given), [
    question,
    '> no',
    'It did not work.',
    'outcome bad',
    '= over, return',
  ])
})

test('a branch takes the first case that holds, else its else, else the next step', () => {
  const flow = (otherwise?: string) => ({
    slots: [{ name: 'size', type: 'number' }],
    steps: [
      { collect: 'size' },
      {
        branch: [
          { if: 'size > 10 and person.status == vip', goto: 'vip' },
          { if: 'size > 10', goto: 'big' },
        ],
        ...(otherwise && { else: otherwise }),
      },
      { end: { outcome: 'next' } },
      { id: 'vip', end: { outcome: 'vip' } },
      { id: 'big', end: { outcome: 'big' } },
    ],
  })
  const outcome = (size: string, otherwise?: string, status = 'new') =>
    playConversation(flow(otherwise), [size], { person: { 'person.status': status } }).at(-2)
  assert.equal(outcome('11', undefined, 'vip'), 'outcome vip')
  assert.equal(outcome('11'), 'outcome big')
  assert.equal(outcome('1'), 'outcome next')
  assert.equal(outcome('1', 'vip'), 'outcome vip')
})

test('a branch that leads back asks the questions on the way again', () => {
  const flow = {
    slots: [
      { name: 'name', type: 'string' },
      { name: 'dish', type: 'enum', options: ['Soup', 'Cake'] },
      { name: 'more', type: 'boolean', prompt: 'Another one, {name}?' },
    ],
    steps: [
      { collect: 'name' },
      { id: 'menu', collect: ['dish', 'more'] },
      { branch: [{ if: 'more == true', goto: 'menu' }] },
      { say: 'Enjoy the {dish}.' },
    ],
  }
  assert.deepEqual(playConversation(flow, ['Ada', 'soup', 'yes', 'cake', 'no']), [
    '? What is your name?',
    '> Ada',
    '? Which dish would you like? [Soup] [Cake]',
    '> soup',
    '? Another one, Ada? (confirm)',
    '> yes',
    '? Which dish would you like? [Soup] [Cake]',
    '> cake',
    '? Another one, Ada? (confirm)',
    '> no',
    'Enjoy the Cake.',
    '= over, return',
  ])
})

test('a flow that loops without input of the person is stopped', () => {
  const talkers = playConversation({ steps: [{ id: 'a', say: 'Hm.' }, { branch: [{ if: 'not last.ok', goto: 'a' }] }] })
  assert.equal(talkers.at(-1), '= over, return')
  assert.ok(talkers.length < 60)
  const actors = playConversation(
    { steps: [{ id: 'a', action: 'scheduling.book' }, { branch: [{ if: 'not last.ok', goto: 'a' }] }] },
    Array.from({ length: 40 }, () => failed),
  )
  assert.ok(actors.includes('= over, return'))
})

test('a call runs the flow of another playbook with its own slots, then returns', () => {
  const flow = {
    slots: [{ name: 'name', type: 'string' }],
    steps: [{ collect: 'name' }, { call: 'address' }, { call: 'nowhere' }, { say: 'Thanks, {name} of {city}.' }],
  }
  const address = {
    onComplete: 'end',
    slots: [
      { name: 'name', type: 'string', prompt: 'Which street?' },
      { name: 'city', type: 'string' },
    ],
    steps: [{ collect: ['name', 'city'] }, { say: '{name}, {city}.' }, { end: { outcome: 'addressed' } }],
  }
  assert.deepEqual(playConversation(flow, ['Ada', 'Mill Lane', 'Leeds'], { playbooks: { address } }), [
    '? What is your name?',
    '> Ada',
    '? Which street?',
    '> Mill Lane',
    '? What is your city?',
    '> Leeds',
    'Mill Lane, Leeds.',
    'outcome addressed',
    'Thanks, Ada of.',
    '= over, return',
  ])
})

test('a handoff in a called flow leaves its caller as well', () => {
  const lines = playConversation({ steps: [{ call: 'out' }, { say: 'Never.' }] }, [], {
    playbooks: { out: { steps: [{ handoff: 'human' }] } },
  })
  assert.deepEqual(lines, ['= handoff human'])
})

test('recursive calls terminate', () => {
  const lines = playConversation({ steps: [{ say: 'In.' }, { call: 'main' }, { say: 'Out.' }] })
  assert.deepEqual([lines.filter((line) => line === 'In.').length, lines.at(-1)], [10, '= over, return'])
})
