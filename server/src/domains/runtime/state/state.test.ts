import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { openToolService } from '../../../testing/actions-bench.ts'
import { assertStatus, type ReplyBody } from '../../../testing/client.ts'
import { createRuntimeBench, type RuntimeAgent, toolCallAnswer } from '../../../testing/runtime-bench.ts'

/** Conversation state: across sessions, while the agent is edited, and when an event is delivered again. */

const bench = await createRuntimeBench()
const { play, inputs, pool, world, runtime } = bench
const minutes = (count: number) => count * 60_000

const playbook = (id: string, more: object = {}) => ({ id, name: id, body: `Body of ${id}.`, uses: [], ...more })
const general = playbook('general', { isDefault: true })
const guests = {
  id: 'f',
  slots: [
    { name: 'guests', type: 'number', prompt: 'How many guests?' },
    { name: 'boat', type: 'string', prompt: 'Which boat?' },
  ],
  steps: [{ collect: ['guests', 'boat'] }, { say: '{guests} guests on {boat}.' }, { end: { outcome: 'told' } }],
}
const everyDay = [0, 1, 2, 3, 4, 5, 6].map((dayOfWeek) => ({ dayOfWeek, startTime: '08:00', endTime: '20:00' }))
const scheduling = { timezone: 'UTC', availableHours: everyDay, representatives: [] }

test('the playbook stays within a session; a new session starts with the default one', async () => {
  const agent = await bench.agent({ playbooks: [general, playbook('desk')] }, 'sms')
  const person = agent.createPerson('sms')
  play(toolCallAnswer('playbook.enter', { playbookId: 'desk' }), 'Here.')
  await person.sendText('To the desk')
  world.advance(minutes(20))
  await person.sendText('Still there?')
  world.advance(minutes(45))
  await person.sendText('Hello again')
  const turns = await agent.turns(person.userId())
  assert.deepEqual(
    turns.map(({ playbookId }) => playbookId),
    ['general', 'desk', 'general'],
  )
  assert.notEqual(turns[1].sessionId, turns[2].sessionId)
  const prompt = inputs()
    .at(-1)
    ?.messages.map((message) => ('text' in message ? message.text : ''))
  assert.ok(prompt?.includes('To the desk'), 'what was said before is remembered')
})

test('the first message of every session starts the flow of the default playbook', async () => {
  const agent = await bench.agent({ playbooks: [playbook('general', { isDefault: true, flow: guests })] }, 'sms')
  const person = agent.createPerson('sms')
  play('Talking.')
  assert.deepEqual(await person.sendText('Hello'), ['How many guests?'])
  assert.deepEqual(await person.sendText('3'), ['Which boat?'])
  assert.deepEqual(await person.sendText('Dory'), ['3 guests on Dory.'])
  assert.deepEqual(await person.sendText('Thanks'), ['Talking.'])
  world.advance(minutes(60))
  assert.deepEqual(await person.sendText('Hello'), ['How many guests?'])
})

test('an answer hours after a question still answers it, but not days after', async () => {
  const agent = await bench.agent({ playbooks: [playbook('general', { isDefault: true, flow: guests })] }, 'sms')
  const person = agent.createPerson('sms')
  await person.sendText('Hello')
  world.advance(minutes(20 * 60))
  assert.deepEqual(await person.sendText('3'), ['Which boat?'])
  world.advance(minutes(25 * 60))
  assert.deepEqual(await person.sendText('Dory'), ['How many guests?'])
})

const spring = {
  exportVersion: 1,
  messageTemplates: [{ id: 'opener', name: 'Opener', body: 'Spring is here.' }],
  playbooks: [
    general,
    playbook('desk'),
    playbook('spring', { outreachId: 'spring' }),
    playbook('autumn', { outreachId: 'autumn' }),
  ],
  outreach: {
    outreaches: ['spring', 'autumn'].map((id) => ({ id, name: id, openerTemplateId: 'opener', playbookId: id })),
  },
}

