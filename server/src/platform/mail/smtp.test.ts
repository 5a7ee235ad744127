import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fc } from '@parley/test-kit'
import { createSmtpMailer, type Mail, MailDeliveryError, type Mailer, MailRejectedError } from './index.ts'
import { openMailbox, type RejectionStage } from './testing/mailbox.ts'

const mail: Mail = {
  id: 'apt_1.confirmed',
  from: { address: 'bookings@example.com', name: 'Harbour Bikes' },
  to: 'person@example.org',
  subject: 'Your appointment',
  text: 'See you on Tuesday.',
}

function mailerTo(url: string): Mailer {
  const mailer = createSmtpMailer({ url, timeouts: { connect: 2000, silence: 2000, mail: 10_000 } })
  after(() => mailer.close?.())
  return mailer
}

const mailbox = await openMailbox()
const mailer = mailerTo(mailbox.url)

async function received(change: Partial<Mail>) {
  await mailer.send({ ...mail, ...change })
  const last = mailbox.received.at(-1)
  assert.ok(last)
  return last
}

async function thrown(sending: Promise<void>): Promise<Error> {
  const error = await sending.then(
    () => assert.fail('the mail went out'),
    (reason) => reason,
  )
  for (const text of [error.message, error.stack, JSON.stringify(error), String(error.cause)])
    assert.doesNotMatch(text, /hidden|person@example\.org/)
  return error
}

test('a mail arrives as it was written, with a Message-ID derived from its id', async () => {
  const { from, to, headers, text } = await received({ headers: { 'Auto-Submitted': 'auto-generated' } })
  assert.deepEqual([from, to], ['bookings@example.com', ['person@example.org']])
  assert.equal(headers.from, 'Harbour Bikes <bookings@example.com>')
  assert.equal(headers.to, 'person@example.org')
  assert.equal(headers.subject, 'Your appointment')
  assert.equal(headers['message-id'], '<apt_1-confirmed@example.com>')
  assert.equal(headers['auto-submitted'], 'auto-generated')
  assert.equal(headers['x-mailer'], undefined)
  assert.equal(text, 'See you on Tuesday.')
})

test('a second attempt has the same Message-ID, and another mail has another', async () => {
  const ids = []
  for (const id of ['m_1', 'm_1', 'm_2']) ids.push((await received({ id })).headers['message-id'])
  assert.deepEqual(ids, ['<m_1@example.com>', '<m_1@example.com>', '<m_2@example.com>'])
})

test('an attachment arrives with its name, its type and its full content', async () => {
  const content = 'BEGIN:VCALENDAR\r\nSUMMARY:Größe 🚲\r\nEND:VCALENDAR\r\n'
  const contentType = 'text/calendar; method=REQUEST; charset=utf-8'
  const { text, attachments } = await received({ attachments: [{ name: 'invite.ics', contentType, content }] })
  assert.equal(text, mail.text)
  const [only] = attachments
  assert.equal(attachments.length, 1)
  assert.match(only?.contentType ?? '', /^text\/calendar; method=REQUEST; charset=utf-8/)
  assert.equal(only?.name, 'invite.ics')
  assert.equal(`${only?.text}\r\n`, content)
})

const lines: [title: string, change: Partial<Mail>, header: string, expected: string][] = [
  ['a subject beyond ASCII', { subject: 'Größenänderung für 🚲 – 予約' }, 'subject', 'Größenänderung für 🚲 – 予約'],
  ['a long subject', { subject: 'Ä long way '.repeat(40).trim() }, 'subject', 'Ä long way '.repeat(40).trim()],
  ['a name beyond ASCII', { from: { address: 'a@example.com', name: 'Müller & Söhne' } }, 'from', 'Müller & Söhne <a@example.com>'],
  ['a name that looks like an address', { from: { address: 'a@example.com', name: 'Boss <x@y.z>, "me"' } }, 'from', '"Boss <x@y.z>, \\"me\\"" <a@example.com>'],
  ['a subject with the start of a header', { subject: 'Hi\r\nBcc: x@example.net' }, 'subject', 'Hi Bcc: x@example.net'],
  ['a name with the start of a header', { from: { address: 'a@example.com', name: 'A\nBcc: x' } }, 'from', '"A Bcc: x" <a@example.com>'],
  ['a header with the start of another', { headers: { 'X-Kind': 'a\r\nBcc: x@example.net' } }, 'x-kind', 'a Bcc: x@example.net'],
  ['a broken surrogate', { subject: 'half \ud83d' }, 'subject', 'half \ufffd'],
] // biome-ignore format: one table
for (const [title, change, header, expected] of lines) {
  test(`${title} is a separate header`, async () => {
    const { headers, to } = await received(change)
    assert.equal(headers[header], expected)
    assert.deepEqual([to, headers.bcc], [[mail.to], undefined])
  })
}

