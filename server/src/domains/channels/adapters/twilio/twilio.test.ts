import assert from 'node:assert/strict'
import { createHash, createHmac } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { openTestProvider, type StubbedProviderAnswer } from '../../../../platform/outbound/testing/http-provider.ts'
import type { ProviderCall } from '../../adapter.ts'
import {
  assertReadsAnything,
  createTestBinding,
  createTestCall,
  createTestOutgoing,
  expectDispatchFailedError,
} from '../testing/cases.ts'
import { createTestTools } from '../testing/provider.ts'
import { twilioRcsAdapter, twilioSmsAdapter } from './index.ts'

const twilio = await openTestProvider()
const tools = createTestTools({ twilio: twilio.url })
const account = { accountSid: 'AC1', authToken: 'token' }
const binding = createTestBinding(twilioSmsAdapter, { ...account, from: '+12025550100' })
const rcs = createTestBinding(twilioRcsAdapter, { ...account, messagingServiceSid: 'MG1' })
const basic = `Basic ${Buffer.from('AC1:token').toString('base64')}`

const formSent = () => [...new URLSearchParams(twilio.calls.at(-1)?.body)]

test('a text is posted as a form whose status callback contains our own id', async () => {
  twilio.answerNext({ status: 201, body: { sid: 'SM1', status: 'queued' } })
  const sent = await twilioSmsAdapter.send(createTestOutgoing({ Body: 'Grüße & more' }), binding, tools)
  assert.deepEqual(sent, { channelMessageId: 'msg_1' })
  const { method, path, headers } = twilio.calls.at(-1) ?? assert.fail()
  assert.deepEqual([method, path, headers.authorization], ['POST', '/2010-04-01/Accounts/AC1/Messages.json', basic])
  assert.equal(headers['content-type'], 'application/x-www-form-urlencoded')
  assert.deepEqual(formSent(), [
    ['Body', 'Grüße & more'],
    ['To', '+12025550123'],
    ['From', '+12025550100'],
    ['StatusCallback', 'https://gw.example.com/hooks/b_1?message=msg_1'],
  ])
})

test('a native payload is sent unchanged, but cannot choose sender, recipient or callback', async () => {
  const native = {
    Body: 'Look',
    MediaUrl: ['https://a.example/1.png', 'https://a.example/2.png'],
    ContentVariables: { 1: 'x' },
    To: '+1999',
    From: '+1998',
    StatusCallback: 'https://evil.example',
  }
  await twilioSmsAdapter.send(
    createTestOutgoing(native),
    { ...binding, auth: { ...binding.auth, messagingServiceSid: 'MG1' } },
    tools,
  )
  assert.deepEqual(formSent().sort(), [
    ['Body', 'Look'],
    ['ContentVariables', '{"1":"x"}'],
    ['MediaUrl', 'https://a.example/1.png'],
    ['MediaUrl', 'https://a.example/2.png'],
    ['MessagingServiceSid', 'MG1'],
    ['StatusCallback', 'https://gw.example.com/hooks/b_1?message=msg_1'],
    ['To', '+12025550123'],
  ])
})

test('a message that Twilio accepts with a broken answer counts as sent', async () => {
  twilio.answerNext({ status: 201, body: '<html>' })
  assert.deepEqual(await twilioSmsAdapter.send(createTestOutgoing({ Body: 'x' }), binding, tools), {
    channelMessageId: 'msg_1',
  })
})

const error = (status: number, code: number): StubbedProviderAnswer => ({
  status,
  body: { code, status, message: 'about +12025550123' },
})
const refusals: [answer: StubbedProviderAnswer, reason: string, retry: string, after?: number][] = [
  [error(400, 21610), 'optedOut', 'never'],
  [error(400, 21211), 'invalidRecipient', 'never'],
  [error(400, 21614), 'invalidRecipient', 'never'],
  [error(400, 21617), 'rejected', 'never'],
  [error(400, 21611), 'rateLimited', 'later'],
  [error(400, 30023), 'rateLimited', 'later', 3600],
  [error(400, 63036), 'unreachable', 'never'],
  [error(400, 63016), 'windowClosed', 'never'],
  [error(400, 99999), 'rejected', 'never'],
  [error(401, 20003), 'credentials', 'never'],
  [error(404, 20404), 'credentials', 'never'],
  [error(429, 20429), 'rateLimited', 'later'],
  [{ status: 429, headers: { 'retry-after': '5' } }, 'rateLimited', 'later', 5],
  [error(500, 20500), 'providerError', 'unknown'],
  [{ status: 200, body: '<html>' }, 'providerError', 'unknown'],
  [{ status: 400, body: 'no json' }, 'rejected', 'never'],
  [{ reset: 'beforeAnswer' }, 'timeout', 'unknown'],
]
for (const [refusal, reason, retry, after] of refusals) {
  test(`an answer of ${JSON.stringify(refusal.body ?? refusal)} means ${reason}`, async () => {
    twilio.answerNext(refusal)
    const failure = await expectDispatchFailedError(
      twilioSmsAdapter.send(createTestOutgoing({ Body: 'x' }), binding, tools),
    )
    assert.deepEqual([failure.reason, failure.retry, failure.retryAfterSeconds], [reason, retry, after])
    assert.doesNotMatch(failure.message, /2025550123|token/)
  })
}