test('an owned playbook handles the replies to its Outreach, and is offered nowhere else', async () => {
  const agent = await bench.agent(spring, 'sms')
  const person = agent.createPerson('sms')
  play(toolCallAnswer('playbook.enter', { playbookId: 'spring' }), 'No.')
  await person.sendText('Let me in to spring')
  const [{ called, result }] = (await person.turn()).toolCalls
  assert.deepEqual([called, (await person.turn()).nextPlaybookId], [false, undefined], JSON.stringify(result))
  const entered = () => inputs()[0]?.tools?.find(({ name }) => name === 'playbook.enter')?.parameters
  assert.deepEqual((entered() as ReplyBody).properties.playbookId.enum, ['desk'])
  assert.ok(!JSON.stringify(inputs()[0]?.sections).includes('spring ('))
  await runtime.recordInitiation(agent.key, person.userId(), {
    text: 'Spring is here.',
    outreachId: 'spring',
    playbookId: 'spring',
  })
  world.advance(minutes(60 * 48))
  play('Lovely.')
  await person.sendText('Tell me more')
  const turn = await person.turn()
  assert.deepEqual([turn.playbookId, turn.outreachId], ['spring', 'spring'])
  assert.deepEqual((entered() as ReplyBody).properties.playbookId.enum, ['general', 'desk'])
  play(toolCallAnswer('playbook.enter', { playbookId: 'general' }), 'Back.')
  await person.sendText('Something else')
  play('There.')
  await person.sendText('And?')
  assert.deepEqual(
    (entered() as ReplyBody).properties.playbookId.enum,
    ['desk', 'spring'],
    'its own Outreach can be gone back to',
  )
  play('Hello.')
  world.advance(minutes(60))
  await person.sendText('A new day')
  const anew = await person.turn()
  assert.deepEqual([anew.playbookId, anew.outreachId], ['general', undefined])
})

test('the reply to an initiation starts its flow and drops a running one; a missing playbook falls back to the default', async () => {
  const agent = await bench.agent(
    {
      playbooks: [
        playbook('general', { isDefault: true, flow: guests }),
        playbook('visit', { flow: { id: 'v', slots: [], steps: [{ say: 'See you.' }] } }),
      ],
    },
    'sms',
  )
  const person = agent.createPerson('sms')
  assert.deepEqual(await person.sendText('Hello'), ['How many guests?'])
  const opened = (playbookId: string, unlessInProgress = false) =>
    runtime.recordInitiation(agent.key, person.userId(), {
      text: 'Tomorrow is your visit.',
      playbookId,
      unlessInProgress,
    })
  await opened('visit', true)
  assert.deepEqual(await person.sendText('3'), ['Which boat?'], 'a conversation in progress goes on')
  await opened('visit')
  assert.deepEqual(await person.sendText('Fine'), ['See you.'])
  world.advance(minutes(90))
  await opened('gone', true)
  assert.deepEqual(await person.sendText('Hello'), ['How many guests?'])
})

test('initiations of one moment are all remembered, and as many lines as a turn needs', async () => {
  const agent = await bench.agent({ playbooks: [general, playbook('visit')] }, 'sms')
  const [person, other] = [agent.createPerson('sms'), agent.createPerson('sms')]
  play('Hello.')
  for (const { sendText } of [person, other]) await sendText('Hi')
  const read = async (asid: string) => {
    const { rows } = await pool.query('select state from runtime_conversations where asid = $1', [asid])
    return rows[0].state as { opened?: object; history: { text: string }[] }
  }
  const open = (asid: string, text: string) => runtime.recordInitiation(agent.key, asid, { text, playbookId: 'visit' })
  const [first, second] = [person.userId(), other.userId()]
  await Promise.all([open(first, 'One'), open(first, 'Two'), open(second, 'Three')])
  const { opened, history } = await read(first)
  assert.deepEqual(opened, { playbookId: 'visit' })
  assert.deepEqual(
    history
      .slice(-2)
      .map(({ text }) => text)
      .toSorted(),
    ['One', 'Two'],
  )
  assert.deepEqual((await read(second)).history.at(-1)?.text, 'Three')
  const lines = Array.from({ length: 70 }, (_, index) => `Line ${index}`)
  for (const line of lines) await open(second, line)
  assert.deepEqual(
    (await read(second)).history.map(({ text }) => text),
    lines.slice(-60),
  )
})

