import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertProblem, assertStatus, type ReplyBody } from '../../../testing/client.ts'
import { createRuntimeBench } from '../../../testing/runtime-bench.ts'

/** Links with channels: where the opener goes, and what happens when that fails. */

const bench = await createRuntimeBench()
const { world } = bench
type LinkAgent = Awaited<ReturnType<typeof bench.agent>>
const agent = await bench.agent({}, 'rcs', 'sms', 'messengerA')
const opener = 'Hello, this is Harbour. You asked for a message on this number. How can I help you?'
const template = { name: 'hello', language: 'en_US', variables: [] }

const bindingOn = async (channel: string, of: LinkAgent = agent): Promise<string> => {
  const { data } = assertStatus(await of.api.get('/channels'), 200)
  return data.find((one: ReplyBody) => one.channel === channel).id
}
async function createLink(channels: string[], more: object = {}, of: LinkAgent = agent): Promise<ReplyBody> {
  const body = { bindingId: await bindingOn(channels[0] as string, of), channels, ...more }
  return assertStatus(await of.api.post('/outreach-links', body), 201)
}
async function visit(code: string, number: string): Promise<number> {
  const payload = new URLSearchParams({ number }).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  return (await bench.server.app.inject({ method: 'POST', url: `/o/${code}`, payload, headers })).statusCode
}
/** The handsets of one number on these channels. */
async function phonesOf(...channels: ('rcs' | 'sms' | 'messengerA')[]) {
  const { address } = agent.phone('rcs')
  const phones = channels.map((channel) => agent.phone(channel, address))
  for (const phone of phones) await phone.set({ receipts: 'manual' })
  const texts = async () => {
    await bench.work()
    return Promise.all(phones.map((phone) => phone.readTexts()))
  }
  return { address, phones, texts }
}

test('a link shows its channels, and one without them goes by rcs alone', async () => {
  const link = await createLink(['sms', 'rcs'])
  assert.deepEqual(link.channels, ['sms', 'rcs'])
  const { data } = assertStatus(await agent.api.get('/outreach-links'), 200)
  assert.deepEqual(data.find(({ id }: ReplyBody) => id === link.id).channels, ['sms', 'rcs'])
  const plain = assertStatus(await agent.api.post('/outreach-links', { bindingId: await bindingOn('rcs') }), 201)
  assert.equal('channels' in plain, false)
  const { address, texts } = await phonesOf('rcs', 'sms')
  assert.equal(await visit(plain.code, address), 200)
  assert.deepEqual(await texts(), [[opener], []])
})

test('invalid channels are refused, and nothing is created', async () => {
  const own = await bench.agent({}, 'rcs', 'messengerA')
  const bindingId = await bindingOn('rcs', own)
  const misfits: [field: string, body: object][] = [
    ['channels[0]', { channels: ['pigeon'] }],
    ['channels[1]', { channels: ['rcs', 'webchat'] }],
    ['channels[1]', { channels: ['rcs', 'sms'] }],
    ['channels', { channels: ['rcs', 'rcs'] }],
    ['channels', { channels: [] }],
    ['channels', { channels: null }],
    ['channels', { channels: 'rcs' }],
    ['bindingId', { channels: ['messengerA', 'rcs'], templates: { messengerA: template } }],
    ['bindingId', { channels: ['sms'] }],
    ['templates.messengerA', { channels: ['rcs', 'messengerA'] }],
    ['templates.messengerA.name', { templates: { messengerA: { ...template, name: 'no spaces' } } }],
    ['templates', { templates: null }],
    ['templates.rcs', { templates: { rcs: template } }],
  ]
  for (const [field, body] of misfits)
    assertProblem(await own.api.post('/outreach-links', { bindingId, ...body }), 400, 'request.malformed', field)
  assert.deepEqual(assertStatus(await own.api.get('/outreach-links'), 200).data, [])
  const { id } = assertStatus(await own.api.post('/outreach-links', { bindingId }), 201)
  const change = { disabled: true, channels: ['rcs'] }
  assertProblem(await own.api.patch(`/outreach-links/${id}`, change), 400, 'request.malformed', 'channels')
})

