import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertStatus, type ReplyBody } from '../../../testing/client.ts'
import { createRuntimeBench, type RuntimeAgent, type RuntimePerson } from '../../../testing/runtime-bench.ts'

/** Follow-ups: configuration, scheduling, and guardrails. */

const bench = await createRuntimeBench()
const { world, pool, play } = bench
const minutes = (count: number) => count * 60_000

const messageTemplates = [
  { id: 'opener', name: 'Opener', body: 'Hello {person.firstName|there}.' },
  { id: 'nudge', name: 'Nudge', body: 'Still there, {person.firstName|friend}?' },
  { id: 'strict', name: 'Strict', body: 'About {person.customFields.order|block-send}.' },
]
const playbooks = [{ id: 'general', name: 'General', body: 'Help.', uses: [], isDefault: true }]

async function agentWith(followUp: object = {}): Promise<RuntimeAgent> {
  const agent = await bench.agent({ messageTemplates, playbooks }, 'rcs', 'sms')
  assertStatus(await agent.api.post('/outreach', outreachWith(followUp)), 201)
  return agent
}

const outreachWith = (followUp: object) => ({
  id: 'spring',
  name: 'Spring visit',
  openerTemplateId: 'opener',
  followUp: { templateId: 'nudge', delayMinutes: 60, ...followUp },
})

type Sent = { person: RuntimePerson; personId: string; sendId: string; path: string }

/** A person who has received the opener. */
async function sentTo(agent: RuntimeAgent, firstName = 'Ann'): Promise<Sent> {
  const person = agent.createPerson('rcs')
  const { address } = person.phone
  const body = { recipient: { channel: 'rcs', address }, profile: { firstName } }
  const { sendId, personId } = assertStatus(await agent.api.post('/outreach/spring/sends', body), 202)
  assert.deepEqual(await person.readNewTexts(), [`Hello ${firstName}.`])
  return { person, personId, sendId, path: `/people/${personId}` }
}

async function later(count: number): Promise<void> {
  world.advance(minutes(count))
  await bench.work()
}

const stateOf = async ({ sendId }: Sent): Promise<string> => {
  const sql = 'select state, reason, sent_count from follow_ups where send_id = $1'
  const [row] = (await pool.query(sql, [sendId])).rows
  return row ? [row.state, row.sent_count, row.reason].filter((value) => value !== null).join(' ') : 'none'
}
const assertNow = async (sent: Sent, texts: string[], state: string) =>
  assert.deepEqual([await sent.person.readNewTexts(), await stateOf(sent)], [texts, state])

test('a person who does not answer is nudged once after the delay, with the text of the template', async () => {
  const agent = await agentWith()
  const one = await sentTo(agent)
  await later(59)
  await assertNow(one, [], 'waiting 0')
  await later(1)
  await assertNow(one, ['Still there, Ann?'], 'done 1')
  await later(24 * 60)
  await assertNow(one, [], 'done 1')
})

test('maxTimes nudges are sent, each after the delay', async () => {
  const agent = await agentWith({ maxTimes: 3 })
  const one = await sentTo(agent)
  for (const state of ['waiting 1', 'waiting 2', 'done 3']) {
    await later(60)
    await assertNow(one, ['Still there, Ann?'], state)
  }
  await later(24 * 60)
  await assertNow(one, [], 'done 3')
})

test('an answer ends the follow-up, before the first nudge and between two', async () => {
  const agent = await agentWith({ maxTimes: 2 })
  const [soon, late] = [await sentTo(agent), await sentTo(agent)]
  play('Fine.')
  await soon.person.sendText('Yes')
  await assertNow(soon, [], 'stopped 0 answered')
  await later(60)
  assert.deepEqual(await late.person.readNewTexts(), ['Still there, Ann?'])
  await late.person.sendText('Now I am')
  await later(120)
  await assertNow(soon, [], 'stopped 0 answered')
  await assertNow(late, [], 'stopped 1 answered')
})

