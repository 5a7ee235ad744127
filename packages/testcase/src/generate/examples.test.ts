import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDefinition } from '@parley/definition'
import { createCaseLinter } from '../lint/linter.ts'
import { readCase } from '../read/read-case.ts'
import { generateExampleCases } from './examples.ts'

const user = (content: string) => ({ role: 'user' as const, content })
const agent = (content: string) => ({ role: 'agent' as const, content })
type Lines = (ReturnType<typeof user> | ReturnType<typeof agent>)[]
const made = (...examples: Lines[]) => generateExampleCases({ id: 'general', examples }, { isDefault: false })
const checksOf = (reply: string) => made([user('Hello'), agent(reply)])[0]?.expect?.checks

test('an Example becomes a case: it plays the messages of the person and expects the reply', () => {
  const lines = [user('I want to return a lamp'), agent('Which?'), user('The brass one'), agent('Thank **you**.')]
  assert.deepEqual(made(lines), [
    {
      key: 'example-1',
      title: 'Example 1: I want to return a lamp',
      origin: { kind: 'playbookExample', playbookId: 'general', exampleIndex: 0 },
      scenario: { start: { resume: { activePlaybook: 'general' } } },
      turns: ['I want to return a lamp', 'The brass one'],
      expect: {
        checks: { finalReplyNonEmpty: true, activePlaybookAtEnd: 'general' },
        judge: {
          criteria: [
            { id: 'matches-example', text: 'The agent\'s last reply says what the example says: "Thank you."' },
          ],
        },
      },
    },
  ])
})

test('a case of the default playbook starts with the person', () => {
  const [only] = generateExampleCases({ id: 'general', examples: [[user('Hello'), agent('Hi')]] }, { isDefault: true })
  assert.deepEqual(only?.scenario, { start: { inbound: true } })
})

const time =
  '[[ask.time #visit | When suits you?\nnine = 2030-02-01T09:00:00+00:00\nten = 2030-02-01T10:00:00+00:00\n]]'
const shapes: [reply: string, shape: object][] = [
  ['Within thirty days, yes.', {}],
  ['Yes. [[chips: Start a return | Talk to us]]', { chipsOnLastMessage: true, partsOnLastTurn: ['chips'] }],
  [time, { pickerShown: true, chipsOnLastMessage: true, partsOnLastTurn: ['ask.time'] }],
  ['[[confirm #go | Shall we? | Yes | No]]', { chipsOnLastMessage: true, partsOnLastTurn: ['confirm'] }],
  ['Look: [[things: lamp]]', { partsOnLastTurn: ['card'] }],
  ['Look: [[things: lamp, chair]]', { partsOnLastTurn: ['carousel'] }],
  ['Look: [[collection: lamps]]', { partsOnLastTurn: ['carousel'] }],
  ['[[template: welcome]]', {}],
  ['[[broken', {}],
]
for (const [reply, shape] of shapes) {
  test(`the reply ${JSON.stringify(reply)} gives the expected shape ${JSON.stringify(shape)}`, () => {
    assert.deepEqual(checksOf(reply), { finalReplyNonEmpty: true, activePlaybookAtEnd: 'general', ...shape })
  })
}

test('a reply of several messages is expected as a whole, and its last message can be tapped', () => {
  const [only] = made([user('Hello'), agent('Look: [[things: lamp]]'), agent('Well? [[chips: Yes | No]]')])
  assert.deepEqual(only?.expect?.checks?.partsOnLastTurn, ['card', 'chips'])
  assert.equal(only?.expect?.checks?.chipsOnLastMessage, true)
})

test('messages of the agent before the first one of the person become history', () => {
  const [only] = made([agent('Welcome! [[chips: Hours]]'), user('Hours'), agent('Nine to five.')])
  assert.deepEqual(
    only?.scenario?.history?.map(({ role }) => role),
    ['assistant'],
  )
  assert.deepEqual(only?.turns, ['Hours'])
})

test('an Example without a message of the person gives no case; the others keep their indexes', () => {
  assert.deepEqual(
    made([agent('Hi')], [], [user('Hello'), agent('Hi')]).map(({ key }) => key),
    ['example-3'],
  )
})

test('every Example gives a valid case', () => {
  const long = 'word '.repeat(800).trim()
  const many = Array.from({ length: 30 }, (_, at) => [user(`Question ${at}`), agent(long)]).flat()
  const crowd = Array.from({ length: 60 }, (_, at) => user(`Question ${at}`))
  const cases = made(
    [user(long), agent(`${long} [[chips: Yes]]`)],
    many,
    crowd,
    [user('🙂'), agent('[[')],
    [user('Well'), agent('Yes'), user('Bye')],
  )
  const lint = createCaseLinter(createDefinition('Desk'))
  assert.equal(cases.length, 5)
  for (const document of cases)
    assert.deepEqual(readCase(document, lint), { document, findings: readCase(document, lint).findings })
  assert.deepEqual(
    cases.map(({ turns }) => turns.length),
    [1, 30, 40, 1, 2],
  )
})
