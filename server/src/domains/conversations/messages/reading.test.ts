import assert from 'node:assert/strict'
import { test } from 'node:test'
import { channels } from '@parley/amf'
import { assertProblem, type ReplyBody } from '../../../testing/client.ts'
import { createGatewayBench, createTextMessage } from '../../../testing/gateway-bench.ts'

/** The endpoints that only read. */

const bench = await createGatewayBench()
const agent = await bench.agent('sms', 'rcs', 'messengerA')
const post = (path: string, body: unknown) => agent.call('POST', `/v4${path}`, body)
const get = (path: string) => agent.call('GET', `/v4${path}`)

test('AML compiles into a message; with validateOnly the message is omitted', async () => {
  const aml = 'Shall we?\n\n[[chips: Yes | No = n]]'
  const { status, body } = await post('/compile', { aml })
  assert.deepEqual([status, body.warnings, body.problems], [200, [], []])
  assert.deepEqual(body.message, {
    spec: 'amf/1',
    parts: [{ type: 'text', text: 'Shall we?' }],
    chips: [{ label: 'Yes' }, { label: 'No', value: 'n' }],
  })
  const checked = await post('/compile', { aml, validateOnly: true })
  assert.deepEqual([checked.status, checked.body], [200, { warnings: [], problems: [] }])
})

test('compile returns 422 without an AMF message and lists each problem with its line and column', async () => {
  for (const more of [{}, { validateOnly: true }]) {
    const reply = await post('/compile', { aml: 'Fine.\n\n  [[wave: hand]]\n\n[[chips: A', ...more })
    assertProblem(reply, 422, 'request.invalid')
    assert.equal(typeof reply.body.message, 'string')
    const places = reply.body.problems.map(({ line, column }: ReplyBody) => `${line}:${column}`)
    assert.deepEqual(places, ['3:3', '5:1'])
    for (const { code, message } of reply.body.problems) assert.ok(code && message)
  }
})

test('a name that the agent does not have is a warning', async () => {
  const { status, body } = await post('/compile', { aml: 'Hello\n\n[[template: nowhere]]' })
  assert.equal(status, 200)
  assert.deepEqual([body.warnings.length, body.warnings[0].line, body.warnings[0].column], [1, 3, 1])
})

test('compile without aml returns 400', async () => {
  for (const body of [{}, { aml: 7 }, { aml: null }, { aml: 'x', strict: true }, undefined]) {
    assert.equal((await post('/compile', body)).status, 400)
  }
})

test('render shows a message as every channel would show it', async () => {
  const message = createTextMessage('Which **size**?', { chips: [{ label: 'Small' }, { label: 'Large' }] })
  const { status, body } = await post('/render', { message })
  assert.equal(status, 200)
  assert.deepEqual(
    body.data.map(({ channel }: ReplyBody) => channel),
    [...channels],
  )
  const [sms] = (await post('/render', { message, channels: ['sms'] })).body.data
  assert.match(sms.messages[0].text, /Which size\?[\s\S]*1[\s\S]*Small[\s\S]*2[\s\S]*Large/)
  assert.deepEqual([sms.messages[0].chips, sms.segments], [[], 1])
})

test('render accepts AML too, but not both, neither, or an invalid message', async () => {
  assert.equal((await post('/render', { aml: 'Hi', channels: ['rcs'] })).body.data[0].messages[0].text, 'Hi')
  for (const body of [
    {},
    { aml: 'Hi', message: createTextMessage('Hi') },
    { aml: 'Hi', channels: [] },
    { aml: 'Hi', channels: ['pigeon'] },
  ]) {
    assert.equal((await post('/render', body)).status, 400)
  }
  assertProblem(
    await post('/render', { message: { spec: 'amf/1', parts: [{ type: 'text' }] } }),
    422,
    'request.invalid',
    'message.parts[0].text',
  )
  assertProblem(await post('/render', { message: { spec: 'amf/1', signal: 'typing' } }), 422, 'request.invalid')
  const { body } = await post('/render', { aml: '[[chips: A' })
  assert.deepEqual([body.status, body.problems.length], [422, 1])
})

test('compile and render neither send nor store anything', async () => {
  const { rows } = await bench.server.database.pool.query('select count(*)::int as kept from messages')
  assert.deepEqual(rows, [{ kept: 0 }])
})

test('capabilities are those of the channel of the person', async () => {
  const [rcs, messenger] = [agent.phone('rcs'), agent.phone('messengerA')]
  const userId = await rcs.sendText('Hello')
  const { status, body } = await get(`/capabilities?userId=${userId}`)
  assert.equal(status, 200)
  const { channel, provider, chips, window } = body
  assert.deepEqual([body.userId, channel, provider, window], [userId, 'rcs', 'lab', { state: 'open' }])
  assert.ok(chips.max > 0 && chips.labelMaxLength > 0)
  const fields =
    'card carousel channel chips listPicker locationRequest media provider readReceipts text timePicker typing userId window'
  assert.deepEqual(Object.keys(body).sort(), fields.split(' '))
  const other = await messenger.sendText('Hello')
  bench.world.advance(24 * 3_600_000)
  assert.equal((await get(`/capabilities?userId=${other}`)).body.window.state, 'closed')
})

test('capabilities without a userId return 400, and those of an unknown person or another agent return 404', async () => {
  const stranger = await bench.agent('sms')
  const theirs = await stranger.phone('sms').sendText('Hello')
  for (const query of ['', '?userId=', '?user=x']) assert.equal((await get(`/capabilities${query}`)).status, 400)
  for (const userId of ['nobody', theirs, '%F0%9F%92%A5']) {
    assertProblem(await get(`/capabilities?userId=${userId}`), 404, 'resource.not_found')
  }
})

test('compile, render and capabilities require the token', async () => {
  const anyone = { authorization: '' }
  for (const [method, path, body] of [
    ['POST', '/v4/compile', { aml: 'x' }],
    ['POST', '/v4/render', { aml: 'x' }],
    ['GET', '/v4/capabilities?userId=x', undefined],
  ] as const) {
    assertProblem(await agent.call(method, path, body, anyone), 401, 'auth.unauthenticated')
  }
})