test('no line exceeds the SMTP limit, and a long one arrives complete', async () => {
  const text = `${'word '.repeat(2000)}\r\n${'x'.repeat(5000)}\r\n.\r\n..\r\nend`
  const mail = await received({ text })
  assert.equal(mail.text, text)
  assert.ok(mail.source.split('\r\n').every((line) => line.length <= 998))
})

test('a mail with any text arrives, and the text adds neither header nor recipient', async () => {
  const anything = fc.string({ unit: 'binary', maxLength: 60 })
  await fc.assert(
    fc.asyncProperty(anything, anything, anything, async (subject, name, text) => {
      const from = { address: 'a@example.com', name }
      const attachments = [{ name: 'a.txt', contentType: 'text/plain', content: text }]
      const mail = await received({ subject, from, text, attachments })
      assert.deepEqual(mail.to, ['person@example.org'])
      assert.deepEqual(Object.keys({ subject: '', ...mail.headers }).sort(), usual)
      assert.deepEqual(letters(mail.text), letters(text))
    }),
    { numRuns: 60 },
  )
})
const usual = ['content-type', 'date', 'from', 'message-id', 'mime-version', 'subject', 'to']
const letters = (text: string) => text.replace(/\s+/g, '')

const addresses: [given: string, arrives: string][] = [
  ['first.last+tag@sub.example.org', 'first.last+tag@sub.example.org'],
  ['person@bücher.example', 'person@xn--bcher-kva.example'],
  ['用户@例子.example', '用户@例子.example'],
]
for (const [to, arrives] of addresses) {
  test(`mail can be sent to ${to}`, async () => assert.equal((await received({ to })).headers.to, arrives))
}

const noAddresses = [
  ...['', '@', 'person', 'person@', '@example.org', 'a@b@example.org', 'a b@example.org', '"a b"@example.org'],
  ...['a@example.org,b@example.org', 'a@example.org;b@example.org', 'A <a@example.org>', 'a@example.org>', 'g:a@b.c;'],
  ...['a@example.org\r\nRCPT TO:<b@example.org>', 'a@exa mple.org', 'a@[127.0.0.1]', 'a@example.org\0', 'a\u2028@b.co'],
  ...[`${'a'.repeat(250)}@example.org`, 'a@-\ud800', 'a@xn--\u0000'],
]
for (const to of noAddresses) {
  test(`mail cannot be sent to or from ${JSON.stringify(to.slice(0, 50))}`, async () => {
    const before = mailbox.received.length
    const wrong: [change: Partial<Mail>, kind: typeof MailRejectedError, says: RegExp][] = [
      [{ to }, MailRejectedError, /^The recipient is not a valid email address/],
      [{ from: { address: to } }, MailDeliveryError, /^The sender is not a valid email address/],
    ]
    for (const [change, kind, says] of wrong) {
      const error = await thrown(mailer.send({ ...mail, ...change }))
      assert.equal(error.constructor, kind)
      assert.match(error.message, says)
    }
    assert.equal(mailbox.received.length, before)
  })
}

test('a header with an invalid name is refused', async () => {
  for (const name of ['', 'A B', 'A:', 'A\r\nBcc'])
    assert.ok((await thrown(mailer.send({ ...mail, headers: { [name]: 'x' } }))) instanceof MailRejectedError)
})