test('a message on another channel counts as an answer too', async () => {
  const agent = await agentWith()
  const one = await sentTo(agent)
  const sms = agent.createPerson('sms')
  await agent.api.post(`${one.path}/identities`, { channel: 'sms', address: sms.phone.address })
  play('Fine.')
  world.advance(minutes(1))
  await sms.sendText('I am here')
  await later(60)
  await assertNow(one, [], 'stopped 0 answered')
})

test('the reply to a nudge is handled by the playbook of the Outreach and counts as the answer to the send', async () => {
  const agent = await agentWith()
  const one = await sentTo(agent)
  await later(60)
  await one.person.readNewTexts()
  play('Fine.')
  assert.deepEqual(await one.person.sendText('Yes'), ['Fine.'])
  const { playbookId } = await one.person.turn()
  assert.equal(playbookId, assertStatus(await agent.api.get('/outreach/spring'), 200).playbookId)
  const send = assertStatus(await agent.api.get(`/outreach/sends/${one.sendId}`), 200)
  assert.equal(send.respondedAt, world.now().toISOString())
})

test('a nudge is never sent after a STOP, including one on sms of the same number; denied consent stops it too', async () => {
  const agent = await agentWith()
  const [stopped, beside, denied] = [await sentTo(agent), await sentTo(agent), await sentTo(agent)]
  const sentAt = world.now()
  await stopped.person.sendText('STOP')
  await agent.phone('sms', beside.person.phone.address).sendText('STOP')
  assertStatus(await agent.api.put(`${denied.path}/consent`, { status: 'denied' }), 200)
  // Backdates the message to before the opener, so that it is not an answer.
  const { key } = agent.key
  const before = new Date(sentAt.getTime() - 1)
  await pool.query('update conversations set last_inbound_at = $1 where agent_key = $2', [before, key])
  await pool.query('update sends set responded_at = null where agent_key = $1', [key])
  const revived = `update follow_ups set state = 'waiting', reason = null, due_at = $1 where agent_key = $2`
  await pool.query(revived, [sentAt, key])
  await Promise.all([stopped, beside].map(({ person }) => person.readNewTexts()))
  await later(60)
  await assertNow(stopped, [], 'stopped 0 opted_out')
  await assertNow(beside, [], 'stopped 0 opted_out')
  await assertNow(denied, [], 'stopped 0 consent_denied')
})

test('a nudge waits for safe hours and ignores the frequency cap', async () => {
  const agent = await agentWith()
  assertStatus(await agent.api.patch('/outreach/spring', { class: 'marketing' }), 200)
  const one = await sentTo(agent)
  const opens = new Date(Math.ceil(world.now().getTime() / minutes(60)) * minutes(60) + minutes(180))
  const startHour = opens.getUTCHours()
  const safeHours = { startHour, endHour: (startHour + 1) % 24, timeZone: 'UTC' }
  assertStatus(await agent.api.put('/settings/sending', { safeHours, minTouchIntervalHours: 1000 }), 200)
  await later(60)
  await assertNow(one, [], 'waiting 0 outside_safe_hours')
  world.advance(opens.getTime() - world.now().getTime() - 1)
  await assertNow(one, [], 'waiting 0 outside_safe_hours')
  world.advance(1)
  await assertNow(one, ['Still there, Ann?'], 'done 1')
})

const changes: [title: string, change: (agent: RuntimeAgent, sent: Sent) => Promise<unknown>, state: string][] = [
  ['it has no follow-up any more', ({ api }) => api.patch('/outreach/spring', { followUp: null }), 'stopped 0 follow_up_removed'],
  ['its template blocks', ({ api }) => api.patch('/outreach/spring', { followUp: { templateId: 'strict', delayMinutes: 60 } }), 'stopped 0 template_blocked'],
  ['the channel is gone', (agent) => agent.unbind('rcs'), 'stopped 0 no_route'],
  ['the person holds the identity no more', async ({ api }, { path }) => {
    const { identities } = assertStatus(await api.get(path), 200)
    return api.del(`${path}/identities/${identities[0].asid}`)
  }, 'stopped 0 no_channel_identity'],
  ['the person is erased', ({ api }, { path }) => api.del(path), 'none'],
] // biome-ignore format: it is a table

