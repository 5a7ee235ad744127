import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findFreePort } from '../../testing/free-port.ts'
import { createOutbound } from '../outbound/index.ts'
import {
  createMailgunMailer,
  createSendgridMailer,
  type Mail,
  MailDeliveryError,
  type Mailer,
  MailRejectedError,
} from './index.ts'
import { type MailApiCall, openMailApi } from './testing/mail-api.ts'

const content = 'BEGIN:VCALENDAR\r\nSUMMARY:Größe 🚲\r\nEND:VCALENDAR\r\n'
const mail: Mail = {
  id: 'apt_1',
  from: { address: 'bookings@example.com', name: 'Müller "Rad" & Söhne' },
  to: 'person@example.org',
  subject: 'Größenänderung 🚲',
  text: 'See you on Tuesday.\nGruß',
  attachments: [{ name: 'invite;1.ics', contentType: 'text/calendar; method=REQUEST; charset=utf-8', content }],
  headers: { 'Auto-Submitted': 'auto-generated' },
}

const api = await openMailApi()
const { fetch } = createOutbound({ allowPrivateNetwork: true })
const apiKey = 'key-hidden'
const mailers: Record<string, Mailer> = {
  SendGrid: createSendgridMailer({ apiKey, fetch, baseUrl: api.url }),
  Mailgun: createMailgunMailer({ apiKey, domain: 'mg.example.com', fetch, baseUrl: api.url }),
}

async function called(mailer: Mailer | undefined, change: Partial<Mail> = {}): Promise<MailApiCall> {
  await mailer?.send({ ...mail, ...change })
  const last = api.calls.at(-1)
  assert.ok(last)
  return last
}
const jsonOf = ({ body }: MailApiCall) => JSON.parse(body.toString())
const formOf = ({ body, contentType }: MailApiCall) =>
  new Response(new Uint8Array(body), { headers: { 'content-type': contentType } }).formData()

async function thrown(sending: Promise<void>): Promise<Error> {
  const error = await sending.then(
    () => assert.fail('the mail went out'),
    (reason) => reason,
  )
  for (const text of [error.message, error.stack, JSON.stringify(error), String(error.cause)])
    assert.doesNotMatch(text, /hidden|person@example\.org/)
  return error
}

test('SendGrid receives the whole mail as JSON', async () => {
  const call = await called(mailers.SendGrid)
  assert.deepEqual([call.method, call.path, call.authorization], ['POST', '/v3/mail/send', 'Bearer key-hidden'])
  assert.equal(call.contentType, 'application/json')
  assert.deepEqual(jsonOf(call), {
    personalizations: [{ to: [{ email: 'person@example.org' }] }],
    from: { email: 'bookings@example.com', name: 'Müller "Rad" & Söhne' },
    subject: 'Größenänderung 🚲',
    content: [{ type: 'text/plain', value: 'See you on Tuesday.\nGruß' }],
    headers: { 'Auto-Submitted': 'auto-generated', 'Message-ID': '<apt_1@example.com>' },
    attachments: [
      {
        content: Buffer.from(content).toString('base64'),
        filename: 'invite_1.ics',
        type: 'text/calendar',
        disposition: 'attachment',
      },
    ],
  })
})

test('SendGrid receives neither a missing name nor missing attachments', async () => {
  const body = jsonOf(await called(mailers.SendGrid, { from: { address: 'a@example.com' }, attachments: [] }))
  assert.deepEqual([body.from, body.attachments], [{ email: 'a@example.com' }, undefined])
})

test('Mailgun receives the whole mail as a form', async () => {
  const call = await called(mailers.Mailgun)
  assert.deepEqual([call.method, call.path], ['POST', '/v3/mg.example.com/messages'])
  assert.equal(call.authorization, `Basic ${Buffer.from('api:key-hidden').toString('base64')}`)
  assert.match(call.contentType, /^multipart\/form-data; boundary=/)
  const form = await formOf(call)
  const { attachment, ...fields } = Object.fromEntries(form)
  assert.deepEqual(fields, {
    from: '"Müller \\"Rad\\" & Söhne" <bookings@example.com>',
    to: 'person@example.org',
    subject: 'Größenänderung 🚲',
    text: 'See you on Tuesday.\r\nGruß',
    'h:Auto-Submitted': 'auto-generated',
    'h:Message-Id': '<apt_1@example.com>',
  })
  assert.ok(attachment instanceof File)
  assert.deepEqual([attachment.name, await attachment.text()], ['invite;1.ics', content])
  assert.match(call.body.toString(), /^Content-Type: text\/calendar; method=request; charset=utf-8\r$/im)
})

test('Mailgun receives every attachment, and a sender without a name', async () => {
  const attachments = ['a', 'b'].map((name) => ({ name, contentType: 'text/plain', content: name }))
  const form = await formOf(await called(mailers.Mailgun, { from: { address: 'a@example.com' }, attachments }))
  assert.equal(form.get('from'), 'a@example.com')
  assert.equal(form.getAll('attachment').length, 2)
})

test('a domain cannot change the path of its call', async () => {
  const { path } = await called(createMailgunMailer({ apiKey, domain: 'mg/../x?y#z', fetch, baseUrl: api.url }))
  assert.equal(path, '/v3/mg%2F..%2Fx%3Fy%23z/messages')
})