test('the opener leaves on the first channel that reaches the number, and the reply there is answered', async () => {
  const { code, id } = await createLink(['rcs', 'sms'])
  const [both, incapable] = [await phonesOf('rcs', 'sms'), await phonesOf('rcs', 'sms')]
  await incapable.phones[0]?.set({ reachable: false })
  for (const { address } of [both, incapable]) assert.equal(await visit(code, address), 200)
  assert.deepEqual(await both.texts(), [[opener], []])
  assert.deepEqual(await incapable.texts(), [[], [opener]])
  bench.play('We open at nine.')
  const userId = (await incapable.phones[1]?.sendText('When do you open?')) ?? assert.fail()
  assert.deepEqual(await incapable.texts(), [[], [opener, 'We open at nine.']])
  const { rows } = await bench.pool.query('select state from runtime_conversations where asid = $1', [userId])
  assert.deepEqual(
    rows[0].state.history.slice(0, 1).map(({ text }: ReplyBody) => text),
    [opener],
  )
  const { data } = assertStatus(await agent.api.get(`/people?q=${incapable.address.slice(1)}`), 200)
  const [person] = data
  const held = person.identities.map(({ channel }: ReplyBody) => channel).sort()
  assert.deepEqual([data.length, person.source, held], [1, 'link', ['rcs', 'sms']])
  const { data: links } = assertStatus(await agent.api.get('/outreach-links'), 200)
  assert.equal(links.find((link: ReplyBody) => link.id === id).redemptionCount, 2)
})

test('an opener that its channel fails to deliver moves on, and its reply still belongs to it', async () => {
  const { code } = await createLink(['rcs', 'sms'])
  const { address, phones, texts } = await phonesOf('rcs', 'sms')
  await visit(code, address)
  assert.deepEqual(await texts(), [[opener], []])
  const { messages } = (await phones[0]?.read()) ?? {}
  await phones[0]?.receipt(messages.at(-1).messageId, 'failed')
  assert.deepEqual(await texts(), [[opener], [opener]])
  const { rows } = await bench.pool.query(
    `select r.state from runtime_conversations r join identities i using (agent_key, asid)
      where i.address = $1 and i.channel = 'sms'`,
    [address],
  )
  assert.equal(rows[0]?.state.history.at(-1).text, opener)
})

test('on WhatsApp a visitor gets the approved template, and nobody is written to twice', async () => {
  const { code } = await createLink(['messengerA', 'sms'], { templates: { messengerA: template } })
  const { address, texts } = await phonesOf('messengerA', 'sms')
  await visit(code, address)
  await visit(code, address)
  assert.deepEqual(await texts(), [[opener], []])
  const sql = `select message ->> 'delivery' as delivery from messages m join identities i using (agent_key, asid) where i.address = $1`
  const { rows } = await bench.pool.query(sql, [address])
  assert.match(rows[0].delivery, /"hello"/)
})

test('a number that sent STOP on one channel gets nothing on the others', async () => {
  const { code } = await createLink(['rcs', 'sms'])
  const { address, phones, texts } = await phonesOf('rcs', 'sms')
  await phones[1]?.sendText('STOP')
  await bench.work()
  const before = await texts()
  assert.equal(await visit(code, address), 200)
  assert.deepEqual(await texts(), before)
})

test('a link works while one of its channels is active, and is paused when its own binding is deleted', async () => {
  const own = await bench.agent({}, 'rcs', 'sms')
  const { code, id } = await createLink(['rcs', 'sms'], {}, own)
  const address = own.phone('rcs').address
  const sms = own.phone('sms', address)
  await own.verb('rcs', '_disable')
  assert.equal(await visit(code, address), 200)
  await bench.work()
  assert.deepEqual(await sms.readTexts(), [opener])
  await own.verb('sms', '_disable')
  world.advance(11 * 60_000)
  assert.equal(await visit(code, address), 404)
  await own.verb('sms', '_enable')
  assert.equal(await visit(code, address), 200)
  await own.unbind('rcs')
  const { data } = assertStatus(await own.api.get('/outreach-links'), 200)
  assert.equal(data.find((link: ReplyBody) => link.id === id).disabledReason, 'binding_deleted')
  assertStatus(await own.api.patch(`/outreach-links/${id}`, { disabled: false }), 200)
  assert.equal(await visit(code, address), 404)
})

test('a persona on any open channel of the link can redeem it', async () => {
  const { id } = await createLink(['rcs', 'messengerA'], { templates: { messengerA: template } })
  for (const [channel, status] of [
    ['rcs', 202],
    ['messengerA', 202],
    ['sms', 409],
  ] as const) {
    const { id: personaId } = assertStatus(await agent.api.post('/personas', { name: 'Somebody', channel }), 201)
    const reply = await agent.api.post(`/outreach-links/${id}/redeem`, { personaId })
    assert.equal(reply.status, status, channel)
    if (status === 409) assert.match(reply.body.detail, /not on rcs or messengerA/)
    else {
      const { data } = assertStatus(await agent.api.get(`/personas/${personaId}/turns`), 200)
      assert.deepEqual(
        data.at(-1).messages.map(({ text }: ReplyBody) => text),
        [opener],
      )
    }
  }
})
