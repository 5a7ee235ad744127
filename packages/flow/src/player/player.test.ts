import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FlowSlot } from '@parley/definition'
import { createTestWorld } from '../testing/conversation.ts'
import { createPlayer, type PlayerProfile, type PlayerView } from './player.ts'

/** What the embedded player answers, to the questions of flows and to those of a model. */

const world = createTestWorld({ id: 'main', slots: [], steps: [{ say: 'Hi.' }] })
const silent: PlayerView = { text: '', chips: [], times: 0, asksToConfirm: false }
const seeds = Array.from({ length: 20 }, (_, seed) => seed)

/** All answers to one question, over many seeds. */
function answersTo(view: Partial<PlayerView>, profile: Partial<PlayerProfile> = {}): unknown[] {
  const answers = seeds.map((seed) => {
    const player = createPlayer({ goal: 'Rent a boat', ...profile }, { seed, world })
    player.next(silent)
    return player.next({ ...silent, ...view })
  })
  return [...new Set(answers)]
}

const askFor = (slot: FlowSlot, profile: Partial<PlayerProfile> = {}) =>
  answersTo({ question: { open: { kind: 'slot', slot: slot.name }, slot } }, profile)

const slots: [slot: FlowSlot, answers: RegExp][] = [
  [{ name: 'contact_name', type: 'string' }, /^(?:Alex Morgan|Sam Taylor|Jo Rivera)$/],
  [{ name: 'who', type: 'string', prompt: 'What is your last name?' }, /^(?:Morgan|Taylor|Rivera)$/],
  [{ name: 'x', type: 'string', bind: 'person.company' }, /Bakery|Studio|Sons/],
  [{ name: 'mail', type: 'string', prompt: 'Which email address may we use?' }, /@example\./],
  [{ name: 'callback', type: 'string' }, /^\+\d{10,}$/],
  [{ name: 'partySize', type: 'number' }, /^(?:[234]|12)$/],
  [{ name: 'n', type: 'number', prompt: 'For how many people?' }, /^(?:[234]|12)$/],
  [{ name: 'nights', type: 'number' }, /^[123]$/],
  [{ name: 'delivery_address', type: 'string' }, /^\d+ .+, .+$/],
  [{ name: 'day', type: 'string' }, /^(?:next|tomorrow)/],
  [{ name: 'arrival', type: 'date', prompt: 'Which day do you arrive?' }, /^(?:next \w+day|tomorrow)$/],
  [{ name: 'birthday', type: 'date', validate: 'past' }, /^19\d\d-\d\d-\d\d$/],
  [{ name: 'orderNumber', type: 'string', validate: '/^[A-Z]{2}\\d{5}$/' }, /^AB12345$/],
  [{ name: 'drink', type: 'string', prompt: 'Red or white?' }, /^(?:Red|white)$/],
  [{ name: 'insured', type: 'string', prompt: 'Do you have insurance?' }, /^Yes/],
  [{ name: 'sure', type: 'boolean', prompt: 'Are you sure?' }, /^(?:yes|no)$/i],
  [{ name: 'matter', type: 'string', prompt: 'What brings you here?' }, /^Rent a boat$/],
]

test('a slot is answered by what it is about, and with something that it accepts', () => {
  for (const [slot, expected] of slots)
    for (const answer of askFor(slot)) assert.match(String(answer), expected, JSON.stringify(slot))
})

test('a fact answers a slot of another name that is about the same', () => {
  const facts = { email: 'ada@example.net', name: 'Ada Lovelace', guests: 7 }
  assert.deepEqual(askFor({ name: 'contactEmail', type: 'email' }, { facts }), ['ada@example.net'])
  assert.deepEqual(askFor({ name: 'x', type: 'string', prompt: 'What is your name?' }, { facts }), ['Ada Lovelace'])
  assert.deepEqual(askFor({ name: 'partySize', type: 'number' }, { facts }), ['7'])
  assert.ok(!askFor({ name: 'company', type: 'string' }, { facts }).includes('Ada Lovelace'))
})

test('what a flow rejects is answered differently the next time', () => {
  const slot: FlowSlot = { name: 'firstName', type: 'string' }
  const player = createPlayer({ goal: 'Rent a boat' }, { seed: 1, world })
  player.next(silent)
  const view = { ...silent, question: { open: { kind: 'slot', slot: slot.name }, slot } } as const
  const answers = seeds.slice(0, 6).map(() => player.next(view))
  assert.ok(new Set(answers).size >= 4, answers.join(' | '))
})

test('outside of flows, the last question is answered, and an offer to help is not', () => {
  const said: [text: string, answers: RegExp][] = [
    ['Sure. May I have your name?', /^(?:Alex Morgan|Sam Taylor|Jo Rivera)$/],
    ['For how many people?', /^(?:[234]|12)$/],
    ['Which email address can I use?', /@example\./],
    ['Do you prefer mornings or afternoons?', /^(?:mornings|afternoons)$/],
    ['We have boats. Would you like to see one?', /^Yes/],
    ['Great, see you then.', /^undefined$/],
    ['Is there anything else I can do for you?', /^Rent a boat$/],
  ]
  for (const [text, expected] of said)
    for (const answer of answersTo({ text })) assert.match(String(answer), expected, text)
})

test('a person does not answer the same question forever', () => {
  const player = createPlayer({ goal: 'Rent a boat' }, { seed: 1, world })
  const turns = seeds.map(() => player.next({ ...silent, text: 'May I have your name?' }))
  assert.equal(turns.at(-1), undefined)
  const asked = createPlayer({ goal: 'Rent a boat' }, { seed: 1, world })
  const others = seeds.map((seed) => asked.next({ ...silent, text: `Do you like boat ${seed}?` }))
  assert.equal(others.at(-1), undefined)
})