test('an agent that is edited during a conversation still answers', async () => {
  const flow = playbook('general', { isDefault: true, flow: guests })
  const agent = await bench.agent({ playbooks: [flow, playbook('desk')] }, 'sms')
  const edit = async (path: string, change: object) =>
    assertStatus(await agent.api.patch(`/playbooks/${path}`, change), 200)
  play('Talking.')
  const person = agent.createPerson('sms')
  await person.sendText('Hello')
  await edit('general', {
    flow: { ...guests, slots: guests.slots.slice(1), steps: [{ collect: 'boat' }, { say: 'On {boat}.' }] },
  })
  const [question = ''] = await person.sendText('3')
  assert.ok(['Which boat?', 'Talking.'].includes(question), question)
  await edit('general', { flow: null })
  assert.deepEqual(await person.sendText('Dory'), ['Talking.'])
  play(toolCallAnswer('playbook.enter', { playbookId: 'desk' }), 'At the desk.')
  await person.sendText('To the desk')
  assertStatus(await agent.api.del('/playbooks/desk'), 204)
  play('Talking again.')
  assert.deepEqual(await person.sendText('Still there?'), ['Talking again.'])
  assert.equal((await person.turn()).playbookId, 'general')
})

test('deleting an agent during a conversation or a turn leaves no data behind', async () => {
  const agent = await bench.agent({ playbooks: [playbook('general', { isDefault: true, uses: ['people'] })] }, 'sms')
  const person = agent.createPerson('sms')
  play('Hello.')
  await person.sendText('Hi')
  play(async () => {
    assertStatus(await agent.api.del(''), 204)
    return 'Too late.'
  })
  await person.phone.sendText('Are you there?')
  await bench.work()
  world.advance(minutes(10))
  await bench.work()
  for (const table of ['turns', 'runtime_conversations', 'tool_calls']) {
    const { rows } = await pool.query(`select from ${table} where agent_key = $1`, [agent.key.key])
    assert.equal(rows.length, 0, table)
  }
})

test('concurrent messages are answered one after another, each by its own turn', async () => {
  const agent = await bench.agent({ playbooks: [general] }, 'sms')
  const person = agent.createPerson('sms')
  play(async ({ messages }, n) => {
    const last = messages.at(-1)
    // The first one takes longest.
    await wait(n === 0 ? 30 : 1)
    return `You said ${last && 'text' in last ? last.text : ''}.`
  })
  const lines = ['one', 'two', 'three', 'four']
  const [first = '', ...others] = lines
  await person.phone.sendText(first)
  await Promise.all([bench.work(), ...others.map((words) => person.phone.sendText(words))])
  await person.sendText('five')
  const shownTexts = await person.phone.readTexts()
  const order = inputs().map(({ messages }) => {
    const last = messages.at(-1)
    return last && 'text' in last ? last.text : ''
  })
  assert.deepEqual(
    shownTexts,
    order.map((words) => `You said ${words}.`),
  )
  assert.deepEqual(order.toSorted(), [...lines, 'five'].toSorted())
  const turns = await agent.turns(person.userId())
  assert.deepEqual(
    turns.map(({ messages }) => messages.length),
    [1, 1, 1, 1, 1],
  )
})

/** Makes storing the agent's next turns fail, as if the process had died just before. */
async function breakKeeping(agent: RuntimeAgent): Promise<() => Promise<unknown>> {
  await pool.query(`create or replace function refuse_turn() returns trigger language plpgsql as
    $$ begin if new.agent_key = ${agent.key.key} then raise exception 'not now'; end if; return new; end $$`)
  await pool.query('create trigger refuse_turn before insert on turns for each row execute function refuse_turn()')
  return () => pool.query('drop trigger refuse_turn on turns')
}

