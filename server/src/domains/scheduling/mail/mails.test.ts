import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { createSmtpMailer, MailDeliveryError, type Mailer, MailRejectedError } from '../../../platform/mail/index.ts'
import { openMailbox } from '../../../platform/mail/testing/mailbox.ts'
import type { ReceivedMail } from '../../../platform/mail/testing/read-mail.ts'
import { createWorker } from '../../../platform/work/index.ts'
import { stillWorld } from '../../../platform/world.ts'
import { createTestAgent } from '../../../testing/agent.ts'
import { createTestApp } from '../../../testing/app.ts'
import { assertProblem, assertStatus, type ReplyBody } from '../../../testing/client.ts'
import {
  type AppointmentBook,
  addPerson,
  anna,
  ben,
  createAppointmentBook,
  createAppointmentBookFor,
  officeHours,
} from '../appointments/testing/appointment-book.ts'
import { deleteOldMails, mailWork } from '../index.ts'

/** Lifecycle mail, from the API to a real mail server. */
const monday = '2030-01-07T08:00:00Z'
const world = stillWorld(monday)
const server = await createTestApp({ world })
const { db, pool } = server.database
const from = { address: 'desk@parley.test', name: 'Front desk' }
const config = {
  ...officeHours,
  representatives: [anna, ben],
  notificationRecipients: ['anna@example.com', 'team@example.com', 'Team@example.com'],
}

beforeEach(async () => {
  warnings.length = 0
  world.advance(Date.parse(monday) - world.now().getTime())
  await pool.query('delete from appointment_mails')
})

const warnings: object[] = []
const log = { warn: (fields: object) => void warnings.push(fields) }

function workerWith(mailer?: Mailer) {
  const works = [mailWork({ db, world, log, mailerFor: async () => mailer && { mailer, from } })]
  return createWorker({ db, world, works, log: { warn() {}, error() {} } })
}

async function newDiary(profile: object = {}): Promise<AppointmentBook> {
  const agent = await createTestAgent(server)
  await createAppointmentBook(agent, config)
  return createAppointmentBookFor(agent, await addPerson(agent, { fullName: 'A Person', ...profile }))
}

async function mailsOf(id: string) {
  const query = 'select * from appointment_mails where appointment_id = $1 order by created_at, length(id), id'
  return (await pool.query(query, [id])).rows
}

const calendarOf = ({ attachments }: ReceivedMail) => attachments[0]?.text.replaceAll('\r\n ', '') ?? ''
const subjects = (mails: readonly ReceivedMail[]) => mails.map(({ to, headers }) => [to.join(), headers.subject])