const answers: [answer: string, at: RejectionStage, kind: typeof MailRejectedError, says: RegExp][] = [
  ['550', 'recipient', MailRejectedError, /^The mail server rejected the recipient \(550\): check the address\.$/],
  ['550 5.1.1', 'recipient', MailRejectedError, /recipient \(550 5\.1\.1\)/],
  [
    '554 5.7.1',
    'recipient',
    MailDeliveryError,
    /does not accept mail from here \(554 5\.7\.1\): check SMTP_URL and MAIL_FROM/,
  ],
  ['550 5.1.8', 'recipient', MailDeliveryError, /from here \(550 5\.1\.8\)/],
  ['530', 'recipient', MailDeliveryError, /from here \(530\)/],
  ['451', 'recipient', MailDeliveryError, /^The mail server is not accepting mail right now \(451\)\.$/],
  ['550', 'sender', MailDeliveryError, /^The mail server rejected the sender \(550\): check MAIL_FROM\.$/],
  ['553 5.7.1', 'sender', MailDeliveryError, /rejected the sender \(553 5\.7\.1\)/],
  ['451', 'sender', MailDeliveryError, /right now \(451\)/],
  ['554', 'text', MailRejectedError, /^The mail server rejected the mail \(554\)/],
  ['552', 'text', MailRejectedError, /\(552\)/],
  ['550 5.7.26', 'text', MailDeliveryError, /from here \(550 5\.7\.26\)/],
  ['452', 'text', MailDeliveryError, /\(452\)/],
]
for (const [answer, at, kind, says] of answers) {
  test(`${answer} after the ${at} is ${kind.name}, and the next mail goes out`, async () => {
    mailbox.refuseNext(answer, at)
    const error = await thrown(mailer.send(mail))
    assert.equal(error.constructor, kind)
    assert.match(error.message, says)
    await received({})
  })
}

const user = { name: 'bikes@example.com', password: 'p@ss/hidden:1%' }

test('the user and password of the URL authenticate the client', async () => {
  const guarded = await openMailbox({ user })
  await mailerTo(guarded.url).send(mail)
  assert.equal(guarded.received.length, 1)
})

test('a wrong password can be corrected and is never repeated in an error', async () => {
  const guarded = await openMailbox({ user })
  const error = await thrown(mailerTo(guarded.url.replace('hidden', 'hidden2')).send(mail))
  assert.equal(error.constructor, MailDeliveryError)
  assert.match(error.message, /sign-in \(535[ )].*SMTP_URL/)
  const without = await thrown(mailerTo(guarded.url.replace(/\/\/.*@/, '//bikes@')).send(mail))
  assert.match(without.message, /sign-in: correct the user and password in SMTP_URL/)
  const nobody = await thrown(mailerTo(guarded.url.replace(/\/\/.*@/, '//')).send(mail))
  assert.equal(nobody.constructor, MailDeliveryError)
  assert.equal(guarded.received.length, 0)
})