for (const [title, change, state] of changes) {
  test(`no nudge is sent when ${title}`, async () => {
    const agent = await agentWith()
    const one = await sentTo(agent)
    await change(agent, one)
    await later(60)
    assert.equal(await stateOf(one), state)
    await later(60)
    assert.equal(await stateOf(one), state)
  })
}

const switches: [what: string, reason: string, off: Switch, on: Switch][] = [
  ['the Outreach', 'outreach_disabled', ({ api }) => api.patch('/outreach/spring', { enabled: false }), ({ api }) => api.patch('/outreach/spring', { enabled: true })],
  ['the binding', 'binding_disabled', (agent) => agent.verb('rcs', '_disable'), (agent) => agent.verb('rcs', '_enable')],
] // biome-ignore format: it is a table
type Switch = (agent: RuntimeAgent) => Promise<unknown>

for (const [what, reason, off, on] of switches) {
  test(`while ${what} is off a nudge waits and states why; it is sent once when that is on again, however late`, async () => {
    const agent = await agentWith()
    const one = await sentTo(agent)
    await off(agent)
    await bench.work()
    await assertNow(one, [], `waiting 0 ${reason}`)
    await later(60 * 24 * 3)
    await assertNow(one, [], `waiting 0 ${reason}`)
    await on(agent)
    await bench.work()
    await assertNow(one, ['Still there, Ann?'], 'done 1')
    await later(60)
    await assertNow(one, [], 'done 1')
  })
}

test('a nudge that waits for safe hours is sent when they open; one that waits for its delay follows a changed delay', async () => {
  const agent = await agentWith()
  const hours = (startHour: number) => ({ startHour, endHour: (startHour + 1) % 24, timeZone: 'UTC' })
  const one = await sentTo(agent)
  await agent.api.put('/settings/sending', { safeHours: hours((world.now().getUTCHours() + 5) % 24) })
  await later(60)
  await assertNow(one, [], 'waiting 0 outside_safe_hours')
  assertStatus(await agent.api.put('/settings/sending', {}), 200)
  await bench.work()
  await assertNow(one, ['Still there, Ann?'], 'done 1')
  const [soon, late] = [await sentTo(agent), await sentTo(agent)]
  const delay = (delayMinutes: number) =>
    agent.api.patch('/outreach/spring', { followUp: { templateId: 'nudge', delayMinutes } })
  await delay(90)
  await later(60)
  await assertNow(soon, [], 'waiting 0')
  await delay(30)
  await bench.work()
  await assertNow(soon, ['Still there, Ann?'], 'done 1')
  await assertNow(late, ['Still there, Ann?'], 'done 1')
})

test('deleting the Outreach cancels waiting nudges, and the journals state why', async () => {
  const agent = await agentWith()
  const [first, second] = [await sentTo(agent), await sentTo(agent, 'Ben')]
  play('Fine.')
  const answered = await sentTo(agent, 'Cora')
  await answered.person.sendText('Yes')
  assertStatus(await agent.api.del('/outreach/spring'), 204)
  for (const one of [first, second]) await assertNow(one, [], 'stopped 0 outreach_deleted')
  const journal = async ({ path }: Sent) =>
    assertStatus(await agent.api.get(`${path}/journal`), 200).data as ReplyBody[]
  const text = 'The follow-up of the Outreach “Spring visit” will not be sent, because the Outreach was deleted.'
  const entry = { at: world.now().toISOString(), author: 'agent', text }
  assert.deepEqual([await journal(first), await journal(second)], [[entry], [entry]])
  assert.deepEqual(
    (await journal(answered)).filter(({ text: line }) => line === text),
    [],
  )
  await later(60)
  await assertNow(first, [], 'stopped 0 outreach_deleted')
})

