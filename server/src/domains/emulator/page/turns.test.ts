import assert from 'node:assert/strict'
import { test } from 'node:test'

type Item = { kind: string; direction?: string; text: string; turnId?: string; last?: boolean; chips?: object[] }
type Turn = { turnId: string }
type Persona = { name: string; channel: string; fields: object; consent: object; historySeed: object[] }

/** Loaded as the browser runs it: no types, nothing bundled. */
const { itemsOf, doneOn, merged, groupsOf } = (await import('./files/turns.js' as string)) as {
  itemsOf(persona: object, turns: object[]): Item[]
  doneOn(event: object, labels: string[]): { turn: unknown }
  merged(known: Turn[], newest: Turn[]): Turn[] | undefined
  groupsOf(personas: Persona[]): Persona[][]
}
const { grantIn } = (await import('./files/api.js' as string)) as { grantIn(text: string): string | undefined }

const at = '2030-01-31T09:00:00.000Z'
const turn = (turnId: string, more: object = {}) => ({ turnId, at, messages: [], effects: [], warnings: [], ...more })
const bubble = (text: string, chips: object[] = []) => ({ native: { text }, text, chips })
const summarize = (items: Item[]) => items.map(({ kind, direction, text }) => [direction ?? kind, text])

test('the page draws a conversation from earlier messages, current messages and captured actions', () => {
  const historySeed = [
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: 'Hello' },
  ]
  const message = {
    messageId: 'm1',
    rendered: [bubble('Booked.'), bubble('More?', [{ label: 'No', kind: 'reply', tap: 3 }])],
  }
  const effects = [{ kind: 'appointment.booked', summary: 'Booked Monday' }]
  const items = itemsOf({ historySeed }, [
    turn('t1', { input: { type: 'message', text: 'Book' }, messages: [message], effects }),
  ])
  const lines = [
    ['in', 'Hi'],
    ['out', 'Hello'],
    ['in', 'Book'],
    ['out', 'Booked.'],
    ['out', 'More?'],
    ['effect', 'Booked Monday'],
  ]
  assert.deepEqual(summarize(items), lines)
  assert.deepEqual(items[4]?.chips, [{ label: 'No', kind: 'reply', value: 'amf|m1|3' }])
  assert.deepEqual(
    items.filter(({ last }) => last).map(({ text }) => text),
    ['More?'],
    'why is asked of the last bubble',
  )
})

const silences: [title: string, turn: object, expected: string[][]][] = [
  [
    'no answer',
    { input: { type: 'message', text: 'Hm' } },
    [
      ['in', 'Hm'],
      ['note', 'No reply.'],
    ],
  ],
  [
    'no answer, for a reason',
    { input: { type: 'message', text: 'Hm' }, warnings: ['It is down.'] },
    [
      ['in', 'Hm'],
      ['note', 'It is down.'],
    ],
  ],
  ['opting out, which takes no answer', { input: { type: 'system', text: 'optOut' } }, [['note', 'Opted out']]],
]
for (const [title, more, expected] of silences) {
  test(`a turn with ${title}`, () => assert.deepEqual(summarize(itemsOf({}, [turn('t1', more)])), expected))
}

const deeds: [title: string, event: object, labels: string[], becomes: unknown][] = [
  ['a chip', { type: 'tap', label: 'amf|m|1|7' }, ['Yes'], { tap: { messageId: 'm|1', index: 7 } }],
  ['a row of a list', { type: 'pick', id: 'amf|m1|2' }, ['Large'], { tap: { messageId: 'm1', index: 2 } }],
  ['several rows', { type: 'pick', id: 'amf|m1|2', also: ['amf|m1|3'] }, ['Large', 'Small'], 'Large, Small'],
  ['what a payload of the agent’s own offers', { type: 'tap', label: 'own' }, ['Own'], { chip: 'Own' }],
]
for (const [title, event, labels, becomes] of deeds) {
  test(`tapping ${title} sends the turn ${JSON.stringify(becomes)}`, () =>
    assert.deepEqual(doneOn(event, labels).turn, becomes))
}

test('new turns are merged with the known ones, and if there is a gap all are read again', () => {
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((turnId) => ({ turnId })) as [Turn, Turn, Turn, Turn]
  assert.deepEqual(merged([a, b], [b, c]), [a, b, c])
  assert.deepEqual(merged([a, b, c], [c]), [a, b, c])
  assert.deepEqual(merged([], []), [])
  assert.equal(merged([a], [c, d]), undefined)
  assert.equal(merged([a], []), undefined, 'it was reset elsewhere')
  assert.equal(merged([], [a]), undefined)
})

test('one person on several channels appears once in the list', () => {
  const on = (channel: string, name = 'Alex') => ({ name, channel, fields: {}, consent: {}, historySeed: [] })
  const groups = groupsOf([on('sms'), on('rcs', 'Kim'), on('rcs')])
  assert.deepEqual(
    groups.map((group) => group.map(({ name, channel }) => `${name} ${channel}`)),
    [['Alex sms', 'Alex rcs'], ['Kim rcs']],
  )
})

const links: [text: string, grant: string | undefined][] = [
  ['#v2.abc-_1', 'v2.abc-_1'],
  ['  https://example.com/emulator#v1.abc  ', 'v1.abc'],
  ['v2.abc', 'v2.abc'],
  ['#write', undefined],
  ['https://example.com/emulator', undefined],
  ['v3.abc', undefined],
]
for (const [text, found] of links) {
  test(`${JSON.stringify(text)} holds ${found ? `the grant ${found}` : 'no grant'}`, () =>
    assert.equal(grantIn(text), found))
}
