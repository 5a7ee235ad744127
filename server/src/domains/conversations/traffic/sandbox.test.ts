import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertStatus, type ReplyBody } from '../../../testing/client.ts'
import { createRehearsalBench } from '../../../testing/rehearsal-bench.ts'
import { createTrafficReader } from '../../../testing/traffic-reader.ts'

/** Sandbox traffic: excluded by default, and marked. */

const bench = await createRehearsalBench()
const { read } = createTrafficReader(bench.server)
bench.play(({ type }) => (type !== 'message' ? [] : [{ spec: 'amf/1', parts: [{ type: 'text', text: 'Welcome' }] }]))

test('rehearsals are test traffic: lists show them only on request, marked and with the rendered channel', async () => {
  const agent = await bench.agent()
  const persona = assertStatus(await agent.post('/personas', { name: 'Ada', channel: 'sms' }), 201)
  assertStatus(await agent.post(`/personas/${persona.id}/turns`, { turn: 'Hello' }), 200)
  const list = async (path: string) => (await read(agent, path)).data
  for (const path of ['/messages', '/conversations', '/users', '/messages?includeTest=false', '/messages?type=content'])
    assert.deepEqual(await list(path), [], path)
  const marked = { channel: 'webchat', test: true, emulatedChannel: 'sms' }
  const marks = ({ channel, test, emulatedChannel }: Record<string, unknown>) => ({ channel, test, emulatedChannel })
  for (const path of ['messages', 'conversations', 'users']) {
    const entries = await list(`/${path}?includeTest=true`)
    assert.ok(entries.length > 0, path)
    for (const entry of entries) assert.deepEqual(marks(entry), marked, path)
  }
  const content = await list('/messages?includeTest=true&type=content')
  assert.deepEqual(
    content.map(({ origin, text }) => [origin, text]).sort(),
    [['agent', 'Welcome'], ['user', 'Hello']],
  ) // biome-ignore format: short
  const sizes = content.map(({ bubbles }) => bubbles?.map(({ sms }: ReplyBody) => sms.segments))
  assert.deepEqual(sizes, content[0]?.origin === 'agent' ? [[1], undefined] : [undefined, [1]])
  const [user] = await list('/users?includeTest=true')
  assert.deepEqual([user?.userId, user?.messageCount], [persona.userId, 2])
  assert.deepEqual(await list(`/messages?userId=${user?.userId}`), [])
  const [conversation] = await list(`/conversations?includeTest=true&userId=${user?.userId}`)
  assert.deepEqual([conversation?.messageCount, conversation?.firstMessagePreview], [2, 'Hello'])
})

test('resetting a persona deletes all its traffic', async () => {
  const agent = await bench.agent()
  const persona = assertStatus(await agent.post('/personas', { name: 'Ada' }), 201)
  assertStatus(await agent.post(`/personas/${persona.id}/turns`, { turn: 'Hello' }), 200)
  assert.ok((await read(agent, '/messages?includeTest=true')).data.length > 0)
  assertStatus(await agent.post(`/personas/${persona.id}/_reset`), 200)
  for (const path of ['messages', 'conversations', 'users'])
    assert.deepEqual((await read(agent, `/${path}?includeTest=true`)).data, [], path)
})
