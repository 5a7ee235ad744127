import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { stillWorld } from '../../../../platform/world.ts'
import { createTestDatabase } from '../../../../testing/database.ts'
import {
  type AdapterBinding,
  channelMessageIdOf,
  DispatchFailedError,
  type OutboundBubble,
  type ProviderCall,
} from '../../adapter.ts'
import { createTestTools } from '../testing/provider.ts'
import { createAssistantStore, createMcpAdapter, deleteOldAssistantEntries } from './index.ts'

const database = await createTestDatabase()
const { db, pool } = database
const world = stillWorld('2026-11-15T12:00:00Z')
const store = createAssistantStore(db, world)
const tools = createTestTools({}, world)

/** Runs while an assistant waits. */
let meanwhile: (pauses: number) => Promise<unknown> | undefined = () => undefined
let pauses = 0
const mcp = createMcpAdapter({ store, world, pause: async () => meanwhile(++pauses) })

let made = 0
async function newBinding(): Promise<AdapterBinding> {
  const id = `assistant-${++made}`
  await pool.query('insert into orgs (id, name, created_at, updated_at) values ($1, $1, now(), now())', [id])
  const { rows } = await pool.query(
    'insert into agents (org_id, id, name, created_at, updated_at) values ($1, $1, $1, now(), now()) returning agent_key',
    [id],
  )
  return {
    agentKey: rows[0].agent_key,
    bindingKey: 1,
    id,
    channel: 'aiChatE',
    provider: 'mcp',
    auth: { token: 'the-token' },
    callbackUrl: `https://gateway.example.com/v4/providers/${id}`,
  }
}
const binding = await newBinding()

function post(body: unknown, headers: ProviderCall['headers'] = {}): ProviderCall {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body))
  return { method: 'POST', url: binding.callbackUrl, query: {}, headers, body: bytes }
}

const request = (method: string, params?: object) => ({ jsonrpc: '2.0', id: 7, method, params })

async function ask(method: string, params?: object, to = binding) {
  const { answer, answerAfter, inbounds } = mcp.parse(post(request(method, params)), to)
  const { status, type, body = '' } = answer ?? (await answerAfter?.()) ?? assert.fail()
  const { jsonrpc, id, result, error } = JSON.parse(body)
  assert.deepEqual([status, type, jsonrpc, id], [200, 'application/json', '2.0', 7])
  return { result, error, inbounds }
}

const callTool = (name: string, args: object, to = binding) => ask('tools/call', { name, arguments: args }, to)

function says(conversation: string, text: string, id = world.newId('m'), bubble = 0): Promise<unknown> {
  const outgoing: OutboundBubble = {
    messageId: id,
    bubble,
    channelMessageId: channelMessageIdOf(id, bubble),
    to: conversation,
    native: { text },
    text: 'without marks',
    chips: [],
  }
  return mcp.send(outgoing, binding, tools)
}

const believed: [title: string, authorization: string | undefined, believed: boolean][] = [
  ['the token', 'Bearer the-token', true],
  ['the token, in small letters', 'bearer the-token', true],
  ['another token', 'Bearer the-token2', false],
  ['another scheme', 'Basic the-token', false],
  ['no token', undefined, false],
]
for (const [title, authorization, expected] of believed) {
  test(`an assistant with ${title} is ${expected ? '' : 'not '}authenticated`, () => {
    assert.equal(mcp.verify(post({}, { authorization }), binding, tools) === undefined, expected)
  })
}

test('a binding without a token refuses every assistant', () => {
  const open = { ...binding, auth: {} }
  assert.ok(mcp.verify(post({}, { authorization: 'Bearer undefined' }), open, tools))
  assert.ok(mcp.verify(post({}, { authorization: 'Bearer ' }), { ...open, auth: { token: '' } }, tools))
})

for (const [requested, spoken] of [
  ['2025-06-18', '2025-06-18'],
  ['2025-03-26', '2025-03-26'],
  ['1999-01-01', '2025-11-25'],
]) {
  test(`an initialize request for revision ${requested} is answered with ${spoken}`, async () => {
    const { result } = await ask('initialize', { protocolVersion: requested, capabilities: {}, clientInfo: {} })
    assert.deepEqual([result.protocolVersion, result.capabilities], [spoken, { tools: {} }])
  })
}

test('a ping is answered', async () => assert.deepEqual((await ask('ping')).result, {}))

test('tools/list returns two tools with their input schemas', async () => {
  const { result } = await ask('tools/list')
  assert.deepEqual(
    result.tools.map(({ name, inputSchema }: { name: string; inputSchema: { required: string[] } }) => [
      name,
      inputSchema.required,
    ]),
    [
      ['send_message', ['text']],
      ['read_messages', ['conversation_id']],
    ],
  )
})