test('every recipient gets one mail for each change, with a calendar attachment', async () => {
  const mailbox = await openMailbox()
  const mailer = createSmtpMailer({ url: mailbox.url })
  const worker = workerWith(mailer)
  const diary = await newDiary({ phone: '+12025550143', email: 'person@example.com', timezone: 'America/New_York' })
  const { id } = await diary.bookAndExpect('2030-01-08T10:00:00Z', { notes: 'Bring the plans.\nAnd a pen.' })
  await worker.drain()
  const [first, second] = mailbox.received.toSorted((one, other) => one.to.join().localeCompare(other.to.join()))
  assert.ok(first && second)
  assert.deepEqual(subjects([first, second]), [
    ['anna@example.com', 'Appointment booked: A Person, Tue, 8 Jan 2030, 11:00'],
    ['Team@example.com', 'Appointment booked: A Person, Tue, 8 Jan 2030, 11:00'],
  ])
  assert.equal(first.headers.from, 'Front desk <desk@parley.test>')
  assert.equal(first.headers['auto-submitted'], 'auto-generated')
  assert.deepEqual(lines(first), [
    'Appointment booked.',
    '',
    'When: Tuesday, 8 January 2030, 11:00–11:30, Central European Standard Time (Europe/Berlin)',
    'For them: Tuesday, 8 January 2030, 05:00–05:30, Eastern Standard Time (America/New_York)',
    'Who: A Person, +12025550143, person@example.com',
    'With: Anna, Sales',
    'Notes: Bring the plans.',
    '    And a pen.',
  ])
  const [calendar] = first.attachments
  assert.equal(calendar?.name, 'appointment.ics')
  assert.match(calendar?.contentType ?? '', /^text\/calendar; charset=utf-8; method=PUBLISH/)
  assertIn(calendarOf(first), 'METHOD:PUBLISH', `UID:${id}@parley`, 'SEQUENCE:0')
  assertIn(calendarOf(first), 'ORGANIZER;CN="Front desk":mailto:desk@parley.test')

  await diary.changeAndExpect(id, { startUtc: '2030-01-09T10:00:00Z', representativeId: 'ben', reason: 'Anna is ill.' })
  await worker.drain()
  const moved = mailbox.received[2] as ReceivedMail
  assert.equal(moved.headers.subject, 'Appointment moved: A Person, Wed, 9 Jan 2030, 11:00')
  assertIn(
    moved.text,
    'Before: Tuesday, 8 January 2030, 11:00–11:30, Central European Standard Time (Europe/Berlin)',
    'With: Ben',
    'Reason: Anna is ill.',
  )
  assertIn(calendarOf(moved), 'METHOD:PUBLISH', 'SEQUENCE:1', 'DTSTART:20300109T100000Z')

  await diary.changeAndExpect(id, { status: 'cancelled', reason: 'No need.' })
  await worker.drain()
  const off = mailbox.received[4] as ReceivedMail
  assert.equal(off.headers.subject, 'Appointment canceled: A Person, Wed, 9 Jan 2030, 11:00')
  assertIn(off.text, 'Reason: No need.')
  assert.match(off.attachments[0]?.contentType ?? '', /method=CANCEL/)
  assertIn(
    calendarOf(off),
    'ORGANIZER;CN="Front desk":mailto:desk@parley.test',
    'METHOD:CANCEL',
    'SEQUENCE:2',
    'STATUS:CANCELLED',
  )
  assert.equal(mailbox.received.length, 6)
  assert.equal(new Set(mailbox.received.map(({ headers }) => headers['message-id'])).size, 6)
  mailer.close?.()
})

function assertIn(text: string, ...expected: string[]): void {
  const found = new Set(text.split(/\r?\n/))
  for (const line of expected) assert.ok(found.has(line), `${line} is in\n${text}`)
}

function lines({ text }: ReceivedMail): string[] {
  return text
    .replace(/[\u2009\u202f]/g, ' ')
    .trimEnd()
    .split(/\r?\n/)
}

test('no mail is created for notes, for unchanged values, or without recipients', async () => {
  const diary = await newDiary()
  const { id, startUtc } = await diary.bookAndExpect('2030-01-08T10:00:00Z')
  await diary.changeAndExpect(id, { notes: 'Plans' })
  await diary.changeAndExpect(id, { startUtc })
  assert.equal((await mailsOf(id)).length, 2)
  const alone = await createAppointmentBook(await createTestAgent(server), officeHours)
  assert.deepEqual(await mailsOf((await alone.bookAndExpect('2030-01-08T10:00:00Z')).id), [])
})

const forgeries = ['\n', '\r\n', '\r', '\v', '\f', '\u0085', '\u2028', '\u2029']
test('line breaks of any kind in notes and reasons never imitate a line of the mail itself', async () => {
  const diary = await newDiary()
  const forged = forgeries.map((end) => `${end}When: never${end}${end}Who: nobody`).join('')
  const { id } = await diary.bookAndExpect('2030-01-08T10:00:00Z', { notes: `Plans${forged}` })
  await diary.changeAndExpect(id, { status: 'cancelled', reason: `Ill${forged}` })
  for (const { body } of await mailsOf(id)) {
    const lines: string[] = body.split(/[\n\v\f\r\u0085\u2028\u2029]/)
    assert.ok(lines.includes('    When: never'))
    assert.deepEqual(
      [lines.filter((line) => /^Wh(en|o):/.test(line)).length, lines.includes('When: never')],
      [2, false],
    )
  }
})

test('an unknown name is shown as not known, and no value can break out of its line', async () => {
  const diary = await newDiary({ fullName: 'Eve\r\nBcc: all@example.com', timezone: 'Europe/Berlin' })
  const { id } = await diary.bookAndExpect('2030-01-08T10:00:00Z')
  const [mail] = await mailsOf(id)
  assert.match(mail.subject, /^Appointment booked: Eve Bcc: all@example.com, /)
  assert.doesNotMatch(mail.body, /^Bcc|^For them/m)
  const nameless = await newDiary({ fullName: null, firstName: ' ' })
  const [unknown] = await mailsOf((await nameless.bookAndExpect('2030-01-08T10:00:00Z')).id)
  assert.match(unknown.subject, /: a person, /)
  assert.match(unknown.body, /^Who: unknown$/m)
})

