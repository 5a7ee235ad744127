import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDefinition } from '@parley/definition'
import { assertStatus, type ReplyBody } from '../../../testing/client.ts'
import { createRuntimeBench, toolCallAnswer } from '../../../testing/runtime-bench.ts'
import type { ConversationPartner } from '../deps.ts'
import { findActiveGoal } from './goal.ts'

const goal = (id: string, definition: object) => ({ id, name: id, definition })
const event = (id: string, name: string) => goal(id, { kind: 'event', event: name })

const goals = [
  event('booked', 'appointment.booked'),
  event('captured', 'contact.captured'),
  event('replied', 'person.replied'),
  event('tapped', 'link.tapped'),
]

const nobody = { id: 'p', tags: [], customFields: {}, consent: { status: 'unknown' } } as unknown as ConversationPartner

type Assigned = { playbook?: object; outreach?: object; fallback?: object; partner?: Partial<ConversationPartner> }

function active({ playbook, outreach, fallback, partner = {} }: Assigned): string | undefined {
  const definition = {
    ...createDefinition('Harbour'),
    goals: { goals, defaultGoal: fallback },
    playbooks: [{ id: 'desk', name: 'Desk', body: '', uses: [], isDefault: true, goal: playbook }],
    outreaches: [{ id: 'spring', goal: outreach }],
  } as unknown as Parameters<typeof findActiveGoal>[0]
  const at = { playbookId: 'desk', outreachId: 'spring' }
  const found = findActiveGoal(definition, at, { ...nobody, ...partner })
  return found && `${found.goal.id} of ${found.source}`
}

const to = (goalId: string, unless?: object, then?: string) => ({
  goalId,
  ...(unless && { unless }),
  ...(then && { then }),
})

test('the most specific assignment is active: playbook, then outreach, then default', () => {
  const [playbook, outreach, fallback] = [to('booked'), to('captured'), to('replied')]
  assert.equal(active({ playbook, outreach, fallback }), 'booked of playbook')
  assert.equal(active({ outreach, fallback }), 'captured of outreach')
  assert.equal(active({ fallback }), 'replied of default')
  assert.equal(active({}), undefined)
})

const plan = { field: 'person.customFields.plan', op: 'eq', value: 'plus' }

const conditions: [string, object, Partial<ConversationPartner>, boolean][] = [
  ['a call that was made', { field: 'person.lastCallAt', op: 'exists' }, { lastCallAt: new Date(0) }, true],
  ['no call', { field: 'person.lastCallAt', op: 'exists' }, {}, false],
  ['the consent', { field: 'person.consent.status', op: 'eq', value: 'unknown' }, {}, true],
  ['another consent', { field: 'person.consent.status', op: 'eq', value: 'denied' }, {}, false],
  ['the status', { field: 'person.status', op: 'eq', value: 'qualified' }, { status: 'qualified' }, true],
  ['a field of that value', plan, { customFields: { plan: 'plus' } }, true],
  ['a field of another value', plan, { customFields: { plan: 'Plus' } }, false],
  ['a field that is there', { field: 'person.customFields.plan', op: 'exists' }, { customFields: { plan: 'x' } }, true],
  ['an empty field', { field: 'person.customFields.plan', op: 'exists' }, { customFields: { plan: '' } }, false],
  ['no field of that name', { field: 'person.customFields.toString', op: 'exists' }, {}, false],
]
for (const [name, unless, partner, holds] of conditions) {
  test(`unless ${name}: ${holds ? '`then` is active' : 'the goal itself is'}`, () => {
    const playbook = to('booked', unless, 'captured')
    assert.equal(active({ playbook, partner }), `${holds ? 'captured' : 'booked'} of playbook`)
    const without = active({ playbook: to('booked', unless), fallback: to('replied'), partner })
    assert.equal(without, holds ? 'replied of default' : 'booked of playbook')
  })
}

test('an assignment or a then that names a missing goal falls through to the next source', () => {
  assert.equal(active({ playbook: to('gone'), outreach: to('captured') }), 'captured of outreach')
  const partner = { customFields: { plan: 'plus' } }
  assert.equal(active({ playbook: to('booked', plan, 'gone'), fallback: to('replied'), partner }), 'replied of default')
})

const bench = await createRuntimeBench()
const { play, readAnnounced } = bench
const everyDay = [0, 1, 2, 3, 4, 5, 6].map((dayOfWeek) => ({ dayOfWeek, startTime: '08:00', endTime: '20:00' }))
const capabilities = { scheduling: { timezone: 'UTC', availableHours: everyDay, representatives: [] } }
const playbook = (id: string, more: object = {}) => ({ id, name: id, body: 'Help.', uses: [], ...more })

const agentWith = (playbooks: object[], more: object = {}) =>
  bench.agent({ goals: { goals, ...more }, playbooks, capabilities }, 'sms')
