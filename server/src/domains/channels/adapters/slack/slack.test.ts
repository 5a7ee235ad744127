import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { openTestProvider, type StubbedProviderAnswer } from '../../../../platform/outbound/testing/http-provider.ts'
import { type AdapterBinding, DispatchFailedError, type OutboundBubble, type ProviderCall } from '../../adapter.ts'
import { createTestTools } from '../testing/provider.ts'
import { createSignature } from '../webhook-request.ts'
import { slackAdapter } from './index.ts'

const provider = await openTestProvider()
const tools = createTestTools({ slack: provider.url })
const nowSeconds = tools.world.now().getTime() / 1000
const signingSecret = '8f742231b10e8888abcd99yyyzzz85a5'
const binding: AdapterBinding = {
  agentKey: 1,
  bindingKey: 1,
  id: 'chb_1',
  channel: 'workchatD',
  provider: 'slack',
  auth: { botToken: 'xoxb-token', signingSecret },
  callbackUrl: 'https://gateway.example.com/v4/providers/chb_1',
}

type Headers = ProviderCall['headers']
function call(body: string | Buffer, headers: Headers = {}): ProviderCall {
  return { method: 'POST', url: binding.callbackUrl, query: {}, headers, body: Buffer.from(body) }
}

function signed(body: string, timestamp: number | string = nowSeconds, key = signingSecret): Headers {
  const hex = createSignature({ algorithm: 'sha256', key, encoding: 'hex' }, `v0:${timestamp}:${body}`)
  return { 'x-slack-request-timestamp': `${timestamp}`, 'x-slack-signature': `v0=${hex}` }
}

const body = '{"type":"event_callback","text":"ä"}'
const believed: [title: string, call: ProviderCall, believed: boolean][] = [
  ['signed with the secret', call(body, signed(body)), true],
  ['five minutes old', call(body, signed(body, nowSeconds - 300)), true],
  ['older', call(body, signed(body, nowSeconds - 301)), false],
  ['from the future', call(body, signed(body, nowSeconds + 301)), false],
  ['signed with another secret', call(body, signed(body, nowSeconds, 'other')), false],
  ['serialized again after it was signed', call('{ "type":"event_callback","text":"ä"}', signed(body)), false],
  [
    'with another time than was signed',
    call(body, { ...signed(body), 'x-slack-request-timestamp': `${nowSeconds - 1}` }),
    false,
  ],
  [
    'of another version',
    call(body, { ...signed(body), 'x-slack-signature': signed(body)['x-slack-signature']?.replace('v0', 'v1') }),
    false,
  ],
  ['without a signature', call(body, { 'x-slack-request-timestamp': `${nowSeconds}` }), false],
  ['without a time', call(body, { 'x-slack-signature': signed(body)['x-slack-signature'] }), false],
  ['with a time that is not a number', call(body, signed(body, 'now')), false],
]
for (const [title, made, expected] of believed) {
  test(`a call ${title} is ${expected ? '' : 'not '}authentic`, () => {
    assert.equal(slackAdapter.verify(made, binding, tools) === undefined, expected)
  })
}

test('without a signing secret every call is refused', () => {
  const open = { ...binding, auth: { ...binding.auth, signingSecret: '' } }
  assert.ok(slackAdapter.verify(call(body, signed(body, nowSeconds, '')), open, tools))
})

test('the URL verification of Slack is answered with its challenge', () => {
  const { answer, inbounds } = slackAdapter.parse(call('{"type":"url_verification","challenge":"3eZb"}'), binding)
  assert.deepEqual([answer, inbounds], [{ status: 200, type: 'text/plain', body: '3eZb' }, []])
})

const message = {
  type: 'message',
  channel: 'D1',
  channel_type: 'im',
  user: 'U1',
  text: 'Hello',
  ts: '1794744000.000100',
}
function eventCall(event: object) {
  const callback = {
    type: 'event_callback',
    event_id: 'Ev1',
    event,
    authorizations: [{ user_id: 'UBOT', is_bot: true }],
  }
  return slackAdapter.parse(call(JSON.stringify(callback), { 'content-type': 'application/json' }), binding).inbounds
}

test('a message becomes content from its author, in its channel, with an id made from its timestamp', () => {
  assert.deepEqual(eventCall(message), [
    {
      kind: 'content',
      id: 'D1/1794744000.000100',
      from: 'U1',
      conversationId: 'D1',
      at: new Date(1794744000000.1),
      content: { type: 'text', text: 'Hello' },
    },
  ])
})