const plain: [title: string, call: ProviderCall, status: number, code?: number][] = [
  ['a notification', post({ jsonrpc: '2.0', method: 'notifications/initialized' }), 202],
  ['a response', post({ jsonrpc: '2.0', id: 1, result: {} }), 202],
  ['a GET, as there is no stream', { ...post(''), method: 'GET' }, 405],
  ['a DELETE, as there is no session', { ...post(''), method: 'DELETE' }, 405],
  ['no JSON', post(Buffer.from('{')), 400, -32700],
  ['a batch', post([request('ping')]), 400, -32600],
  ['another protocol', post({ id: 1, method: 'ping' }), 400, -32600],
  ['an unknown revision', post(request('ping'), { 'mcp-protocol-version': '1999-01-01' }), 400, -32600],
]
for (const [title, call, status, code] of plain) {
  test(`${title} returns ${status}`, () => {
    const { answer, inbounds } = mcp.parse(call, binding)
    assert.deepEqual([answer?.status, inbounds], [status, []])
    assert.equal(answer?.body && JSON.parse(answer.body).error.code, code)
  })
}

test('a request may name a supported revision', () => {
  const { answer } = mcp.parse(post(request('ping'), { 'mcp-protocol-version': '2025-11-25' }), binding)
  assert.equal(answer?.status, 200)
})

test('unknown methods and tools return errors', async () => {
  assert.equal((await ask('resources/list')).error.code, -32601)
  assert.equal((await callTool('delete_everything', {})).error.code, -32602)
  assert.equal((await ask('tools/call')).error.code, -32602)
})

test('the first message starts a conversation and returns its id', async () => {
  const { result, inbounds } = await callTool('send_message', { text: ' Hello ', wait_seconds: 0 })
  const { conversation_id: from, ...rest } = result.structuredContent
  assert.deepEqual(rest, { messages: [], after: '0' })
  assert.deepEqual(JSON.parse(result.content[0].text), result.structuredContent)
  const [inbound] = inbounds
  assert.ok(inbound?.kind === 'content' && inbound.id)
  const content = { type: 'text', text: 'Hello' }
  assert.deepEqual(inbound, {
    kind: 'content',
    id: inbound.id,
    from,
    at: world.now(),
    content,
    startsConversation: true,
  })
})

test('the next message continues the conversation, and the same id always means the same conversation', async () => {
  const args = { text: 'And?', conversation_id: 'c1', message_id: 'mine', wait_seconds: 0 }
  const [first] = (await callTool('send_message', args)).inbounds
  assert.deepEqual(first, {
    kind: 'content',
    id: 'mine',
    from: 'c1',
    at: world.now(),
    content: { type: 'text', text: 'And?' },
  })
  assert.deepEqual((await callTool('send_message', args)).inbounds, [first])
})

test('a waiting caller gets the answer to its own message, and nothing older', async () => {
  await says('c2', 'Before')
  world.advance(1000)
  pauses = 0
  meanwhile = (count) => (count === 3 ? says('c2', '**Now**') : undefined)
  const { result } = await callTool('send_message', { text: 'Hello', conversation_id: 'c2', wait_seconds: 20 })
  const { messages } = result.structuredContent
  assert.deepEqual([messages, pauses], [[{ text: '**Now**', at: world.now().toISOString() }], 3])
})

test('a waiting caller is answered when the gateway closes', async () => {
  for (const [name, args] of [
    ['send_message', { text: 'Hello', conversation_id: 'c8', wait_seconds: 20 }],
    ['read_messages', { conversation_id: 'c8', wait_seconds: 20 }],
  ] as const) {
    const closing = new AbortController()
    pauses = 0
    meanwhile = async (count) => (count === 2 ? closing.abort() : undefined)
    const { answerAfter } = mcp.parse(post(request('tools/call', { name, arguments: args })), binding)
    const { body = '' } = (await answerAfter?.(closing.signal)) ?? assert.fail()
    assert.deepEqual([JSON.parse(body).result.structuredContent.messages, pauses], [[], 2])
  }
})

test('a caller whose wait times out gets an empty answer and can continue from there', async () => {
  await says('c3', 'Before')
  world.advance(1000)
  pauses = 0
  meanwhile = () => undefined
  const { result } = await callTool('send_message', { text: 'Hello', conversation_id: 'c3', wait_seconds: 2 })
  assert.deepEqual([result.structuredContent.messages, pauses], [[], 4])
  await says('c3', 'Now')
  const { after } = result.structuredContent
  const later = await callTool('read_messages', { conversation_id: 'c3', after })
  assert.deepEqual(
    later.result.structuredContent.messages.map(({ text }: { text: string }) => text),
    ['Now'],
  )
  assert.deepEqual(later.inbounds, [])
})