test('a thousand waiting nudges are handled, and no event is published twice', async () => {
  const agent = await agentWith()
  const { key } = agent.key
  await pool.query(
    `insert into people (agent_key, id, status, search, sort_name, created_at, updated_at)
     select $1, 'per_' || n, 'new', '', '', now(), now() from generate_series(1, 1000) as n`,
    [key],
  )
  await pool.query(
    `insert into follow_ups (agent_key, send_id, outreach_id, person_id, asid, created_at, due_at)
     select $1, 'snd_' || n || '_' || which, 'spring', 'per_' || n, 'usr_' || n, $2, $2
       from generate_series(1, 1000) as n, generate_series(1, 2) as which`,
    [key, new Date(world.now().getTime() + minutes(60))],
  )
  assertStatus(await agent.api.del('/outreach/spring'), 204)
  const { rows } = await pool.query(
    `select (select count(*)::int from follow_ups where agent_key = $1 and state = 'stopped' and due_at is null) as stopped,
            (select count(*)::int from journal_entries where agent_key = $1) as noted`,
    [key],
  )
  assert.deepEqual(rows, [{ stopped: 2000, noted: 1000 }])
})

test('a person who was merged into another is nudged as that person', async () => {
  const agent = await agentWith()
  const one = await sentTo(agent)
  const { id } = assertStatus(await agent.api.post('/people', { firstName: 'Anna' }), 201)
  assertStatus(await agent.api.post(`/people/${id}/_merge`, { fromPersonId: one.personId }), 200)
  await later(60)
  await assertNow(one, ['Still there, Anna?'], 'done 1')
})

test('a nudge that fails temporarily is retried and reaches the person once', async () => {
  const agent = await agentWith()
  const one = await sentTo(agent)
  await one.person.phone.set({ failNext: { count: 1, status: 503 } })
  await later(60)
  await assertNow(one, [], 'waiting 0')
  await later(3)
  await assertNow(one, ['Still there, Ann?'], 'done 1')
})

test('a nudge that fails four times ends', async () => {
  const agent = await agentWith({ maxTimes: 2 })
  const one = await sentTo(agent)
  await one.person.phone.set({ failNext: { count: 100, status: 503 } })
  await later(60)
  for (const wait of [3, 9, 22]) {
    await assertNow(one, [], 'waiting 0')
    await later(wait)
  }
  await assertNow(one, [], 'stopped 0 dispatch_failed')
  await one.person.phone.set({ failNext: { count: 0, status: 503 } })
  await later(24 * 60)
  await assertNow(one, [], 'stopped 0 dispatch_failed')
})

test('a worker that dies after the dispatch sends no second nudge', async () => {
  const agent = await agentWith({ maxTimes: 2 })
  const one = await sentTo(agent)
  await later(60)
  await assertNow(one, ['Still there, Ann?'], 'waiting 1')
  const died = 'update follow_ups set sent_count = 0, delay_started_at = created_at, due_at = $1 where send_id = $2'
  await pool.query(died, [world.now(), one.sendId])
  await assertNow(one, [], 'waiting 1')
  await later(60)
  await assertNow(one, ['Still there, Ann?'], 'done 2')
})

test('a nudge whose worker died after the dispatch counts as sent, whatever has happened since', async () => {
  const agent = await agentWith({ maxTimes: 2 })
  const one = await sentTo(agent)
  await later(60)
  await assertNow(one, ['Still there, Ann?'], 'waiting 1')
  assertStatus(await agent.api.patch('/outreach/spring', { enabled: false }), 200)
  // The change triggers a recheck of waiting rows; it completes before the worker dies.
  await later(1)
  const died = `
    update follow_ups set sent_count = 0, crashes = 1, delay_started_at = created_at, due_at = $1 where send_id = $2`
  await pool.query(died, [world.now(), one.sendId])
  await assertNow(one, [], 'waiting 1')
  await later(60)
  await assertNow(one, [], 'waiting 1 outreach_disabled')
})

test('an answer does not interrupt a nudge that is being sent; no further nudge follows', async () => {
  const agent = await agentWith({ maxTimes: 3 })
  const one = await sentTo(agent)
  await pool.query(`update follow_ups set lease_token = 'of another' where send_id = $1`, [one.sendId])
  play('Fine.')
  await one.person.sendText('Yes')
  await assertNow(one, [], 'waiting 0')
  await later(60)
  await assertNow(one, [], 'stopped 0 answered')
})
