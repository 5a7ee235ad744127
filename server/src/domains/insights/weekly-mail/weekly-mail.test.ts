import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import {
  createSmtpMailer,
  type Mail,
  MailDeliveryError,
  type Mailer,
  MailRejectedError,
} from '../../../platform/mail/index.ts'
import { openMailbox } from '../../../platform/mail/testing/mailbox.ts'
import { createWorker } from '../../../platform/work/index.ts'
import { assertProblem, assertStatus, type ReplyBody } from '../../../testing/client.ts'
import { type DeskAgent, deskBench } from '../../../testing/desk-bench.ts'
import { weeklyMailWork } from '../index.ts'
import { maxQuestions } from './compose.ts'

const bench = await deskBench()
const { world, work, pool } = bench
const { db } = bench.server.database
const path = '/settings/weekly-mail'
const from = { address: 'desk@parley.test', name: 'Front desk' }
const publicUrl = 'https://parley.example'
const hour = 3_600_000
const week = 7 * 24 * hour

beforeEach(() => pool.query('delete from weekly_mails'))

/** A mailer that stores what it sends, or fails with the given error. */
function createTestMailer(failWith: () => Error | undefined = () => undefined) {
  const sent: Mail[] = []
  const mailer: Mailer = {
    async send(mail) {
      const error = failWith()
      if (error) throw error
      sent.push(mail)
    },
  }
  return { sent, mailer }
}

function createMailWorker(mailer?: Mailer) {
  const { definitions } = bench.server.services.agents
  const log = { warn() {}, error() {} }
  const mailerFor = async () => mailer && { mailer, from }
  const works = [weeklyMailWork({ db, world, log, definitions, publicUrl, mailerFor })]
  return createWorker({ db, world, works, log })
}

async function ask(agent: DeskAgent, ...texts: string[]) {
  const person = agent.createPerson('rcs')
  for (const text of texts) {
    world.advance(1000)
    await person.sendText(text)
  }
  await work()
}

async function subscribe(agent: DeskAgent, settings: object = {}) {
  const member = await bench.server.member(
    { id: agent.api.orgId, path: `/orgs/${agent.api.orgId}`, api: agent.api.client },
    'viewer',
  )
  const api = agent.api.by(member)
  // Weeks pass in these tests, and a session of a member does not last that long; a key does.
  const own = `${path}?as=${member.userId}`
  const read = async () => assertStatus(await agent.api.get(own), 200) as ReplyBody
  const put = async (body: object) => assertStatus(await agent.api.put(own, body), 200) as ReplyBody
  await put({ subscribed: true, ...settings })
  return { ...member, api, read, put }
}

const advanceTo = (at: string) => world.advance(Date.parse(at) - world.now().getTime())

test('a member subscribes, reads it back, changes the time, and unsubscribes', async () => {
  const agent = await bench.desk()
  const member = await subscribe(agent, { timeZone: 'Europe/Berlin', day: 'fri', hour: 17 })
  const got = await member.read()
  assert.deepEqual([got.subscribed, got.timeZone, got.day, got.hour], [true, 'Europe/Berlin', 'fri', 17])
  assert.ok(Date.parse(got.nextAt) > world.now().getTime())
  assert.deepEqual(await member.put(got), got)
  assert.deepEqual(assertStatus(await member.api.get(path), 200), got)
  assert.deepEqual(assertStatus(await member.api.put(path, got), 200), got)
  const off = await member.put({ subscribed: false })
  assert.deepEqual(off, { subscribed: false, timeZone: 'UTC', day: 'mon', hour: 8 })
})

test('values that do not fit are refused, and change nothing', async () => {
  const agent = await bench.desk()
  const member = await subscribe(agent, { hour: 9 })
  const wrong = [
    [{}, 'subscribed'],
    [{ subscribed: 'yes' }, 'subscribed'],
    [{ subscribed: true, timeZone: 'Mars/Base' }, 'timeZone'],
    [{ subscribed: true, day: 'monday' }, 'day'],
    [{ subscribed: true, hour: 24 }, 'hour'],
    [{ subscribed: true, hour: 1.5 }, 'hour'],
    [{ subscribed: true, color: 'red' }, 'color'],
  ] as const
  for (const [body, field] of wrong) assertProblem(await member.api.put(path, body), 422, 'request.invalid', field)
  const another = await member.api.put(`${path}?as=usr_someone`, { subscribed: true })
  assertProblem(another, 422, 'request.invalid', 'as')
  assert.equal((await member.read()).hour, 9)
})

