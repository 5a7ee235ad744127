import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertStatus, type ReplyBody } from '../../../testing/client.ts'
import { createTextMessage } from '../../../testing/gateway-bench.ts'
import { createRuntimeBench, type RuntimePerson } from '../../../testing/runtime-bench.ts'

/** Opting out in free text in a live conversation: recorded, confirmed once, and nothing more is sent. */

const bench = await createRuntimeBench()
const { play, pool } = bench
const flow = {
  id: 'f',
  slots: [{ name: 'size', type: 'string', prompt: 'Which size?' }],
  steps: [{ collect: 'size' }, { say: 'Noted.' }],
}
const playbooks = [
  { id: 'general', name: 'General', body: 'Help.', uses: [], isDefault: true },
  { id: 'form', name: 'Form', body: 'Ask.', uses: [], flow },
]
const agent = await bench.agent({ playbooks }, 'sms', 'rcs', 'messengerA')

const systemEvents = async (person: RuntimePerson): Promise<string[]> => {
  const sql = 'select event from conversation_events where agent_key = $1 and asid = $2 order by event_key'
  const { rows } = await pool.query(sql, [agent.key.key, person.userId()])
  return rows.flatMap(({ event }) => (event.type === 'system' ? [event.kind] : []))
}

const ledger = async (personId: string): Promise<ReplyBody[]> => {
  const sql =
    'select entries.status, by_kind from consent_entries entries join people using (agent_key, person_key) where id = $1'
  return (await pool.query(sql, [personId])).rows
}

async function asksOut(person: RuntimePerson, words: string): Promise<void> {
  play('Hello.')
  await person.sendText('Hello')
  const [confirmation = '', ...others] = await person.sendText(words)
  assert.match(confirmation, /no more messages from Harbour/)
  assert.deepEqual(others, [])
  const { consent, identities } = await person.person()
  assert.deepEqual(
    [identities[0].optedOut, consent.status, consent.source, consent.evidence],
    [true, 'denied', 'conversation', words],
  )
  assert.equal((await systemEvents(person)).filter((kind) => kind === 'optOut').length, 1)
  const [result] = await agent.send(person.userId(), createTextMessage('An offer'))
  assert.deepEqual([result?.accepted, result?.reason], [false, 'optedOut'])
}

for (const channel of ['sms', 'rcs'] as const) {
  test(`on ${channel} nothing is sent after an opt-out, whatever the person writes, until START`, async () => {
    const person = agent.createPerson(channel)
    await asksOut(person, 'Please stop texting me!')
    assert.deepEqual(await person.sendText('stop texting me please'), [], 'it is confirmed once')
    play('You should not read this.')
    assert.deepEqual(await person.sendText('Hello?'), [])
    const { messages, warnings } = await person.turn()
    assert.deepEqual(
      [messages[0].accepted, warnings],
      [false, ['A message was rejected: optedOut, The person has opted out']],
    )
    assert.equal((await systemEvents(person)).filter((kind) => kind === 'optOut').length, 1)
    await person.sendText('START')
    assert.equal((await person.person()).identities[0].optedOut, false)
    assert.deepEqual((await person.sendText('Hello?')).slice(-1), ['You should not read this.'])
  })
}

for (const channel of ['webchat', 'messengerA'] as const) {
  test(`on ${channel}, which has no START, a person who writes again is opted in`, async () => {
    const person = agent.createPerson(channel)
    await asksOut(person, 'I do not want any more messages from you')
    play('Welcome back.')
    assert.deepEqual(await person.sendText('One more question'), ['Welcome back.'])
    const { identities, consent } = await person.person()
    assert.deepEqual([identities[0].optedOut, consent.status], [false, 'denied'], 'to write is no consent')
  })
}

test('an opt-out ends a running flow, calls no model, and is recorded', async () => {
  const person = agent.createPerson('sms')
  play({ calls: [{ id: '1', name: 'playbook.enter', given: { playbookId: 'form' } }] })
  assert.deepEqual(await person.sendText('The form'), ['Which size?'])
  play('Not to be asked.')
  const [confirmation] = await person.sendText('stop messaging me')
  assert.match(confirmation ?? '', /no more messages/)
  const turn = await person.turn()
  assert.deepEqual([turn.modelCalls, turn.flow, turn.input.text], [[], undefined, 'stop messaging me'])
  assert.equal(turn.optedOut, true)
})

test('an event that is delivered again opts out once and is confirmed once', async () => {
  const person = agent.createPerson('sms')
  play('Hello.')
  await person.sendText('Hello')
  await pool.query(`create function refuse_turn() returns trigger language plpgsql as
    $$ begin raise exception 'not now'; end $$`)
  await pool.query('create trigger refuse_turn before insert on turns for each row execute function refuse_turn()')
  const replies = await person.sendText('please stop texting me')
  await pool.query('drop trigger refuse_turn on turns')
  bench.world.advance(60_000)
  replies.push(...(await person.readNewTexts()))
  assert.equal(replies.length, 1)
  assert.equal((await person.turn()).input.text, 'please stop texting me')
  assert.equal((await systemEvents(person)).filter((kind) => kind === 'optOut').length, 1)
  const { id } = await person.person()
  assert.deepEqual(await ledger(id), [{ status: 'denied', by_kind: 'agent' }])
  assert.equal(
    (await bench.readAnnounced(agent.api.orgId, 'person.consent_changed')).filter(({ personId }) => personId === id)
      .length,
    1,
  )
})

test('in a rehearsal an opt-out is shown and recorded, and the stop list does not change', async () => {
  const { id } = assertStatus(await agent.api.post('/personas', { name: 'Somebody', channel: 'sms' }), 201)
  const before = (await pool.query('select from stops')).rows.length
  const played = assertStatus(await agent.api.post(`/personas/${id}/turns`, { turn: 'please stop texting me' }), 200)
  assert.match(played.messages[0].text, /no more messages/)
  assert.equal(played.effects.length, 1)
  assert.equal((await pool.query('select from stops')).rows.length, before)
})
