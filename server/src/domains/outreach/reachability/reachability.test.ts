import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertProblem, assertStatus, type ReplyBody } from '../../../testing/client.ts'
import { createGatewayBench, type GatewayAgent } from '../../../testing/gateway-bench.ts'

/** Whether a person may be messaged now, and why not: the guardrails by send origin, as an operator reads them. */

const bench = await createGatewayBench()
const { world, server } = bench
const { pool } = server.database
const hours = (count: number) => count * 3_600_000

async function newAgent(...channels: Parameters<typeof bench.agent>): Promise<GatewayAgent> {
  const agent = await bench.agent(...channels)
  const { api } = agent
  assertStatus(await api.post('/message-templates', { id: 'opener', name: 'Opener', body: 'Hello.' }), 201)
  for (const kind of ['marketing', 'service']) {
    assertStatus(await api.post('/outreach', { id: kind, name: kind, class: kind, openerTemplateId: 'opener' }), 201)
  }
  return agent
}

type Someone = { id: string; asid: string; address: string }

/** A person reachable by RCS. */
async function someone({ api, phone }: GatewayAgent, consent?: 'granted' | 'denied'): Promise<Someone> {
  const { address } = phone('rcs')
  const { id } = assertStatus(await api.post('/people', {}), 201)
  const { asid } = assertStatus(await api.post(`/people/${id}/identities`, { channel: 'rcs', address }), 201)
  if (consent) assertStatus(await api.put(`/people/${id}/consent`, { status: consent, source: 'web form' }), 200)
  return { id, asid, address }
}

const ask = async ({ api }: GatewayAgent, { id }: Pick<Someone, 'id'>, outreachId?: string): Promise<ReplyBody> => {
  const query = outreachId ? `?outreachId=${outreachId}` : ''
  return assertStatus(await api.get(`/people/${id}/reachability${query}`), 200)
}
const inShort = ({ origins }: ReplyBody): Record<string, string> =>
  Object.fromEntries(
    Object.entries<ReplyBody>(origins).map(([origin, { allowed, reason }]) => [
      origin,
      reason ? `${allowed} ${reason}` : allowed,
    ]),
  )
/** The same result for every origin that sends an Outreach; a reminder is not an Outreach. */
const outreachOnly = (verdict: string, reminder = 'now') => ({
  named: verdict,
  automated: verdict,
  campaign: verdict,
  followUp: verdict,
  reminder,
})

async function insertSend(agent: GatewayAgent, person: Someone, send: object): Promise<void> {
  const row: Record<string, unknown> = {
    ...{ agent_key: agent.key.key, id: world.newId('snd'), outreach_id: 'marketing', class: 'marketing' },
    ...{ origin: 'named', person_id: person.id, asid: person.asid, channel: 'rcs', queued_at: world.now() },
    ...send,
  }
  const names = Object.keys(row)
  const places = names.map((_, at) => `$${at + 1}`)
  await pool.query(`insert into sends (${names.join(', ')}) values (${places.join(', ')})`, Object.values(row))
}

test('without an Outreach the check assumes a service message, and each origin applies its own rules', async () => {
  const agent = await newAgent('rcs')
  const person = await someone(agent)
  const answer = await ask(agent, person)
  assert.deepEqual(inShort(answer), {
    named: 'now',
    automated: 'no no_consent',
    campaign: 'no no_consent',
    followUp: 'now',
    reminder: 'now',
  })
  assert.deepEqual(
    [answer.personId, answer.outreachId, answer.at, answer.identity],
    [person.id, undefined, world.now().toISOString(), { asid: person.asid, channel: 'rcs', optedOut: false }],
  )
  assert.deepEqual(answer.facts, { class: 'service', consent: { status: 'unknown' }, minTouchIntervalHours: 48 })
  assert.equal(answer.origins.named.says, 'Nothing blocks it.')
})