test('sending is retried while the mail server is down, and each mail is sent once', async () => {
  const closedMailbox = await openMailbox()
  const { url } = closedMailbox
  await closedMailbox.close()
  const down = createSmtpMailer({ url })
  const diary = await newDiary()
  const { id } = await diary.bookAndExpect('2030-01-08T10:00:00Z')
  await workerWith(down).drain()
  down.close?.()
  const waiting = await mailsOf(id)
  assert.ok(waiting.every(({ sent_at, due_at, attempts }) => !sent_at && due_at > world.now() && attempts === 1))
  assert.match(waiting[0].last_error, /mail server/)
  const back = await openMailbox()
  const mailer = createSmtpMailer({ url: back.url })
  await workerWith(mailer).drain()
  assert.equal(back.received.length, 0, 'it is not due yet')
  world.advance(60_000)
  await workerWith(mailer).drain()
  world.advance(86_400_000)
  await workerWith(mailer).drain()
  assert.deepEqual(back.received.map(({ to }) => to.join()).toSorted(), ['Team@example.com', 'anna@example.com'])
  assert.ok((await mailsOf(id)).every(({ sent_at, due_at, last_error }) => sent_at && !due_at && !last_error))
  mailer.close?.()
})

test('a mail refused for its recipient is not sent again, states why, and is logged only by its id', async () => {
  const mailbox = await openMailbox()
  const mailer = createSmtpMailer({ url: mailbox.url })
  const diary = await newDiary()
  const { id } = await diary.bookAndExpect('2030-01-08T10:00:00Z')
  mailbox.refuseNext('550')
  await workerWith(mailer).drain()
  const refused = (await mailsOf(id)).filter(({ sent_at }) => !sent_at)
  assert.equal(refused.length, 1)
  assert.deepEqual([refused[0].due_at, mailbox.received.length], [null, 1])
  assert.match(refused[0].last_error, /rejected the recipient/)
  assert.deepEqual(warnings, [{ mail: refused[0].id, reason: refused[0].last_error }])
  assert.doesNotMatch(JSON.stringify(warnings), /@/)
  mailer.close?.()
})

/** Runs due work until none is left, and returns how long that took. */
async function workUntilNothingWaits(mailer: Mailer | undefined, id: string): Promise<number> {
  const worker = workerWith(mailer)
  const from = world.now().getTime()
  const nextDue = async () => Math.min(...(await mailsOf(id)).flatMap(({ due_at }) => due_at?.getTime() ?? []))
  for (let due = from; Number.isFinite(due); due = await nextDue()) {
    world.advance(Math.max(0, due - world.now().getTime()))
    await worker.drain()
  }
  return world.now().getTime() - from
}

const day = 86_400_000
const troubles: [title: string, mailer: () => Promise<Mailer | undefined>, says: RegExp][] = [
  ['no way for mail is set up', async () => undefined, /SMTP_URL and MAIL_FROM/],
  [
    'the password is wrong',
    async () => {
      const guarded = await openMailbox({ user: { name: 'desk', password: 'right' } })
      return createSmtpMailer({ url: guarded.url.replace('right', 'wrong') })
    },
    /sign-in .*SMTP_URL/,
  ],
  [
    'the sender is not one',
    async () => ({ send: () => Promise.reject(new MailDeliveryError('Check MAIL_FROM.')) }),
    /MAIL_FROM/,
  ],
]
for (const [title, mailerOf, says] of troubles) {
  test(`when ${title}, mails wait for about a day, state what to do, and are sent once it is done`, async () => {
    const diary = await newDiary()
    const { id } = await diary.bookAndExpect('2030-01-08T10:00:00Z')
    const mailer = await mailerOf()
    await workerWith(mailer).drain()
    for (const { due_at, last_error } of await mailsOf(id)) {
      assert.ok(due_at > world.now())
      assert.match(last_error, says)
    }
    assert.deepEqual(warnings, [])
    const { id: never } = await diary.bookAndExpect('2030-01-08T12:00:00Z')
    const waited = await workUntilNothingWaits(mailer, never)
    mailer?.close?.()
    assert.ok(waited > 0.8 * day && waited < 1.5 * day, String(waited / day))
    assert.equal(warnings.length, 4)
    assert.doesNotMatch(JSON.stringify(warnings), /@/)
    const { id: later } = await diary.bookAndExpect('2030-01-14T10:00:00Z')
    await workerWith(mailer).drain()
    const mended = createSmtpMailer({ url: mailbox.url })
    const before = mailbox.received.length
    await workUntilNothingWaits(mended, later)
    mended.close?.()
    assert.equal(mailbox.received.length, before + 2)
  })
}
const mailbox = await openMailbox()

