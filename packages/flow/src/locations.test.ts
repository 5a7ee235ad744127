import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AgentLocation } from '@parley/definition'
import { advance } from './advance.ts'
import { dryRun } from './dry-run.ts'
import type { FlowInput } from './engine.ts'
import { createTestWorld, playConversation } from './testing/conversation.ts'
import { verifyFlow } from './verify/verify.ts'

/** Slots of the type `location`. */

const pier: AgentLocation = { id: 'pier', name: 'Pier', address: '4 River Road, Hamburg', phone: '+12025550143' }
const hill: AgentLocation = { id: 'hill', name: 'Hill', aliases: ['the castle'], address: 'Castle Lane, Hamburg' }
const old: AgentLocation = { id: 'old', name: 'Old Town', enabled: false }
const locations = [pier, hill, old]

const flow = (slot: object = {}) => ({
  slots: [{ name: 'where', type: 'location', ...slot }],
  steps: [
    { collect: 'where' },
    { say: 'At {where|the shop}, {location.phone|no phone}.' },
    { end: { outcome: 'done' } },
  ],
})
const ended = ['outcome done', '= over, return']
const question = '? Which of our locations suits you? [Pier] [Hill]'
const tap = (id: string): FlowInput => ({ kind: 'reply', text: '', picked: [id] })

test('an enabled location is chosen by a tap, its name, an alias, its position or its address', () => {
  const chosen = ['location pier', 'At Pier, +12025550143.', ...ended]
  for (const reply of ['Pier', 'the pier please', 'the first one', 'River Road'])
    assert.deepEqual(playConversation(flow(), [reply], { locations }), [question, `> ${reply}`, ...chosen])
  assert.deepEqual(playConversation(flow(), [tap('pier')], { locations }), [question, '> (picked pier)', ...chosen])
  assert.deepEqual(playConversation(flow(), ['at the castle'], { locations }).slice(2), [
    'location hill',
    'At Hill, no phone.',
    ...ended,
  ])
})

test('a reply that fits several locations is asked about again with only those', () => {
  const more = [...locations, { id: 'far', name: 'Far away' }]
  const lines = playConversation(flow(), ['Hamburg', 'Hill'], { locations: more })
  assert.deepEqual(lines, [
    '? Which of our locations suits you? [Pier] [Hill] [Far away]',
    '> Hamburg',
    'We have several there.',
    '?? Which of our locations suits you? [Pier] [Hill]',
    '> Hill',
    'location hill',
    'At Hill, no phone.',
    ...ended,
  ])
})

test('neither a disabled location, nor a question, nor a tap on something else is an answer', () => {
  for (const reply of ['Old Town', 'Pier?', tap('old'), tap('ghost')]) {
    const lines = playConversation(flow(), [reply], { locations })
    assert.ok(!lines.some((line) => line.startsWith('location ')), lines.join('\n'))
  }
})

test('an agent without enabled locations, or with one, is not asked', () => {
  assert.deepEqual(playConversation(flow(), [], { locations: [] }), ['At the shop, no phone.', ...ended])
  assert.deepEqual(playConversation(flow(), []), ['At the shop, no phone.', ...ended])
  assert.deepEqual(playConversation(flow(), [], { locations: [old, pier] }), [
    'location pier',
    'At Pier, +12025550143.',
    ...ended,
  ])
})

test('a location that the conversation is about, or that is on file, is not asked for', () => {
  assert.deepEqual(playConversation(flow(), [], { locations, locationId: 'pier' }), [
    'At Pier, +12025550143.',
    ...ended,
  ])
  const bound = flow({ bind: 'person.preferredLocationId' })
  const known = { locations, person: { 'person.preferredLocationId': 'hill' } }
  assert.deepEqual(playConversation(bound, [], known), ['location hill', 'At Hill, no phone.', ...ended])
  for (const stale of ['old', 'ghost', ''])
    assert.equal(
      playConversation(bound, [], { locations, person: { 'person.preferredLocationId': stale } })[0],
      question,
    )
})

test('a bound location is saved, one with confirm is read back, and options limit the choice', () => {
  const lines = playConversation(flow({ bind: 'person.preferredLocationId' }), ['Hill'], { locations, person: {} })
  assert.ok(lines.includes('save person.preferredLocationId = "hill"'), lines.join('\n'))
  assert.deepEqual(playConversation(flow({ confirm: true }), ['Pier', 'no, Hill', 'yes'], { locations }), [
    question,
    '> Pier',
    '? You said Pier, is that right? (confirm)',
    '> no, Hill',
    '? You said Hill, is that right? (confirm)',
    '> yes',
    'location hill',
    'At Hill, no phone.',
    ...ended,
  ])
  const far = { id: 'far', name: 'Far away' }
  const limited = playConversation(flow({ options: ['far', 'hill', 'old'] }), ['Pier'], {
    locations: [...locations, far],
  })
  assert.equal(limited[0], '? Which of our locations suits you? [Hill] [Far away]')
  assert.ok(!limited.some((line) => line.startsWith('location ')))
})

test('more than ten locations are named in words', () => {
  const many = Array.from({ length: 30 }, (_, at): AgentLocation => ({ id: `l${at}`, name: `Branch ${at + 100}` }))
  const lines = playConversation(flow(), ['Branch 107'], { locations: many })
  assert.deepEqual(lines.slice(0, 3), ['? Which of our locations suits you?', '> Branch 107', 'location l7'])
})

test('a branch reads the location that was chosen, also in a later turn', () => {
  const branching = {
    slots: [
      { name: 'where', type: 'location' },
      { name: 'email', type: 'email' },
    ],
    steps: [
      { collect: 'where' },
      { collect: 'email' },
      { branch: [{ if: 'location.id == hill and where == hill', goto: 'high' }], else: 'low' },
      { id: 'high', end: { outcome: 'high' } },
      { id: 'low', end: { outcome: 'low' } },
    ],
  }
  const outcome = (place: string) =>
    playConversation(branching, [place, 'ada@example.com'], { locations }).find((line) => line.startsWith('outcome'))
  assert.deepEqual([outcome('Hill'), outcome('Pier')], ['outcome high', 'outcome low'])
  const world = createTestWorld(branching, { locations })
  assert.deepEqual(verifyFlow('main', world).findings, [])
})

test('a dry run and the verification find their way through a location slot', () => {
  const many = Array.from({ length: 30 }, (_, at): AgentLocation => ({ id: `l${at}`, name: `Branch ${at + 100}` }))
  for (const list of [[], locations, many]) {
    const world = createTestWorld(flow(), { locations: list })
    assert.deepEqual(verifyFlow('main', world).findings, [])
    assert.equal(dryRun(world.flowOf('main') as never, world, { playbookId: 'main' }).reachedEnd, true)
  }
})

test('a stored state with a location that is no text counts as absent', () => {
  const world = createTestWorld(flow(), { locations })
  const { state } = advance(undefined, { kind: 'start', playbookId: 'main' }, world)
  const broken = { ...state, locationId: 7 } as never
  assert.equal(advance(broken, { kind: 'reply', text: 'Pier' }, world).request.kind, 'over')
})