test('consent is shown with its source', async () => {
  const agent = await newAgent('rcs')
  const [granted, denied] = [await someone(agent, 'granted'), await someone(agent, 'denied')]
  const answer = await ask(agent, granted, 'service')
  assert.deepEqual(inShort(answer), outreachOnly('now'))
  const updatedAt = world.now().toISOString()
  assert.deepEqual(answer.facts.consent, { status: 'granted', updatedAt, source: 'web form' })
  assert.deepEqual(inShort(await ask(agent, denied)), {
    named: 'no consent_denied',
    automated: 'no no_consent',
    campaign: 'no no_consent',
    followUp: 'no consent_denied',
    reminder: 'now',
  })
})

test('a STOP blocks every origin, also one on sms of the same number; both are shown with their time', async () => {
  const agent = await newAgent('rcs', 'sms')
  const [here, beside] = [await someone(agent, 'granted'), await someone(agent, 'granted')]
  await agent.phone('rcs', here.address).sendText('STOP')
  const [saidHere, saidBeside] = [world.now().toISOString(), new Date(world.now().getTime() + 1000).toISOString()]
  world.advance(1000)
  await agent.phone('sms', beside.address).sendText('STOP')
  const stopped = outreachOnly('no opted_out', 'no opted_out')
  const answers = [await ask(agent, here), await ask(agent, beside)]
  assert.deepEqual(answers.map(inShort), [stopped, stopped])
  assert.deepEqual(
    answers.map(({ identity, facts }) => [identity.optedOut, facts.stops]),
    [
      [true, [{ channel: 'rcs', at: saidHere }]],
      [false, [{ channel: 'sms', at: saidBeside }]],
    ],
  )
})

test('the frequency cap applies only to marketing, and shows the send that it counts from', async () => {
  const agent = await newAgent('rcs')
  const person = await someone(agent, 'granted')
  const sentAt = new Date(world.now().getTime() - hours(40))
  await insertSend(agent, person, { id: 'snd_last', state: 'sent', queued_at: sentAt, sent_at: sentAt })
  await insertSend(agent, person, { state: 'failed', reason: 'dispatch_failed' })
  await insertSend(agent, person, { class: 'service' })
  await insertSend(agent, person, { sandbox: true, state: 'sent' })
  const answer = await ask(agent, person, 'marketing')
  const capped = 'no frequency_capped'
  assert.deepEqual(inShort(answer), { ...outreachOnly('now'), automated: capped, campaign: capped })
  assert.equal(answer.origins.named.warning, 'frequency_capped')
  const until = new Date(sentAt.getTime() + hours(48)).toISOString()
  assert.equal(answer.origins.campaign.until, until)
  assert.ok(answer.origins.campaign.says.includes(until))
  assert.deepEqual(answer.facts.lastMarketingSend, { sendId: 'snd_last', at: sentAt.toISOString() })
  assert.deepEqual(inShort(await ask(agent, person, 'service')), outreachOnly('now'))
  assertStatus(await agent.api.put('/settings/sending', { minTouchIntervalHours: 40 }), 200)
  assert.deepEqual(inShort(await ask(agent, person, 'marketing')), outreachOnly('now'))
})

test('safe hours and a conversation in progress show until when they delay a send', async () => {
  const agent = await newAgent('rcs')
  const person = await someone(agent, 'granted')
  await agent.phone('rcs', person.address).sendText('Hello')
  const wroteAt = world.now()
  const busy = await ask(agent, person)
  const inConversation = 'later in-conversation'
  assert.deepEqual(inShort(busy), { ...outreachOnly('now'), automated: inConversation, campaign: inConversation })
  assert.equal(busy.facts.lastWroteAt, wroteAt.toISOString())
  assert.equal(busy.origins.automated.until, new Date(wroteAt.getTime() + hours(0.5)).toISOString())
  const hour = wroteAt.getUTCHours()
  const safeHours = { startHour: (hour + 3) % 24, endHour: (hour + 5) % 24, timeZone: 'UTC' }
  assertStatus(await agent.api.put('/settings/sending', { safeHours }), 200)
  const closed = await ask(agent, person)
  const waits = 'later outside_safe_hours'
  const expected = { ...outreachOnly('now'), automated: waits, campaign: waits, followUp: waits }
  assert.deepEqual([inShort(closed), closed.facts.safeHours], [expected, safeHours])
})