test('a mail that is sent again after a lost answer has the same Message-ID', async () => {
  const mailbox = await openMailbox()
  const mailer = createSmtpMailer({ url: mailbox.url })
  const deaf: Mailer = {
    async send(mail) {
      await mailer.send(mail)
      throw new MailDeliveryError('The answer was lost.')
    },
  }
  const diary = await newDiary()
  await diary.bookAndExpect('2030-01-08T10:00:00Z')
  await workerWith(deaf).drain()
  world.advance(60_000)
  await workerWith(mailer).drain()
  const ids = mailbox.received.map(({ headers }) => headers['message-id'])
  assert.deepEqual([ids.length, new Set(ids).size], [4, 2])
  mailer.close?.()
})

test('sending a mail is aborted with its work', async () => {
  const { promise: requested, resolve: onAsked } = Promise.withResolvers<AbortSignal | undefined>()
  const hanging: Mailer = {
    send: (_mail, signal) =>
      new Promise((_resolve, reject) => {
        onAsked(signal)
        signal?.addEventListener('abort', () => reject(new MailDeliveryError('Ended.')))
      }),
  }
  const diary = await newDiary()
  const { id } = await diary.bookAndExpect('2030-01-08T10:00:00Z')
  const worker = workerWith(hanging)
  await worker.start()
  const signal = await requested
  await worker.stop({ withinMilliseconds: 500 })
  assert.equal(signal?.aborted, true)
  for (const { due_at, attempts, sent_at } of await mailsOf(id)) {
    assert.ok(due_at <= world.now())
    assert.deepEqual([attempts, sent_at], [0, null])
  }
})

test('personal data of a mail is deleted once it has been sent', async () => {
  const diary = await newDiary()
  const { id } = await diary.bookAndExpect('2030-01-08T10:00:00Z')
  assert.ok((await mailsOf(id)).every(({ body, calendar }) => body && calendar))
  await workerWith({ send: async () => {} }).drain()
  assert.ok((await mailsOf(id)).every(({ body, calendar }) => body === '' && calendar === ''))
})

test('no one gets the mail of a change before that of the previous one', async () => {
  const mails: string[] = []
  let down = true
  const mailer: Mailer = {
    async send({ to, subject }) {
      if (down && to === 'anna@example.com') throw new MailDeliveryError('Later.')
      mails.push(`${to}: ${subject.split(':')[0]}`)
    },
  }
  const diary = await newDiary()
  const { id } = await diary.bookAndExpect('2030-01-08T10:00:00Z')
  await workerWith(mailer).drain()
  down = false
  world.advance(1000)
  await diary.changeAndExpect(id, { startUtc: '2030-01-08T12:00:00Z' })
  world.advance(1000)
  await diary.changeAndExpect(id, { status: 'cancelled' })
  await workUntilNothingWaits(mailer, id)
  const [booked, moved, cancelled] = ['Appointment booked', 'Appointment moved', 'Appointment canceled']
  const heardBy = (who: string) => mails.filter((line) => line.startsWith(who)).map((line) => line.split(': ')[1])
  assert.deepEqual(heardBy('anna'), [booked, moved, cancelled])
  assert.deepEqual(heardBy('Team'), [booked, moved, cancelled])
})

test('a failed mail does not block later ones', async () => {
  const sentSubjects: string[] = []
  const mailer: Mailer = {
    async send({ subject }) {
      if (subject.startsWith('Appointment booked')) throw new MailRejectedError('No.')
      sentSubjects.push(subject)
    },
  }
  const diary = await newDiary()
  const { id } = await diary.bookAndExpect('2030-01-08T10:00:00Z')
  world.advance(1000)
  await diary.changeAndExpect(id, { status: 'cancelled' })
  await workUntilNothingWaits(mailer, id)
  assert.equal(sentSubjects.length, 2)
})