test('an event delivered again after its replies is answered once, and its effects happen once', async () => {
  const service = await openToolService()
  const agent = await bench.agent(
    {
      goals: {
        goals: [{ id: 'booked', name: 'Booked', definition: { kind: 'event', event: 'appointment.booked' } }],
        defaultGoal: { goalId: 'booked' },
      },
      playbooks: [
        playbook('general', { isDefault: true, uses: ['scheduling', 'people', 'notify', 'integration:orders'] }),
      ],
      capabilities: { scheduling, notifications: { operator: { provider: 'slack' } } },
      integrations: { custom: [{ id: 'orders', description: 'Orders', endpoint: { url: `${service.url}/orders` } }] },
    },
    'sms',
  )
  assertStatus(
    await agent.api.put('/notifications', { operator: { provider: 'slack' }, slackWebhookUrl: `${service.url}/slack` }),
    200,
  )
  const person = agent.createPerson('sms')
  const lines = [
    toolCallAnswer('scheduling.book', { startUtc: '2030-02-20T09:00:00Z' }),
    toolCallAnswer('people.save', { email: 'told@example.com' }),
    toolCallAnswer('notify.team', { text: 'Somebody booked.' }),
    toolCallAnswer('orders', {}),
    'Booked for you.',
  ]
  play((_, n) => lines[n % lines.length] as never)
  const mend = await breakKeeping(agent)
  assert.deepEqual(await person.sendText('Book the 20th at nine'), ['Booked for you.'])
  assert.equal((await agent.turns(person.userId())).length, 0)
  assert.deepEqual(await bench.readAnnounced(agent.api.orgId, 'goal.reached'), [], 'all or nothing')
  await mend()
  world.advance(minutes(1))
  assert.deepEqual(await person.readNewTexts(), [], 'no second answer')
  const [turn, ...others] = await agent.turns(person.userId())
  assert.deepEqual(
    [turn.toolCalls.map(({ name, ok }: ReplyBody) => `${name} ${ok}`), others.length],
    [['scheduling.book true', 'people.save true', 'notify.team true', 'orders true'], 0],
  )
  const { id } = await person.person()
  assert.equal(assertStatus(await agent.api.get(`/people/${id}/appointments`), 200).data.length, 1)
  const calls = service.calls.map(({ path }) => path)
  assert.deepEqual(calls.toSorted(), ['/orders', '/slack'])
  for (const type of ['appointment.booked', 'goal.reached']) {
    assert.equal((await bench.readAnnounced(agent.api.orgId, type)).length, 1, type)
  }
})

test('a flow whose event is delivered again after its booking continues from there, and books once', async () => {
  const flow = {
    id: 'f',
    slots: [{ name: 'mail', type: 'email', bind: 'person.email', prompt: 'Your email?' }],
    steps: [
      { collect: 'mail' },
      { action: 'scheduling.book', with: { startUtc: '2030-02-21T09:00:00Z' } },
      { say: 'Booked.' },
      { end: { outcome: 'booked' } },
    ],
  }
  const agent = await bench.agent(
    { playbooks: [playbook('general', { isDefault: true, uses: ['scheduling'], flow })], capabilities: { scheduling } },
    'sms',
  )
  const person = agent.createPerson('sms')
  await person.sendText('Book')
  const mend = await breakKeeping(agent)
  assert.deepEqual(await person.sendText('again@example.com'), ['Booked.'])
  await mend()
  world.advance(minutes(1))
  assert.deepEqual(await person.readNewTexts(), [])
  assert.deepEqual((await person.turn()).outcomes, ['booked'])
  const { id } = await person.person()
  assert.equal(assertStatus(await agent.api.get(`/people/${id}/appointments`), 200).data.length, 1)
})