test('a key names a member of its org, and needs the scope for writing', async () => {
  const agent = await bench.desk()
  const member = await subscribe(agent)
  const org = { id: agent.api.orgId, path: `/orgs/${agent.api.orgId}`, api: agent.api.client }
  assertProblem(await agent.api.get(path), 422, 'request.invalid', 'as')
  assertProblem(await agent.api.put(path, { subscribed: true }), 422, 'request.invalid', 'as')
  assertProblem(await agent.api.put(`${path}?as=usr_x`, { subscribed: true }), 422, 'request.invalid', 'as')
  const own = `${path}?as=${member.userId}`
  const outdated = await agent.api.put(own, { subscribed: false }, { 'if-match': '"another"' })
  assertProblem(outdated, 412, 'request.precondition_failed')
  const { etag = '' } = (await agent.api.get(own)).headers as { etag?: string }
  assertStatus(await agent.api.put(own, { subscribed: false }, { 'if-match': etag }), 200)
  assert.equal((await member.read()).subscribed, false)
  const reader = agent.api.by(await bench.server.key(org, ['agents:read']))
  assertProblem(await reader.put(own, { subscribed: true }), 403, 'auth.scope_missing')
  assert.equal(assertStatus(await reader.get(`${path}?as=${member.userId}`), 200).subscribed, false)
  const stranger = await bench.desk()
  assertProblem(await stranger.api.put(own, { subscribed: true }), 422, 'request.invalid', 'as')
})

test('the mail has the five questions that were asked most, in plain text, with a way to unsubscribe', async () => {
  const agent = await bench.desk()
  const texts = [
    'Do you sell marine paint?',
    'Can I bring my dog on the ferry?',
    'Who won the regatta in 1998?',
    'Is there a vegan breakfast?',
    'How old is the lighthouse keeper?',
    'Where can my kids learn juggling?',
  ]
  await ask(agent, ...texts, texts[5] as string)
  const member = await subscribe(agent)
  const mailbox = await openMailbox()
  const mailer = createSmtpMailer({ url: mailbox.url })
  world.advance(week)
  await createMailWorker(mailer).drain()
  const [mail, ...more] = mailbox.received
  assert.ok(mail && more.length === 0)
  const entries = assertStatus(await agent.api.get('/insights/unanswered'), 200).data as ReplyBody[]
  const listed = entries.slice(0, maxQuestions)
  assert.deepEqual([mail.to, mail.headers.subject?.endsWith(': 5 questions to answer')], [[member.email], true])
  for (const { id, question } of listed)
    assert.ok(mail.text.includes(`. ${question}`) && mail.text.includes(`?question=${id}`))
  for (const { id } of entries.slice(maxQuestions)) assert.ok(!mail.text.includes(id))
  assert.match(mail.text, /Asked 2 times by 1 person\./)
  assert.match(mail.headers['list-unsubscribe-post'] ?? '', /One-Click/)
  mailer.close?.()
})

test('one mail a week, whatever number of workers runs, and however often they run', async () => {
  const agent = await bench.desk()
  await ask(agent, 'Do you sell marine paint?')
  const { sent, mailer } = createTestMailer()
  const member = await subscribe(agent)
  for (let weeks = 1; weeks <= 3; weeks++) {
    advanceTo((await member.read()).nextAt)
    await Promise.all([createMailWorker(mailer), createMailWorker(mailer)].map((worker) => worker.drain()))
    for (let hours = 0; hours < 3; hours++) {
      world.advance(hour)
      await createMailWorker(mailer).drain()
    }
    assert.equal(sent.length, weeks)
  }
  assert.equal(new Set(sent.map(({ id }) => id)).size, 3)
  const { lastSentAt, problem } = await member.read()
  assert.deepEqual([typeof lastSentAt, problem], ['string', undefined])
})

test('another day, or unsubscribing and subscribing again, brings no second mail in the same week', async () => {
  const agent = await bench.desk()
  await ask(agent, 'Do you sell marine paint?')
  const { sent, mailer } = createTestMailer()
  const member = await subscribe(agent, { day: 'mon' })
  advanceTo((await member.read()).nextAt)
  await createMailWorker(mailer).drain()
  await member.put({ subscribed: false })
  await member.put({ subscribed: true, day: 'tue' })
  world.advance(48 * hour)
  await createMailWorker(mailer).drain()
  assert.equal(sent.length, 1)
})

test('a process that died while it sent the mail does not send it again; the next week goes on', async () => {
  const agent = await bench.desk()
  await ask(agent, 'Do you sell marine paint?')
  const { sent, mailer } = createTestMailer()
  const member = await subscribe(agent)
  advanceTo((await member.read()).nextAt)
  // What a killed process leaves: the mail begun, the lease expired.
  await pool.query("update weekly_mails set begun_for = next_at, lease_token = 'dead', crashes = 1")
  world.advance(hour)
  await createMailWorker(mailer).drain()
  assert.equal(sent.length, 0)
  const { problem, nextAt } = await member.read()
  assert.match(problem, /does not send it again/)
  advanceTo(nextAt)
  await createMailWorker(mailer).drain()
  assert.equal(sent.length, 1)
  assert.equal((await member.read()).problem, undefined)
})