test('operators see the outcome of each mail, newest first, by page and by status', async () => {
  const agent = await createTestAgent(server)
  const diary = await createAppointmentBook(agent, {
    ...config,
    notificationRecipients: ['a@example.com', 'b@example.com'],
  })
  const refusing: Mailer = {
    send: ({ to }) =>
      to === 'a@example.com' ? Promise.reject(new MailRejectedError('No such mailbox.')) : Promise.resolve(),
  }
  const first = await diary.bookAndExpect('2030-01-15T10:00:00Z')
  await workerWith(refusing).drain()
  world.advance(1000)
  const second = await diary.bookAndExpect('2030-01-15T12:00:00Z')
  await workerWith().drain()
  const list = async (query = '') => assertStatus(await agent.get(`/scheduling/mails${query}`), 200)
  const { data } = await list()
  const statuses = data.map(({ appointmentId, recipient, status }: ReplyBody) => [appointmentId, recipient, status])
  assert.deepEqual(statuses.slice(0, 2).toSorted(), [
    [second.id, 'a@example.com', 'waiting'],
    [second.id, 'b@example.com', 'waiting'],
  ])
  assert.deepEqual(statuses.slice(2).toSorted(), [
    [first.id, 'a@example.com', 'failed'],
    [first.id, 'b@example.com', 'sent'],
  ])
  const [failed] = (await list('?status=failed')).data
  const { id: _, createdAt, ...rest } = failed
  assert.deepEqual(rest, {
    appointmentId: first.id,
    recipient: 'a@example.com',
    subject: 'Appointment booked: A Person, Tue, 15 Jan 2030, 11:00',
    status: 'failed',
    attempts: 1,
    lastError: 'No such mailbox.',
  })
  const [sent] = (await list('?status=sent')).data
  assert.deepEqual([sent.recipient, sent.sentAt, sent.lastError], ['b@example.com', createdAt, undefined])
  assert.equal((await list('?status=waiting')).data.length, 2)
  assert.match((await list('?status=waiting')).data[0].lastError, /SMTP_URL/)
  const one = await list('?limit=3')
  const two = await list(`?limit=3&pageToken=${one.nextPageToken}`)
  assert.deepEqual([...one.data, ...two.data], data)
  assertProblem(await agent.get('/scheduling/mails?status=lost'), 422, 'request.invalid', 'status')
  const { data: none } = assertStatus(await (await createTestAgent(server)).get('/scheduling/mails'), 200)
  assert.deepEqual(none, [])
})

test('mails are deleted 30 days after they were sent or failed, and never while they wait', async () => {
  const diary = await newDiary()
  const refusing: Mailer = {
    send: ({ to }) => (to === 'anna@example.com' ? Promise.reject(new MailRejectedError('No.')) : Promise.resolve()),
  }
  const { id } = await diary.bookAndExpect('2030-01-16T10:00:00Z')
  await workerWith(refusing).drain()
  const { id: waiting } = await diary.bookAndExpect('2030-01-16T12:00:00Z')
  const after = (days: number) => new Date(world.now().getTime() + days * day)
  await deleteOldMails(db, after(30))
  assert.equal((await mailsOf(id)).length, 2)
  await deleteOldMails(db, after(30.1))
  assert.deepEqual([(await mailsOf(id)).length, (await mailsOf(waiting)).length], [0, 2])
})

test('a mail about an appointment at a location says where, in the zone of the location', async () => {
  const mailbox = await openMailbox()
  const worker = workerWith(createSmtpMailer({ url: mailbox.url }))
  const agent = await createTestAgent(server)
  const diary = await createAppointmentBook(agent, { ...officeHours, notificationRecipients: ['team@example.com'] })
  const york = { id: 'york', name: 'York; Main, Street', address: '1 Broad St\nNew York', timeZone: 'America/New_York' }
  assertStatus(await agent.put('/locations', { locations: [york] }), 200)
  await diary.bookAndExpect('2030-01-08T15:00:00Z')
  await worker.drain()
  const [mail] = mailbox.received
  assert.ok(mail)
  const text = lines(mail).join('\n')
  assert.match(text, /When: Tuesday, 8 January 2030, 10:00–10:30, Eastern Standard Time \(America\/New_York\)/)
  assert.match(text, /Where: York; Main, Street, 1 Broad St New York/)
  assert.ok(!text.includes('For them'))
  assert.match(calendarOf(mail), /\r\nLOCATION:York\\; Main\\, Street\\, 1 Broad St New York\r\n/)
})
