import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestProvider } from '../../../../../platform/outbound/testing/http-provider.ts'
import { createTestTools } from '../../testing/provider.ts'
import { instagramAdapter, messengerAdapter } from '../index.ts'

import { createMetaBinding, createMetaOutgoing, readGoldenBodies } from '../testing/bindings.ts'

const facebookHost = await openTestProvider()
const instagramHost = await openTestProvider()
const tools = createTestTools({ meta: facebookHost.url, instagram: `${instagramHost.url}/` })

const channels = [
  { adapter: messengerAdapter, host: facebookHost, account: '3003', envelope: { messaging_type: 'RESPONSE' } },
  { adapter: instagramAdapter, host: instagramHost, account: '4004', envelope: {} },
]

for (const { adapter, host, account, envelope } of channels) {
  const { channel } = adapter
  const binding = createMetaBinding(adapter)
  const lastCall = () => host.calls.at(-1) ?? assert.fail('Meta was not called')

  for (const name of ['text', 'ask.choice', 'carousel', 'media']) {
    test(`${name} is sent in the envelope of ${channel}`, async () => {
      for (const native of readGoldenBodies(name, channel)) {
        host.answerNext({ body: { recipient_id: '5005', message_id: 'mid.1' } })
        assert.deepEqual(await adapter.send(createMetaOutgoing('5005', native), binding, tools), {
          channelMessageId: 'mid.1',
        })
        const { method, path, headers, body } = lastCall()
        assert.deepEqual(
          [method, path, headers.authorization],
          ['POST', `/v25.0/${account}/messages`, 'Bearer EAAtoken'],
        )
        assert.deepEqual(JSON.parse(body), { ...envelope, ...native, recipient: { id: '5005' } })
      }
    })
  }

  test(`a native part on ${channel} can choose its tag, but not its recipient`, async () => {
    const native = {
      messaging_type: 'MESSAGE_TAG',
      tag: 'HUMAN_AGENT',
      message: { text: 'Hi' },
      recipient: { id: '1' },
    }
    host.answerNext({ body: { message_id: 'mid.2' } })
    await adapter.send(createMetaOutgoing('5005', native), binding, tools)
    assert.deepEqual(JSON.parse(lastCall().body), { ...native, recipient: { id: '5005' } })
  })

  for (const [signal, action] of [
    ['typing', 'typing_on'],
    ['read', 'mark_seen'],
  ] as const) {
    test(`the signal ${signal} on ${channel} is sent as ${action}`, async () => {
      await adapter.signal?.({ signal, to: '5005', id: 's1' }, binding, tools)
      assert.equal(lastCall().path, `/v25.0/${account}/messages`)
      assert.deepEqual(JSON.parse(lastCall().body), { recipient: { id: '5005' }, sender_action: action })
    })
  }

  test(`a refusal of ${channel} is reported`, async () => {
    host.answerNext({ status: 400, body: { error: { code: 10, error_subcode: 2018278 } } })
    const send = adapter.send(createMetaOutgoing('5005', { message: { text: 'Hi' } }), binding, tools)
    await assert.rejects(send, { reason: 'windowClosed', retry: 'never' })
  })

  const profile = { id: account, name: 'Shop', user_id: account, username: 'Shop' }
  test(`the credentials check of ${channel} asks for the account of the token`, async () => {
    host.answerNext({ body: profile })
    assert.deepEqual(await adapter.check?.(binding, tools), { routingId: 'Shop' })
    const { method, path, headers } = lastCall()
    const fields = channel === 'messengerB' ? 'id,name' : 'user_id,username'
    assert.deepEqual([method, path, headers.authorization], ['GET', `/v25.0/me?fields=${fields}`, 'Bearer EAAtoken'])
  })

  test(`a token of another account is refused on ${channel}`, async () => {
    const check = () => adapter.check?.(binding, tools) as Promise<unknown>
    host.answerNext({ body: { ...profile, id: '9', user_id: '9' } }, { body: 'OK' })
    await assert.rejects(check(), { reason: 'credentials', retry: 'never' })
    await assert.rejects(check(), { reason: 'providerError', retry: 'later' })
  })
}