for (const tls of ['offered', 'from the start'] as const) {
  test(`an untrusted certificate is refused if TLS is ${tls}, unless the URL allows it`, async () => {
    const secured = await openMailbox({ tls, user })
    const error = await thrown(mailerTo(secured.url).send(mail))
    assert.equal(error.constructor, MailDeliveryError)
    assert.match(error.message, /mail server's certificate is not trusted .*NODE_EXTRA_CA_CERTS/)
    assert.equal(secured.received.length, 0)
    await mailerTo(`${secured.url}?tls.rejectUnauthorized=false`).send(mail)
    assert.deepEqual(
      secured.received.map(({ encrypted }) => encrypted),
      [true],
    )
  })
}

test('a URL that requires TLS sends nothing to a server without it', async () => {
  const plain = await openMailbox()
  assert.equal((await thrown(mailerTo(`${plain.url}?requireTLS=true`).send(mail))).constructor, MailDeliveryError)
  assert.equal(plain.received.length, 0)
})

async function listener(answer: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}))
    answer(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const absences: [title: string, url: () => Promise<string>, says: RegExp][] = [
  ['is gone', async () => { const closedMailbox = await openMailbox(); await closedMailbox.close(); return closedMailbox.url }, /refused the connection/],
  ['has no known name', async () => 'smtp://mail.invalid', /looked up|in time/],
  ['hangs up', () => listener((socket) => socket.end()), /connection to the mail server failed/],
  ['says nothing', () => listener(() => {}), /did not respond in time/],
  ['is busy', () => listener((socket) => socket.end('421 4.3.2 later, person@example.org\r\n')), /./],
  ['speaks another language', () => listener((socket) => socket.end('SSH-2.0-OpenSSH\r\n')), /./],
] // biome-ignore format: one table
for (const [title, url, says] of absences) {
  test(`a mail server that ${title} is a temporary failure`, async () => {
    const mailer = createSmtpMailer({ url: await url(), timeouts: { connect: 300, silence: 300, mail: 10_000 } })
    const error = await thrown(mailer.send(mail))
    mailer.close?.()
    assert.equal(error.constructor, MailDeliveryError)
    assert.match(error.message, says)
  })
}

/** Speaks SMTP, and pauses as configured after each line before it answers. */
async function slowServer(pause: (line: string) => Promise<unknown>) {
  const accepted: string[] = []
  const closed = Promise.withResolvers<void>()
  const url = await listener((socket) => {
    let text: string[] | undefined
    const answer = async (line: string) => {
      if (text && line !== '.') return void text.push(line)
      if (text) accepted.push(text.join('\n'))
      text = line === 'DATA' ? [] : undefined
      await pause(line)
      socket.write(line === 'DATA' ? '354 go on\r\n' : '250 OK\r\n')
    }
    socket.write('220 slow\r\n')
    socket.on('close', () => closed.resolve())
    createInterface(socket).on('line', answer)
  })
  return { url, accepted, closed: closed.promise }
}

test('a mail server that answers just in time at every step is aborted at the time limit of the mail', async () => {
  const slow = await slowServer((line) => sleep(line.startsWith('EHLO') ? 0 : 200))
  const mailer = createSmtpMailer({ url: slow.url, timeouts: { connect: 2000, silence: 2000, mail: 300 } })
  const error = await thrown(mailer.send(mail))
  assert.deepEqual(
    [error.constructor, error.message],
    [MailDeliveryError, 'The mail server did not accept the mail in time.'],
  )
  await slow.closed
  assert.deepEqual(slow.accepted, [])
  mailer.close?.()
})

test('an aborted mail is not sent, and other mails are not affected', async () => {
  const { promise: requested, resolve: onAsked } = Promise.withResolvers<void>()
  const { promise: resume, resolve: letGoOn } = Promise.withResolvers<void>()
  let waiting = 0
  const slow = await slowServer(async (line) => {
    if (!line.startsWith('MAIL')) return
    if (++waiting === 2) onAsked()
    await resume
  })
  const mailer = mailerTo(slow.url)
  const ending = new AbortController()
  const sent = mailer.send(mail)
  const ended = thrown(mailer.send({ ...mail, id: 'ended' }, ending.signal))
  await requested
  ending.abort()
  assert.equal((await ended).constructor, MailDeliveryError)
  letGoOn()
  await sent
  assert.equal(slow.accepted.length, 1)
  assert.match(slow.accepted[0] ?? '', /apt_1-confirmed@example\.com/)
  assert.equal((await thrown(mailer.send(mail, ending.signal))).constructor, MailDeliveryError)
  assert.equal(slow.accepted.length, 1)
})

test('many concurrent mails all arrive, once each, over at most the allowed connections', async () => {
  const many = await openMailbox()
  const mailer = createSmtpMailer({ url: many.url, connections: 4 })
  after(() => mailer.close?.())
  await Promise.all(Array.from({ length: 60 }, (_, at) => mailer.send({ ...mail, id: `m_${at}` })))
  assert.equal(new Set((await many.waitFor(60)).map(({ headers }) => headers['message-id'])).size, 60)
  assert.equal(many.received.length, 60)
  assert.equal(many.connections(), 4)
})

test('a closed mailer sends nothing more', async () => {
  const mailer = createSmtpMailer({ url: mailbox.url })
  mailer.close?.()
  assert.equal((await thrown(mailer.send(mail))).constructor, MailDeliveryError)
})