test('nothing is sent without a sender or without text', async () => {
  const before = twilio.calls.length
  const attempts = [
    () => twilioSmsAdapter.send(createTestOutgoing({ Body: 'x' }), { ...binding, auth: account }, tools),
    () => twilioSmsAdapter.send(createTestOutgoing({ Body: '' }), binding, tools),
    () => twilioRcsAdapter.send(createTestOutgoing({ contentMessage: {} }), rcs, tools),
  ]
  const reasons = await Promise.all(
    attempts.map(async (attempt) => (await expectDispatchFailedError(attempt())).reason),
  )
  assert.deepEqual(reasons, ['credentials', 'rejected', 'rejected'])
  assert.equal(twilio.calls.length, before)
})

const fileUrl = 'https://a.example/red.png'
const reply = (text: string) => ({ reply: { text, postbackData: 'p' } })
const action = (text: string, does: object) => ({ action: { text, postbackData: 'p', ...does } })
const drawn: [title: string, contentMessage: object, content: Record<string, string>][] = [
  [
    'a text with chips',
    {
      text: 'When?',
      suggestions: [
        reply('Mon 9:00'),
        action('Open', { openUrlAction: { url: 'https://a.example' } }),
        action('Call', { dialAction: { phoneNumber: '+12025550111' } }),
        action('Map', { viewLocationAction: { latLong: { latitude: 1.5, longitude: 2 }, label: 'Shop' } }),
        action('Save', {
          createCalendarEventAction: {
            title: 'Visit',
            startTime: '2026-11-20T15:00:00Z',
            endTime: '2026-11-20T16:00:00Z',
          },
        }),
        action('Share location', { shareLocationAction: {} }),
      ],
    },
    {
      Body: [
        'When?\n',
        '- Mon 9:00',
        '- Open: https://a.example',
        '- Call: +12025550111',
        '- Map: Shop https://www.google.com/maps/search/?api=1&query=1.5%2C2',
        '- Save: Visit, 2026-11-20T15:00:00Z - 2026-11-20T16:00:00Z',
        '- Share location',
      ].join('\n'),
    },
  ],
  ['a file', { contentInfo: { fileUrl } }, { MediaUrl: fileUrl }],
  [
    'a card',
    {
      richCard: {
        standaloneCard: {
          cardContent: {
            title: 'Red',
            description: 'Wool',
            media: { contentInfo: { fileUrl } },
            suggestions: [reply('Take')],
          },
        },
      },
      suggestions: [reply('No')],
    },
    { Body: 'Red\nWool\n- Take\n\n- No', MediaUrl: fileUrl },
  ],
  [
    'a carousel',
    {
      richCard: {
        carouselCard: {
          cardContents: [
            { title: 'Red', media: { contentInfo: { fileUrl } }, suggestions: [reply('Take red')] },
            { title: 'Blue' },
          ],
        },
      },
    },
    { Body: `Red\n- Take red\n${fileUrl}\n\nBlue` },
  ],
]
for (const [title, contentMessage, content] of drawn) {
  test(`on RCS ${title} is sent as text without losing content`, async () => {
    await twilioRcsAdapter.send(createTestOutgoing({ contentMessage }), rcs, tools)
    const { To, MessagingServiceSid, StatusCallback, ...sent } = Object.fromEntries(formSent())
    assert.deepEqual(sent, content)
    assert.deepEqual(
      [To, MessagingServiceSid, StatusCallback?.endsWith('?message=msg_1')],
      ['rcs:+12025550123', 'MG1', true],
    )
  })
}