const recipients: [who: string, read: (call: MailApiCall) => Promise<unknown>][] = [
  ['SendGrid', async (call) => jsonOf(call).personalizations[0].to[0].email],
  ['Mailgun', async (call) => (await formOf(call)).get('to')],
]
for (const [who, read] of recipients) {
  test(`${who} receives domains in ASCII`, async () => {
    const call = await called(mailers[who], { to: 'person@bücher.example' })
    assert.equal(await read(call), 'person@xn--bcher-kva.example')
  })
}

const statuses: [status: number, kind: typeof MailRejectedError, says: RegExp][] = [
  [413, MailRejectedError, /rejected the mail \(413\): it is too large/],
  [400, MailDeliveryError, /rejected the mail \(400\): check the addresses/],
  [401, MailDeliveryError, /\(401\): set a new emailApiKey\.$/],
  [403, MailDeliveryError, /\(403\): check what the key allows/],
  [408, MailDeliveryError, /is not accepting mail right now \(408\)/],
  [429, MailDeliveryError, /\(429\)/],
  [500, MailDeliveryError, /\(500\)/],
  [503, MailDeliveryError, /\(503\)/],
]
for (const [who, mailer] of Object.entries(mailers)) {
  for (const [status, kind, says] of statuses) {
    test(`${status} from ${who} is ${kind.name}, without the text of the response`, async () => {
      api.answerNext(status, { errors: [{ message: 'person@example.org is not wanted with key-hidden' }] })
      const error = await thrown(mailer.send(mail))
      assert.equal(error.constructor, kind)
      assert.ok(error.message.startsWith(who))
      assert.match(error.message, says)
      await called(mailer)
    })
  }

  test(`input that would forge a header or add a recipient does not reach ${who}`, async () => {
    const from = { address: 'a@example.com', name: 'A\r\nBcc: x@example.net' }
    const { body } = await called(mailer, { subject: 'Hi\r\nBcc: x@example.net', from, headers: { 'X-A': 'a\nb' } })
    assert.doesNotMatch(body.toString(), /[\n]Bcc|\\nBcc|a\nb/)
    const before = api.calls.length
    for (const to of ['a@example.org, b@example.org', 'a@example.org\r\nBcc: b@example.org'])
      assert.equal((await thrown(mailer.send({ ...mail, to }))).constructor, MailRejectedError)
    assert.equal(api.calls.length, before)
  })
}

test('a domain that Mailgun does not know is refused', async () => {
  api.answerNext(404)
  const error = await thrown((mailers.Mailgun as Mailer).send(mail))
  assert.deepEqual(
    [error.constructor, error.message],
    [MailDeliveryError, 'Mailgun rejected the mail (404): check mailgunDomain.'],
  )
})

test('an impossible key is not sent, and white space around a key is ignored', async () => {
  const error = await thrown(createSendgridMailer({ apiKey: 'hidden\u2028ключ', fetch, baseUrl: api.url }).send(mail))
  assert.deepEqual(
    [error.constructor, error.message],
    [MailDeliveryError, 'SendGrid does not recognize the key: set a new emailApiKey.'],
  )
  const { authorization } = await called(createSendgridMailer({ apiKey: ' key-hidden\n', fetch, baseUrl: api.url }))
  assert.equal(authorization, 'Bearer key-hidden')
})

const unreachable: [title: string, baseUrl: string, fetch: typeof globalThis.fetch, says: RegExp][] = [
  ['is gone', `http://127.0.0.1:${await findFreePort()}`, fetch, /could not be reached: the connection was refused\.$/],
  ['is inside a network that may not be called', api.url, createOutbound({ allowPrivateNetwork: false }).fetch, /could not be reached: 127\.0\.0\.1 is not a public address/],
  ['fails in words of its own', api.url, () => Promise.reject(new Error('person@example.org with key-hidden')), /could not be reached: the call failed\.$/],
] // biome-ignore format: one table
for (const [title, baseUrl, fetch, says] of unreachable) {
  test(`a provider that ${title} is a temporary failure`, async () => {
    for (const mailer of [
      createSendgridMailer({ apiKey, fetch, baseUrl }),
      createMailgunMailer({ apiKey, domain: 'd', fetch, baseUrl }),
    ]) {
      const error = await thrown(mailer.send(mail))
      assert.equal(error.constructor, MailDeliveryError)
      assert.match(error.message, says)
    }
  })
}

test('a redirect is not followed: only the provider may receive the key', async () => {
  const before = api.calls.length
  api.answerNext(307, {}, { location: '/elsewhere' })
  assert.equal((await thrown((mailers.SendGrid as Mailer).send(mail))).constructor, MailDeliveryError)
  assert.equal(api.calls.length, before + 1)
})

for (const [who, mailer] of Object.entries(mailers)) {
  test(`a call to ${who} ends when its signal fires`, async () => {
    const error = await thrown(mailer.send(mail, AbortSignal.abort()))
    assert.equal(error.constructor, MailDeliveryError)
  })
}

test('an accepted mail counts as sent, even if its connection breaks after the response', async () => {
  const body = () => new ReadableStream({ cancel: () => Promise.reject(new Error('the line broke')) })
  const broken = (status: number) => async () => new Response(body(), { status })
  await createSendgridMailer({ apiKey, baseUrl: api.url, fetch: broken(202) }).send(mail)
  const error = await thrown(createSendgridMailer({ apiKey, baseUrl: api.url, fetch: broken(413) }).send(mail))
  assert.equal(error.constructor, MailRejectedError)
})