const textsIn = async (args: object, to = binding): Promise<string[]> =>
  (await callTool('read_messages', args, to)).result.structuredContent.messages.map(
    ({ text }: { text: string }) => text,
  )

test('messages are read in order, from the start or from a cursor, and a repeat is stored once', async () => {
  await says('c4', 'One', 'm-c4')
  await says('c4', 'Two', 'm-c4', 1)
  await says('c4', 'One', 'm-c4')
  assert.deepEqual(await textsIn({ conversation_id: 'c4' }), ['One', 'Two'])
  const { result } = await callTool('read_messages', { conversation_id: 'c4' })
  const { after } = result.structuredContent
  assert.deepEqual(await textsIn({ conversation_id: 'c4', after }), [])
  assert.deepEqual(await textsIn({ conversation_id: 'c4', after: `${Number(after) - 1}` }), ['Two'])
})

test('a message sent again with its id returns the replies since then', async () => {
  await says('c5', 'The answer')
  world.advance(1000)
  const args = { text: 'Hello', conversation_id: 'c5', message_id: 'mine', after: '0', wait_seconds: 0 }
  const { result } = await callTool('send_message', args)
  assert.equal(result.structuredContent.messages[0].text, 'The answer')
})

test('one agent does not see the messages of another', async () => {
  await says('c6', 'Ours')
  assert.deepEqual(await textsIn({ conversation_id: 'c6' }, await newBinding()), [])
})

const wrong: [title: string, tool: string, args: object, says: RegExp][] = [
  ['no text', 'send_message', {}, /^text: /],
  ['an empty text', 'send_message', { text: ' ' }, /^text: /],
  ['a text of nothing to read', 'send_message', { text: '\0' }, /^text: /],
  ['an unknown field', 'send_message', { text: 'a', to: 'b' }, /to/],
  ['too long a wait', 'send_message', { text: 'a', wait_seconds: 21 }, /^wait_seconds: /],
  ['an odd id', 'read_messages', { conversation_id: 'a\0b' }, /^conversation_id: /],
  ['no conversation', 'read_messages', {}, /^conversation_id: /],
  [
    'an odd place',
    'read_messages',
    { conversation_id: 'c', after: '-1' },
    /^after: must be a value returned in an earlier result/,
  ],
]
for (const [title, tool, args, words] of wrong) {
  test(`${tool} with ${title} explains the error`, async () => {
    const { result, inbounds } = await callTool(tool, args)
    assert.deepEqual([result.isError, inbounds], [true, []])
    assert.match(result.content[0].text, words)
  })
}

test('any input that cannot be understood is refused', () => {
  const odd = fc.oneof(
    fc.uint8Array().map((bytes) => Buffer.from(bytes)),
    fc.json().map((json) => Buffer.from(json)),
    fc.json().map((json) => Buffer.from(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${json}}`)),
    fc.json().map(
      (json) =>
        post(
          request('tools/call', {
            name: 'send_message',
            arguments: { conversation_id: json, text: JSON.parse(json) },
          }),
        ).body,
    ),
  )
  fc.assert(
    fc.property(odd, (body) => {
      const { answer, answerAfter } = mcp.parse(post(body), binding)
      assert.ok(answer || answerAfter)
    }),
  )
})

test('a message that cannot be stored is retried', async () => {
  const full = createMcpAdapter({ store: { ...store, append: () => Promise.reject(new Error('full')) }, world })
  const outgoing = { messageId: 'm', bubble: 0, channelMessageId: 'm', to: 'c', native: {}, text: 'a', chips: [] }
  await assert.rejects(full.send(outgoing, binding, tools), (error) => {
    assert.ok(error instanceof DispatchFailedError)
    return error.reason === 'providerError' && error.retry === 'later'
  })
})

test('messages are stored for 30 days and are deleted with their agent', async () => {
  await says('c7', 'Old')
  world.advance(29 * 86_400_000)
  await says('c7', 'New')
  await deleteOldAssistantEntries(db, world.now())
  assert.deepEqual(await textsIn({ conversation_id: 'c7' }), ['Old', 'New'])
  world.advance(2 * 86_400_000)
  await deleteOldAssistantEntries(db, world.now())
  assert.deepEqual(await textsIn({ conversation_id: 'c7' }), ['New'])
  await pool.query('delete from agents where agent_key = $1', [binding.agentKey])
  assert.deepEqual(await textsIn({ conversation_id: 'c7' }), [])
})
