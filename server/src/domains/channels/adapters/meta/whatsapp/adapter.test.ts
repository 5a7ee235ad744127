import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestProvider } from '../../../../../platform/outbound/testing/http-provider.ts'
import { DispatchFailedError } from '../../../adapter.ts'
import { createTestTools } from '../../testing/provider.ts'
import { createMetaBinding, createMetaOutgoing, readGoldenBodies } from '../testing/bindings.ts'
import { whatsappAdapter } from './index.ts'

const meta = await openTestProvider()
const tools = createTestTools({ meta: meta.url })
const binding = createMetaBinding(whatsappAdapter)

const lastCall = () => meta.calls.at(-1) ?? assert.fail('Meta was not called')
const accepted = { messaging_product: 'whatsapp', contacts: [{ wa_id: '15550002002' }], messages: [{ id: 'wamid.5' }] }

for (const name of ['text', 'ask.choice', 'ask.time', 'media', 'share.place', 'showcase-pictures']) {
  test(`${name} is sent in the envelope of the Cloud API`, async () => {
    for (const native of readGoldenBodies(name, 'messengerA')) {
      meta.answerNext({ body: accepted })
      assert.deepEqual(await whatsappAdapter.send(createMetaOutgoing('+15550002002', native), binding, tools), {
        channelMessageId: 'wamid.5',
      })
      const { method, path, headers, body } = lastCall()
      assert.deepEqual([method, path], ['POST', '/v25.0/1001/messages'])
      assert.deepEqual([headers.authorization, headers['content-type']], ['Bearer EAAtoken', 'application/json'])
      const envelope = { messaging_product: 'whatsapp', recipient_type: 'individual', to: '15550002002' }
      assert.deepEqual(JSON.parse(body), { ...native, ...envelope, biz_opaque_callback_data: 'm1' })
    }
  })
}

test('a person without a number is addressed by their id', async () => {
  meta.answerNext({ body: accepted })
  await whatsappAdapter.send(
    createMetaOutgoing('US.134912086553', { type: 'text', text: { body: 'Hi' } }),
    binding,
    tools,
  )
  const { to, recipient } = JSON.parse(lastCall().body)
  assert.deepEqual([to, recipient], [undefined, 'US.134912086553'])
})

test('a native part cannot change the recipient', async () => {
  const native = { type: 'text', text: { body: 'Hi' }, to: '19990000000', recipient: 'US.9', messaging_product: 'x' }
  meta.answerNext({ body: accepted })
  await whatsappAdapter.send(createMetaOutgoing('+15550002002', native), binding, tools)
  const { to, recipient, messaging_product } = JSON.parse(lastCall().body)
  assert.deepEqual([to, recipient, messaging_product], ['15550002002', undefined, 'whatsapp'])
})

test('an empty message is refused without a call', async () => {
  const before = meta.calls.length
  for (const native of [undefined, null, 'text', {}]) {
    await assert.rejects(
      whatsappAdapter.send(createMetaOutgoing('+15550002002', native), binding, tools),
      DispatchFailedError,
    )
  }
  assert.equal(meta.calls.length, before)
})

test('a phone number id that would change the path is refused without a call', async () => {
  const before = meta.calls.length
  for (const phoneNumberId of ['', '../me', '1001/messages?x=']) {
    const send = whatsappAdapter.send(
      createMetaOutgoing('+15550002002', { type: 'text' }),
      createMetaBinding(whatsappAdapter, { phoneNumberId }),
      tools,
    )
    await assert.rejects(send, { reason: 'credentials' })
  }
  assert.equal(meta.calls.length, before)
})

const read = { messaging_product: 'whatsapp', status: 'read', message_id: 'wamid.1' }
for (const [signal, body] of [
  ['read', read],
  ['typing', { ...read, typing_indicator: { type: 'text' } }],
] as const) {
  test(`the signal ${signal} names the last message of the person`, async () => {
    await whatsappAdapter.signal?.({ signal, to: '+15550002002', lastInboundId: 'wamid.1', id: 's1' }, binding, tools)
    assert.equal(lastCall().path, '/v25.0/1001/messages')
    assert.deepEqual(JSON.parse(lastCall().body), body)
  })

  test(`the signal ${signal} is not sent without a known message`, async () => {
    const before = meta.calls.length
    await whatsappAdapter.signal?.({ signal, to: '+15550002002', id: 's1' }, binding, tools)
    assert.equal(meta.calls.length, before)
  })
}