const reached = async (orgId: string) =>
  (await readAnnounced(orgId, 'goal.reached')).map(({ goalId }: ReplyBody) => goalId)

test('a reply reaches its goal once per session, and again in the next', async () => {
  const agent = await agentWith([playbook('general', { isDefault: true })], { defaultGoal: to('replied') })
  play('Hello.')
  const person = agent.createPerson('sms')
  await person.sendText('Hi')
  await person.sendText('And hi again')
  const [first, second] = await agent.turns(person.userId())
  assert.deepEqual([first.goalId, first.goalsReached, second.goalsReached], ['replied', ['replied'], []])
  const [news] = await readAnnounced(agent.api.orgId, 'goal.reached')
  const { id } = await person.person()
  assert.deepEqual(news, {
    agentId: agent.api.id,
    goalId: 'replied',
    personId: id,
    userId: person.userId(),
    sessionId: first.sessionId,
    channel: 'sms',
  })
  bench.world.advance(3 * 3_600_000)
  await person.sendText('A new day')
  assert.deepEqual(await reached(agent.api.orgId), ['replied', 'replied'])
})

test('a booking and new contact details reach their goals; a tapped link reaches none', async () => {
  const agent = await agentWith([
    playbook('general', { isDefault: true, uses: ['scheduling', 'people'], goal: to('booked') }),
    playbook('details', { uses: ['people'], goal: to('captured') }),
    playbook('links', { goal: to('tapped') }),
  ])
  const person = agent.createPerson('sms')
  play(toolCallAnswer('scheduling.book', { startUtc: '2030-02-04T09:00:00Z' }), 'Booked.')
  await person.sendText('Monday at nine please')
  assert.deepEqual((await person.turn()).goalsReached, ['booked'])
  play(
    toolCallAnswer('playbook.enter', { playbookId: 'details' }),
    toolCallAnswer('people.save', { firstName: 'Alex' }),
    'Saved.',
  )
  await person.sendText('I am Alex')
  assert.deepEqual((await person.turn()).goalsReached, [])
  play(toolCallAnswer('people.save', { email: 'alex@example.com' }), 'Saved.')
  await person.sendText('alex@example.com')
  assert.deepEqual((await person.turn()).goalsReached, ['captured'])
  play(toolCallAnswer('people.save', { email: 'alex@example.com' }), 'Saved.')
  await person.sendText('As I said, alex@example.com')
  play(toolCallAnswer('playbook.enter', { playbookId: 'links' }), 'There.')
  await person.sendText('The link')
  assert.deepEqual(await reached(agent.api.orgId), ['booked', 'captured'])
})

test('a flow that books and ends the conversation reaches the goal of its playbook', async () => {
  const flow = {
    id: 'f',
    onComplete: 'end',
    slots: [{ name: 'mail', type: 'email', bind: 'person.email', prompt: 'Your email?' }],
    steps: [
      { collect: 'mail' },
      { action: 'scheduling.book', with: { startUtc: '2030-02-05T09:00:00Z' } },
      { say: 'Booked.' },
      { end: { outcome: 'booked' } },
    ],
  }
  const desk = playbook('general', { isDefault: true, uses: ['scheduling'], goal: to('booked'), flow })
  const agent = await agentWith([desk], { defaultGoal: to('replied') })
  const person = agent.createPerson('sms')
  assert.deepEqual(await person.sendText('Book'), ['Your email?'])
  assert.deepEqual(await person.sendText('sam@example.com'), ['Booked.'])
  const { goalsReached, outcomes } = await person.turn()
  assert.deepEqual([outcomes, goalsReached], [['booked'], ['booked']])
  assert.deepEqual(await reached(agent.api.orgId), ['booked'])
})

test('filling a bound slot captures the contact', async () => {
  const flow = {
    id: 'f',
    slots: [{ name: 'mail', type: 'email', bind: 'person.email', prompt: 'Your email?' }],
    steps: [{ collect: 'mail' }, { say: 'Thanks.' }],
  }
  const agent = await agentWith([playbook('general', { isDefault: true, goal: to('captured'), flow })])
  const person = agent.createPerson('sms')
  await person.sendText('Hello')
  await person.sendText('kim@example.com')
  assert.deepEqual(await reached(agent.api.orgId), ['captured'])
  assert.equal((await person.person()).email, 'kim@example.com')
})

test('a goal reached in a rehearsal is in its record, and publishes no event', async () => {
  const agent = await agentWith([playbook('general', { isDefault: true })], { defaultGoal: to('replied') })
  play('Hello.')
  const { id, userId } = assertStatus(await agent.api.post('/personas', { name: 'Somebody' }), 201)
  assertStatus(await agent.api.post(`/personas/${id}/turns`, { turn: 'Hi' }), 200)
  const [turn] = await agent.turns(userId)
  assert.deepEqual([turn.goalsReached, turn.test, await reached(agent.api.orgId)], [['replied'], true, []])
})