test('a mail server that is down delays the mail, and after a day the week is skipped with its reason', async () => {
  const agent = await bench.desk()
  await ask(agent, 'Do you sell marine paint?')
  let isDown = true
  const { sent, mailer } = createTestMailer(() =>
    isDown ? new MailDeliveryError('The mail server is down.') : undefined,
  )
  const member = await subscribe(agent)
  advanceTo((await member.read()).nextAt)
  await createMailWorker(mailer).drain()
  assert.equal((await member.read()).problem, 'The mail server is down.')
  isDown = false
  world.advance(5 * hour)
  await createMailWorker(mailer).drain()
  assert.equal(sent.length, 1)
  isDown = true
  advanceTo((await member.read()).nextAt)
  for (let hours = 0; hours <= 30; hours += 5) {
    await createMailWorker(mailer).drain()
    world.advance(5 * hour)
  }
  const { nextAt, problem } = await member.read()
  assert.equal(problem, 'The mail server is down.')
  assert.ok(Date.parse(nextAt) > world.now().getTime() + 24 * hour)
})

test('a rejected address, or no way to send mail, is shown as the problem', async () => {
  const agent = await bench.desk()
  await ask(agent, 'Do you sell marine paint?')
  const member = await subscribe(agent)
  advanceTo((await member.read()).nextAt)
  await createMailWorker().drain()
  assert.match((await member.read()).problem, /set SMTP_URL/)
  const { mailer } = createTestMailer(() => new MailRejectedError('The recipient is not accepted.'))
  world.advance(hour)
  await createMailWorker(mailer).drain()
  const { problem, nextAt } = await member.read()
  assert.equal(problem, 'The recipient is not accepted.')
  assert.ok(Date.parse(nextAt) - world.now().getTime() > 5 * 24 * hour)
})

test('a week without open questions has no mail', async () => {
  const agent = await bench.desk()
  await ask(agent, 'When are you open?', 'Do you sell marine paint?')
  const { data } = assertStatus(await agent.api.get('/insights/unanswered'), 200)
  assertStatus(await agent.api.post(`/insights/unanswered/${data[0].id}/_dismiss`), 200)
  const { sent, mailer } = createTestMailer()
  const member = await subscribe(agent)
  advanceTo((await member.read()).nextAt)
  await createMailWorker(mailer).drain()
  assert.deepEqual([sent.length, (await member.read()).problem], [0, undefined])
})

test('addresses, numbers and line breaks of people do not get into the mail', async () => {
  const agent = await bench.desk()
  await ask(agent, 'Can you write to\r\nBcc: eve@example.com or call +1 (202) 555-0143 or see https://evil.example/x ?')
  const { sent, mailer } = createTestMailer()
  const member = await subscribe(agent)
  advanceTo((await member.read()).nextAt)
  await createMailWorker(mailer).drain()
  const text = sent[0]?.text ?? ''
  assert.match(text, /1\. Can you write to Bcc: \[email\] or call \[number\] or see \[link\] \?/)
})

test('the link in the mail unsubscribes without signing in; opening it only asks', async () => {
  const agent = await bench.desk()
  await ask(agent, 'Do you sell marine paint?')
  const { sent, mailer } = createTestMailer()
  const member = await subscribe(agent)
  advanceTo((await member.read()).nextAt)
  await createMailWorker(mailer).drain()
  const link = /<(.*)>/.exec(sent[0]?.headers?.['List-Unsubscribe'] ?? '')?.[1] ?? ''
  const open = (method: 'GET' | 'POST', url: string) => bench.server.app.inject({ method, url })
  const page = await open('GET', link.replace(publicUrl, ''))
  assert.deepEqual([page.statusCode, page.body.includes('<form method="post">')], [200, true])
  assert.equal((await member.read()).subscribed, true)
  assert.equal((await open('POST', link.replace(publicUrl, ''))).statusCode, 200)
  const { subscribed, nextAt } = await member.read()
  assert.deepEqual([subscribed, nextAt], [false, undefined])
  for (const token of ['uns_unknown', '%00', 'uns_%27', 'x'.repeat(500)])
    assert.ok([200, 404, 414].includes((await open('POST', `/weekly-mail/${token}`)).statusCode))
})

test('a member who leaves the org gets no more mails, and editors see who does', async () => {
  const agent = await bench.desk()
  await ask(agent, 'Do you sell marine paint?')
  const member = await subscribe(agent)
  const subscribers = async () => assertStatus(await agent.api.get(`${path}/subscribers`), 200).data as ReplyBody[]
  assert.deepEqual(
    (await subscribers()).map(({ userId, email }) => [userId, email]),
    [[member.userId, member.email]],
  )
  assertProblem(await member.api.get(`${path}/subscribers`), 403, 'auth.forbidden')
  assertStatus(await agent.api.client.del(`/orgs/${agent.api.orgId}/members/${member.userId}`), 204)
  assert.deepEqual(await subscribers(), [])
})