test('on RCS a template is sent unchanged, and an unreadable payload is sent as its plain text', async () => {
  await twilioRcsAdapter.send(createTestOutgoing({ ContentSid: 'HX1' }), rcs, tools)
  assert.equal(Object.fromEntries(formSent()).ContentSid, 'HX1')
  await twilioRcsAdapter.send(
    createTestOutgoing({ contentMessage: { uploadedRbmFile: {} } }, { text: 'A file' }),
    rcs,
    tools,
  )
  assert.equal(Object.fromEntries(formSent()).Body, 'A file')
})

test('the credentials check reads the account', async () => {
  twilio.answerNext({ body: { status: 'active' } }, { body: { status: 'suspended' } }, { status: 401 })
  assert.deepEqual(await twilioSmsAdapter.check?.(binding, tools), { routingId: '+12025550100' })
  assert.equal(twilio.calls.at(-1)?.path, '/2010-04-01/Accounts/AC1.json')
  for (const _ of [1, 2]) {
    assert.equal(
      (await expectDispatchFailedError(Promise.resolve(twilioSmsAdapter.check?.(binding, tools)))).reason,
      'credentials',
    )
  }
})

test('a file from a person is opened with the credentials, which only Twilio receives', async () => {
  const elsewhere = await openTestProvider()
  twilio.answerNext({ status: 307, headers: { location: `${elsewhere.url}/bytes` } })
  elsewhere.answerNext({ body: 'bytes' })
  const response = await twilioSmsAdapter.openMedia?.(`${twilio.url}/Media/ME1`, binding, tools)
  assert.equal(await response?.text(), 'bytes')
  assert.equal(twilio.calls.at(-1)?.headers.authorization, basic)
  await (await twilioSmsAdapter.openMedia?.(`${elsewhere.url}/other`, binding, tools))?.text()
  assert.deepEqual(
    elsewhere.calls.map(({ headers }) => headers.authorization),
    [undefined, undefined],
  )
})

function signedCall(token: string, url: string, fields: Record<string, string> | [string, string][]): ProviderCall {
  const form = new URLSearchParams(fields)
  const sorted = [...new Set(form.keys())].sort().map((name) => name + form.getAll(name).join(''))
  const signature = createHmac('sha1', token)
    .update(url + sorted.join(''))
    .digest('base64')
  return createTestCall(`${form}`, {
    url,
    query: Object.fromEntries(new URL(url).searchParams),
    headers: { 'x-twilio-signature': signature },
  })
}

test('a call is authentic by its signature over the URL and the fields', () => {
  const url = 'https://mycompany.com/myapp.php?foo=1&bar=2'
  const fields = {
    To: '+18005551212',
    CallSid: 'CA1234567890ABCDE',
    Caller: '+14158675309',
    Digits: '1234',
    From: '+14158675309',
  }
  const call = createTestCall(`${new URLSearchParams(fields)}`, {
    url,
    headers: { 'x-twilio-signature': 'RSOYDt4T1cUTdK1PDd93/VVr8B8=' },
  })
  assert.equal(twilioSmsAdapter.verify(call, { ...binding, auth: { authToken: '12345' } }, tools), undefined)
  const repeated = signedCall('token', 'https://gw.example.com/hooks/b_1', [
    ['b', '2'],
    ['a', 'ü'],
    ['b', '1'],
  ])
  assert.equal(twilioSmsAdapter.verify(repeated, binding, tools), undefined)
})

test('a call is refused when any part of it differs from what was signed', () => {
  const url = 'https://gw.example.com/hooks/b_1?message=m'
  const call = signedCall('token', url, { From: '+1' })
  const odd = [
    { ...call, url: `${url}2` },
    { ...call, body: Buffer.from('From=%2B2') },
    { ...call, body: Buffer.from('From=%2B1&Body=x') },
    { ...call, headers: {} },
    signedCall('other', url, { From: '+1' }),
  ]
  for (const one of odd) assert.equal(typeof twilioSmsAdapter.verify(one, binding, tools), 'string')
  assert.equal(typeof twilioSmsAdapter.verify(signedCall('', url, {}), { ...binding, auth: {} }, tools), 'string')
})

test('a JSON body is authentic by its hash in the URL', () => {
  const body = '{"a":1}'
  const url = `https://gw.example.com/hooks/b_1?bodySHA256=${createHash('sha256').update(body).digest('hex')}`
  const call = { ...signedCall('token', url, {}), body: Buffer.from(body) }
  assert.equal(twilioSmsAdapter.verify(call, binding, tools), undefined)
  assert.equal(typeof twilioSmsAdapter.verify({ ...call, body: Buffer.from('{"a":2}') }, binding, tools), 'string')
})