test('a message that mentions the app is the same item whether Slack reports it as a message or as a mention', () => {
  const event = { ...message, channel: 'C1', text: '<@UBOT> Hello' }
  assert.deepEqual(eventCall({ ...event, type: 'app_mention' }), eventCall(event))
  assert.deepEqual(eventCall(event)[0], { ...eventCall({ ...message, channel: 'C1' })[0] })
})

test('a reply to a message in a thread stays in the thread', () => {
  const [inbound] = eventCall({ ...message, thread_ts: '1794743000.000000' })
  assert.equal(inbound?.kind === 'content' && inbound.conversationId, 'D1/1794743000.000000')
})

const typed: [slack: string, person: string][] = [
  ['a &lt;b&gt; &amp;amp; c', 'a <b> &amp; c'],
  ['see <https://example.com/a?b=1&amp;c=2|example.com/a>', 'see https://example.com/a?b=1&c=2'],
  ['<mailto:a@example.com|a@example.com> or <tel:+15551230001|+15551230001>', 'a@example.com or +15551230001'],
  ['<#C1|general> <@U2> <@U3|kim> <!here> <!subteam^S1|@desk>', '#general @U2 @kim @here @desk'],
]
for (const [text, person] of typed) {
  test(`${text} is read as ${person}`, () => {
    const [inbound] = eventCall({ ...message, text })
    assert.deepEqual(inbound?.kind === 'content' && inbound.content, { type: 'text', text: person })
  })
}

test('files become media, and the first one carries the text; an external file becomes a link', () => {
  const files = [
    { url_private: 'https://files.slack.com/files-pri/T1-F1/a.png', mimetype: 'image/png', name: 'a.png' },
    { url_private: 'https://files.slack.com/files-pri/T1-F2/b.pdf' },
    { url_private: 'https://drive.example.com/c', mimetype: 'text/plain' },
    { id: 'F3', file_access: 'check_file_info' },
  ]
  const inbounds = eventCall({ ...message, subtype: 'file_share', text: 'Look', files })
  assert.deepEqual(
    inbounds.map((inbound) => inbound.kind === 'content' && [inbound.id, inbound.content]),
    [
      [
        'D1/1794744000.000100',
        {
          type: 'media',
          reference: 'https://files.slack.com/files-pri/T1-F1/a.png',
          mediaType: 'image/png',
          name: 'a.png',
          text: 'Look\nhttps://drive.example.com/c',
        },
      ],
      ['D1/1794744000.000100/1', { type: 'media', reference: 'https://files.slack.com/files-pri/T1-F2/b.pdf' }],
    ],
  )
})

const silent: [title: string, event: object][] = [
  ['of a bot', { ...message, bot_id: 'B1' }],
  ['of our own', { ...message, user: 'UBOT' }],
  ['that was edited', { ...message, subtype: 'message_changed' }],
  ['that was deleted', { type: 'message', subtype: 'message_deleted', channel: 'D1', ts: '1' }],
  ['that a bot posted', { ...message, subtype: 'bot_message' }],
  ['about a person who joined', { ...message, subtype: 'channel_join' }],
  ['without a word', { ...message, text: '' }],
  ['of another kind', { type: 'reaction_added', user: 'U1' }],
]
for (const [title, event] of silent) test(`a message ${title} is ignored`, () => assert.deepEqual(eventCall(event), []))

function tapped(actions: object[], more: object = {}) {
  const container = { type: 'message', message_ts: '1794744000.000200', channel_id: 'D1' }
  const payload = JSON.stringify({ type: 'block_actions', user: { id: 'U1' }, container, actions, ...more })
  const form = new URLSearchParams({ payload }).toString()
  const type = 'application/x-www-form-urlencoded'
  return slackAdapter.parse(call(form, { 'content-type': type }), binding).inbounds
}

test('a button is received as a tap with its value', () => {
  const action = {
    type: 'button',
    action_id: 'tap-1',
    action_ts: '1794744001.5',
    value: 'amf|m1|1',
    text: { type: 'plain_text', text: 'Yes & no' },
  }
  assert.deepEqual(tapped([action]), [
    {
      kind: 'content',
      id: 'D1/1794744000.000200/tap-1/1794744001.5',
      from: 'U1',
      conversationId: 'D1',
      at: new Date(1794744001500),
      content: { type: 'tap', postback: 'amf|m1|1', label: 'Yes & no' },
    },
  ])
})