test('the credentials check reads the phone number and shows it', async () => {
  meta.answerNext({ body: { display_phone_number: '+1 555-000-1001', verified_name: 'Shop', id: '1001' } })
  assert.deepEqual(await whatsappAdapter.check?.(binding, tools), { routingId: '+15550001001' })
  const { method, path, headers } = lastCall()
  assert.deepEqual([method, path], ['GET', '/v25.0/1001?fields=display_phone_number,verified_name'])
  assert.equal(headers.authorization, 'Bearer EAAtoken')
})

test('the credentials check distinguishes unknown credentials from a failure of Meta', async () => {
  const check = () => whatsappAdapter.check?.(binding, tools) as Promise<unknown>
  meta.answerNext({ status: 401, body: { error: { code: 190, message: 'Malformed access token EAAtoken' } } })
  await assert.rejects(check(), { reason: 'credentials', retry: 'never' })
  meta.answerNext({ status: 400, body: { error: { code: 100, error_subcode: 33 } } })
  await assert.rejects(check(), { reason: 'credentials', retry: 'never' })
  meta.answerNext({ status: 500 }, { body: 'OK' })
  await assert.rejects(check(), { reason: 'providerError', retry: 'later' })
  await assert.rejects(check(), { reason: 'providerError', retry: 'later' })
})

test('a file is looked up by its id and then downloaded from its URL with the token', async () => {
  meta.answerNext({ body: { url: `${meta.url}/files/1?ext=2`, mime_type: 'image/jpeg' } }, { body: 'the bytes' })
  const response = await whatsappAdapter.openMedia?.('777', binding, tools)
  assert.equal(await response?.text(), 'the bytes')
  const [lookup, fetched] = meta.calls.slice(-2)
  assert.deepEqual([lookup?.path, fetched?.path], ['/v25.0/777?phone_number_id=1001', '/files/1?ext=2'])
  assert.deepEqual(
    [lookup?.headers.authorization, fetched?.headers.authorization],
    ['Bearer EAAtoken', 'Bearer EAAtoken'],
  )
})

test('a file that was deleted, has no URL, or whose id would change the path cannot be opened', async () => {
  const open = (reference: string) => whatsappAdapter.openMedia?.(reference, binding, tools) as Promise<Response>
  meta.answerNext({ status: 404, body: { error: { code: 131052, message: 'Media download error' } } }, { body: {} })
  await assert.rejects(open('777'), { reason: 'rejected' })
  await assert.rejects(open('777'), { reason: 'providerError' })
  const before = meta.calls.length
  await assert.rejects(open('../me/accounts'), { reason: 'rejected' })
  assert.equal(meta.calls.length, before)
})

test('the templates of the account are listed with their status, page by page', async () => {
  const account = createMetaBinding(whatsappAdapter)
  const withAccount = { ...account, auth: { ...account.auth, businessAccountId: '2002' } }
  const components = [
    { type: 'HEADER', text: 'Hi' },
    { type: 'BODY', text: 'Hello {{1}}, see {{2}} or {{1}}' },
  ]
  const first = { name: 'spring_visit', language: 'en_US', status: 'APPROVED', category: 'MARKETING', components }
  meta.answerNext({
    body: { data: [first, { name: 'broken' }], paging: { cursors: { after: 'A1' }, next: 'https://x' } },
  })
  meta.answerNext({
    body: { data: [{ name: 'late', language: 'de', status: 'PENDING' }], paging: { cursors: { after: 'A2' } } },
  })
  const listed = await whatsappAdapter.listTemplates?.(withAccount, tools)
  const { components: _, ...shown } = first
  assert.deepEqual(listed, [
    { ...shown, text: 'Hello {{1}}, see {{2}} or {{1}}', variables: 2 },
    { name: 'late', language: 'de', status: 'PENDING' },
  ])
  const { method, path, headers } = lastCall()
  const { pathname, searchParams } = new URL(path, meta.url)
  assert.deepEqual([method, pathname, searchParams.get('after')], ['GET', '/v25.0/2002/message_templates', 'A1'])
  assert.equal(headers.authorization, 'Bearer EAAtoken')
  meta.answerNext({ status: 401, body: { error: { code: 190, message: 'expired' } } })
  await assert.rejects(async () => whatsappAdapter.listTemplates?.(withAccount, tools), { reason: 'credentials' })
})