const answer = { status: 200, type: 'text/xml', body: '<?xml version="1.0" encoding="UTF-8"?><Response/>' }
const parsed = (fields: Record<string, string>, query = {}) => {
  const parsed = twilioSmsAdapter.parse(createTestCall(`${new URLSearchParams(fields)}`, { query }), binding)
  assert.deepEqual(parsed.answer, answer)
  return JSON.parse(JSON.stringify(parsed.inbounds))
}

const receipt = { kind: 'receipt', channelMessageId: 'msg_1' }
const statuses: [status: string, code: string | undefined, receipt?: object][] = [
  ['queued', undefined],
  ['sending', undefined],
  ['sent', undefined, { state: 'sent' }],
  ['delivered', undefined, { state: 'delivered' }],
  ['read', undefined, { state: 'read' }],
  [
    'undelivered',
    '30003',
    { state: 'failed', reason: 'unreachable', detail: 'Twilio: the phone is off or out of range (30003)' },
  ],
  [
    'undelivered',
    '30005',
    { state: 'failed', reason: 'invalidRecipient', detail: 'Twilio: the number does not exist (30005)' },
  ],
  ['failed', '12', { state: 'failed', reason: 'rejected', detail: 'Twilio did not deliver it (12)' }],
  ['canceled', undefined, { state: 'failed', reason: 'rejected', detail: 'Twilio did not deliver it' }],
]
for (const [status, code, expected] of statuses) {
  test(`the status ${status}${code ? ` with ${code}` : ''} is ${expected ? 'a receipt' : 'no receipt'}`, () => {
    const fields = { MessageSid: 'SM1', MessageStatus: status, From: '+1', To: '+2', ...(code && { ErrorCode: code }) }
    assert.deepEqual(parsed(fields, { message: 'msg_1' }), expected ? [{ ...receipt, ...expected }] : [])
    assert.deepEqual(parsed(fields), [], 'of a message that is not ours')
  })
}

const inbound = { MessageSid: 'SM1', SmsStatus: 'received', From: '+12025550123', To: '+12025550100', NumMedia: '0' }
const content = { kind: 'content', from: '+12025550123', id: 'SM1' }
const read: [title: string, fields: Record<string, string>, inbounds: unknown[]][] = [
  ['a text', { Body: 'Hi' }, [{ ...content, content: { type: 'text', text: 'Hi' } }]],
  ['a text by RCS', { From: 'rcs:+12025550123', Body: 'Hi' }, [{ ...content, content: { type: 'text', text: 'Hi' } }]],
  [
    'a tap',
    { Body: 'Yes', ButtonPayload: 'amf|m1|0', ButtonText: 'Yes' },
    [{ ...content, content: { type: 'tap', postback: 'amf|m1|0', label: 'Yes' } }],
  ],
  [
    'files with a text',
    { Body: 'Look', NumMedia: '2', MediaUrl0: 'https://x/0', MediaContentType0: 'image/png', MediaUrl1: 'https://x/1' },
    [
      { ...content, content: { type: 'media', reference: 'https://x/0', mediaType: 'image/png', text: 'Look' } },
      { ...content, id: 'SM1-1', content: { type: 'media', reference: 'https://x/1' } },
    ],
  ],
  [
    'a place',
    { Body: '', Latitude: '37.5', Longitude: '-122', Label: 'Shop' },
    [{ ...content, content: { type: 'place', place: { latitude: 37.5, longitude: -122, name: 'Shop' } } }],
  ],
  ['nothing', { Body: '' }, []],
  ['nobody', { From: '', Body: 'Hi' }, []],
]
for (const [title, fields, inbounds] of read) {
  test(`Twilio reports ${title}`, () => assert.deepEqual(parsed({ ...inbound, ...fields }), inbounds))
}

test('any content from Twilio is parsed without an exception', () => {
  const odd = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('\0', '1e9', '-3', 'NaN'))
  const names = [
    'From',
    'MessageSid',
    'Body',
    'NumMedia',
    'MediaUrl0',
    'ButtonPayload',
    'Latitude',
    'Longitude',
    'MessageStatus',
    'ErrorCode',
  ]
  const form = fc.dictionary(fc.constantFrom(...names), odd).map((fields) => `${new URLSearchParams(fields)}`)
  assertReadsAnything(twilioSmsAdapter, binding, fc.oneof(form, fc.string()))
})