const option = (value: string, text: string) => ({ value, text: { type: 'plain_text', text } })
const picks: [title: string, action: object, content: object | undefined][] = [
  [
    'a row of a select',
    { selected_option: option('amf|m1|2', 'Blue') },
    { type: 'tap', postback: 'amf|m1|2', label: 'Blue', picked: true },
  ],
  [
    'several rows',
    { selected_options: [option('amf|m1|1', 'Red'), option('amf|m1|2', 'Blue')] },
    { type: 'tap', postback: 'amf|m1|1', label: 'Red', picked: true, also: ['amf|m1|2'] },
  ],
  ['a date of another app', { selected_date: '2026-11-20' }, undefined],
]
for (const [title, chosen, content] of picks) {
  test(`${title} is ${content ? 'picked' : 'left out'}`, () => {
    const [inbound] = tapped([{ action_id: 'pick-1', action_ts: '1794744001.5', ...chosen }])
    assert.deepEqual(inbound?.kind === 'content' ? inbound.content : undefined, content)
  })
}

test('the adapter ignores any input it does not understand', () => {
  const types = fc.constantFrom(undefined, 'application/json', 'application/x-www-form-urlencoded')
  const odd = fc.oneof(
    fc.uint8Array().map((bytes) => Buffer.from(bytes)),
    fc.json().map((json) => Buffer.from(json)),
    fc.json().map((json) => Buffer.from(`payload=${encodeURIComponent(json)}`)),
    fc
      .record({
        type: fc.constantFrom('event_callback', 'url_verification', 'block_actions'),
        event: fc.object(),
        actions: fc.array(fc.object()),
      })
      .map((o) => Buffer.from(JSON.stringify(o))),
  )
  fc.assert(
    fc.property(odd, types, (bytes, type) => {
      assert.deepEqual(slackAdapter.parse(call(bytes, { 'content-type': type }), binding).inbounds, [])
    }),
  )
})

const outgoing: OutboundBubble = {
  messageId: 'm1',
  bubble: 0,
  channelMessageId: 'm1',
  to: 'U1',
  conversationId: 'D1',
  native: { text: 'Hello', blocks: [{ type: 'section' }], channel: 'C-of-somebody-else' },
  text: 'Hello',
  chips: [],
}
const posted = { body: { ok: true, channel: 'D1', ts: '1794744002.1' } }
const sentBodies = () => provider.calls.splice(0).map(({ path, body }) => [path, JSON.parse(body)])

test('a reply goes to the channel where the person wrote, with the token of the bot', async () => {
  provider.calls.length = 0
  provider.answerNext(posted)
  const sent = await slackAdapter.send(outgoing, binding, tools)
  assert.deepEqual(sent, { channelMessageId: 'D1/1794744002.1', conversationId: 'D1' })
  assert.equal(provider.calls[0]?.headers.authorization, 'Bearer xoxb-token')
  const message = { text: 'Hello', blocks: [{ type: 'section' }], channel: 'D1' }
  assert.deepEqual(sentBodies(), [['/api/chat.postMessage', message]])
})

test('a reply in a thread names the thread', async () => {
  provider.answerNext(posted)
  const sent = await slackAdapter.send({ ...outgoing, conversationId: 'D1/1794743000.0' }, binding, tools)
  assert.equal(sent.conversationId, 'D1/1794743000.0')
  const [[, message] = []] = sentBodies()
  assert.deepEqual([message.channel, message.thread_ts], ['D1', '1794743000.0'])
})

test('a native payload names a thread of its own, or none', async () => {
  const conversationId = 'D1/1794743000.0'
  for (const thread_ts of ['1794741000.0', null]) {
    provider.answerNext(posted)
    const native = { text: 'Hello', thread_ts }
    const sent = await slackAdapter.send({ ...outgoing, native, conversationId }, binding, tools)
    assert.equal(sent.conversationId, conversationId)
  }
  const threads = sentBodies().map(([, message]) => message.thread_ts)
  assert.deepEqual(threads.slice(-2), ['1794741000.0', undefined])
})