test('a disabled Outreach, a missing binding, and a person without rcs each have their own reason', async () => {
  const agent = await newAgent('rcs')
  const person = await someone(agent, 'granted')
  assertStatus(await agent.api.patch('/outreach/service', { enabled: false }), 200)
  assert.deepEqual(inShort(await ask(agent, person, 'service')), outreachOnly('no outreach_unavailable'))
  await agent.verb('rcs', '_disable')
  assert.deepEqual(inShort(await ask(agent, person)), outreachOnly('no no_route', 'no no_route'))
  const { id } = assertStatus(await agent.api.post('/people', {}), 201)
  assertStatus(await agent.api.put(`/people/${id}/consent`, { status: 'granted' }), 200)
  const nobody = await ask(agent, { id })
  assert.deepEqual(inShort(nobody), outreachOnly('no no_channel_identity', 'no no_channel_identity'))
  assert.equal(nobody.identity, undefined)
})

test('a reminder goes to the preferred identity, whatever its channel', async () => {
  const agent = await newAgent('rcs', 'messengerA')
  const { id } = assertStatus(await agent.api.post('/people', {}), 201)
  assertStatus(await agent.api.put(`/people/${id}/consent`, { status: 'granted' }), 200)
  const at = { channel: 'messengerA', address: 'US.1349120865' }
  assertStatus(await agent.api.post(`/people/${id}/identities`, at), 201)
  assert.deepEqual(inShort(await ask(agent, { id })), outreachOnly('no no_channel_identity', 'no window_closed'))
  await agent.phone('messengerA', at.address).sendText('Hello')
  assert.deepEqual(inShort(await ask(agent, { id })), outreachOnly('no no_channel_identity'))
  assertStatus(await agent.api.put('/scheduling', { timezone: 'UTC', reminders: { enabled: false } }), 200)
  assert.equal(inShort(await ask(agent, { id })).reminder, 'no reminders_off')
})

test('a send goes to the preferred identity if it is on rcs, otherwise to the oldest rcs identity', async () => {
  const agent = await newAgent('rcs', 'sms')
  const { id, asid } = await someone(agent)
  const add = async (channel: 'rcs' | 'sms') =>
    assertStatus(
      await agent.api.post(`/people/${id}/identities`, {
        channel,
        address: agent.phone(channel).address,
        preferred: true,
      }),
      201,
    ).asid
  world.advance(1000)
  const second = await add('rcs')
  assert.equal((await ask(agent, { id })).identity.asid, second)
  await add('sms')
  assert.equal((await ask(agent, { id })).identity.asid, asid)
})

test('a rule does not send the same Outreach again; a number without rcs is remembered for a week', async () => {
  const agent = await newAgent('rcs')
  const person = await someone(agent, 'granted')
  await insertSend(agent, person, { outreach_id: 'service', class: 'service', origin: 'automated', state: 'sent' })
  const again = await ask(agent, person, 'service')
  assert.deepEqual(inShort(again), { ...outreachOnly('now'), automated: 'no already_sent' })
  assert.deepEqual(inShort(await ask(agent, person, 'marketing')), outreachOnly('now'))
  const checkedAt = world.now()
  const capability = 'insert into capabilities (agent_key, asid, capable, checked_at) values ($1, $2, false, $3)'
  await pool.query(capability, [agent.key.key, person.asid, checkedAt])
  const answer = await ask(agent, person)
  assert.deepEqual(inShort(answer), { ...outreachOnly('no not_rcs_capable'), followUp: 'now' })
  assert.deepEqual(answer.identity.capable, { value: false, checkedAt: checkedAt.toISOString() })
  world.advance(hours(24 * 7))
  assert.deepEqual(inShort(await ask(agent, person)), outreachOnly('now'))
})

test('unknown people and Outreaches return 404', async () => {
  const agent = await newAgent()
  const person = await someone(agent)
  const path = `/people/${person.id}/reachability`
  assertProblem(await agent.api.get('/people/per_none/reachability'), 404, 'resource.not_found')
  assertProblem(await agent.api.get(`${path}?outreachId=none`), 404, 'agent.outreach.not_found')
  assertProblem(await agent.api.get(`${path}?outreach=none`), 422, 'request.invalid')
})