test('a person who has not written yet is reached in a newly opened conversation', async () => {
  provider.answerNext({ body: { ok: true, channel: { id: 'D9' } } }, posted)
  const sent = await slackAdapter.send({ ...outgoing, conversationId: undefined }, binding, tools)
  assert.equal(sent.conversationId, 'D9')
  const [opened, message] = sentBodies()
  assert.deepEqual(opened, ['/api/conversations.open', { users: 'U1' }])
  assert.equal(message?.[1].channel, 'D9')
})

async function failureOf(work: Promise<unknown> | undefined): Promise<DispatchFailedError> {
  const failure = await work?.then(
    () => undefined,
    (error) => error,
  )
  assert.ok(failure instanceof DispatchFailedError, `${failure}`)
  assert.doesNotMatch(failure.message, /xoxb|U1/)
  return failure
}

const refusal = (error: string): StubbedProviderAnswer => ({ body: { ok: false, error } })
const failures: [title: string, answer: StubbedProviderAnswer, reason: string, retry: string, after?: number][] = [
  ['channel_not_found', refusal('channel_not_found'), 'invalidRecipient', 'never'],
  ['not_in_channel', refusal('not_in_channel'), 'unreachable', 'never'],
  ['invalid_auth', refusal('invalid_auth'), 'credentials', 'never'],
  ['token_revoked', refusal('token_revoked'), 'credentials', 'never'],
  ['msg_too_long', refusal('msg_too_long'), 'rejected', 'never'],
  [
    'ratelimited in the body',
    { ...refusal('ratelimited'), headers: { 'retry-after': '30' } },
    'rateLimited',
    'later',
    30,
  ],
  ['429', { status: 429, headers: { 'retry-after': '12' }, body: '' }, 'rateLimited', 'later', 12],
  ['service_unavailable', refusal('service_unavailable'), 'providerError', 'later'],
  ['internal_error', refusal('internal_error'), 'providerError', 'unknown'],
  ['503', { status: 503, body: '<html>' }, 'providerError', 'unknown'],
  ['a page in place of JSON', { body: '<html>' }, 'timeout', 'unknown'],
  ['a cut connection', { reset: 'beforeAnswer' }, 'timeout', 'unknown'],
]
for (const [title, answer, reason, retry, after] of failures) {
  test(`a message that ends in ${title} fails with ${reason}`, async () => {
    provider.answerNext(answer)
    const failure = await failureOf(slackAdapter.send(outgoing, binding, tools))
    assert.deepEqual([failure.reason, failure.retry, failure.retryAfterSeconds], [reason, retry, after])
  })
}

test('opening a conversation with an unknown outcome is retried because the person has not seen anything yet', async () => {
  provider.answerNext({ reset: 'beforeAnswer' })
  const failure = await failureOf(slackAdapter.send({ ...outgoing, conversationId: undefined }, binding, tools))
  assert.deepEqual([failure.reason, failure.retry], ['providerError', 'later'])
})

test('the credentials check returns the workspace and the bot', async () => {
  provider.answerNext({ body: { ok: true, team_id: 'T1', bot_id: 'B1' } }, refusal('invalid_auth'))
  assert.deepEqual(await slackAdapter.check?.(binding, tools), { routingId: 'T1/B1' })
  assert.equal((await failureOf(slackAdapter.check?.(binding, tools))).reason, 'credentials')
})

test('a file is opened with the token', async () => {
  provider.calls.length = 0
  provider.answerNext({ body: 'bytes' })
  const response = await slackAdapter.openMedia?.('https://files.slack.com/files-pri/T1-F1/a.png?x=1', binding, tools)
  assert.equal(await response?.text(), 'bytes')
  const { path, headers } = provider.calls[0] ?? assert.fail()
  assert.deepEqual([path, headers.authorization], ['/files-pri/T1-F1/a.png?x=1', 'Bearer xoxb-token'])
})

test('a file URL that leads to the sign-in page returns no file', async () => {
  provider.answerNext({ status: 302, headers: { location: '/signin' } })
  const failure = await failureOf(slackAdapter.openMedia?.('https://files.slack.com/a', binding, tools))
  assert.equal(failure.reason, 'credentials')
})

for (const address of [
  'https://slack.com.example.com/a',
  'http://files.slack.com/a',
  'https://example.com/slack.com',
  'a',
]) {
  test(`the token is not sent to ${address}`, async () => {
    provider.calls.length = 0
    assert.equal((await failureOf(slackAdapter.openMedia?.(address, binding, tools))).reason, 'rejected')
    assert.equal(provider.calls.length, 0)
  })
}
