import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSmtpMailer, MailDeliveryError, type Mailer, MailRejectedError } from '../../../platform/mail/index.ts'
import { openMailbox } from '../../../platform/mail/testing/mailbox.ts'
import { createWorker } from '../../../platform/work/index.ts'
import { stillWorld } from '../../../platform/world.ts'
import { createTestApp, type TestOrg } from '../../../testing/app.ts'
import { assertProblem, assertStatus, type ReplyBody } from '../../../testing/client.ts'
import { accountMaintenance } from '../index.ts'

/** Inviting, sending again and withdrawing, with and without a mail server. */

const publicUrl = 'https://parley.example.com'
const world = stillWorld('2030-01-31T09:00:00.000Z')
const minute = 60_000
const day = 24 * 60 * minute
const plain = await createTestApp({ world, config: { publicUrl } })
const mailing = await createTestApp({
  world,
  config: { publicUrl, mail: { smtpUrl: 'smtp://127.0.0.1:1', from: { address: 'desk@parley.test' } } },
})
const at = (org: TestOrg, id = '') => `${org.path}/invitations${id && `/${id}`}`
const robin = { email: 'robin@example.com', role: 'editor' }
const list = async (org: TestOrg): Promise<ReplyBody[]> => assertStatus(await org.api.get(at(org)), 200).data

function workerWith(mailer?: Mailer) {
  const { db } = mailing.database
  const mail = mailer && { mailer, from: { address: 'desk@parley.test', name: 'Front desk' } }
  const works = [accountMaintenance.createInvitationWork({ db, world, publicUrl, mail })]
  return createWorker({ db, world, works, log: { warn() {}, error() {} } })
}

const failing = (error: Error): Mailer => ({ send: () => Promise.reject(error) })

test('without a mail server the answer contains the link, once, and the server stores its hash', async () => {
  const org = await plain.org()
  const made = assertStatus(await org.api.post(at(org), { ...robin, email: 'Robin@Example.com', name: 'Robin' }), 201)
  assert.match(made.link, /^https:\/\/parley\.example\.com\/invitation#inv_[0-9A-Za-z]{43}$/)
  const { link, ...shown } = made
  assert.deepEqual(
    { ...shown, id: '', invitedBy: '' },
    {
      ...{ id: '', email: 'robin@example.com', name: 'Robin', role: 'editor', invitedBy: '', delivery: 'link' },
      createdAt: '2030-01-31T09:00:00.000Z',
      expiresAt: '2030-02-07T09:00:00.000Z',
    },
  )
  assert.deepEqual(await list(org), [shown])
  const { rows } = await plain.database.pool.query('select * from invitations where id = $1', [made.id])
  assert.ok(!JSON.stringify(rows).includes(link.split('#')[1]))
})

test('a repeated request is refused, and a new one replaces an invitation that has expired', async () => {
  const org = await plain.org()
  const first = assertStatus(await org.api.post(at(org), robin), 201)
  assertProblem(await org.api.post(at(org), robin), 409, 'resource.conflict')
  world.advance(7 * day)
  assert.deepEqual(await list(org), [])
  for (const reply of [await org.api.del(at(org, first.id)), await org.api.post(`${at(org, first.id)}/_resend`)])
    assertProblem(reply, 404, 'resource.not_found')
  assertStatus(await org.api.post(at(org), robin), 201)
})

test('members, unknown agents, limits of admins and malformed fields are refused', async () => {
  const org = await plain.org()
  const { email } = await plain.member(org, 'viewer')
  const id = assertStatus(await org.api.post(`${org.path}/agents`, { name: 'Boats' }), 201).id
  const other = await plain.org()
  const foreign = assertStatus(await other.api.post(`${other.path}/agents`, { name: 'Kayaks' }), 201).id
  assertProblem(await org.api.post(at(org), { email: email.toUpperCase(), role: 'viewer' }), 409, 'resource.conflict')
  const wrong: [object, string][] = [
    [{ email: 'nobody' }, 'email'],
    [{ email: null }, 'email'],
    [{ role: 'king' }, 'role'],
    [{ role: undefined }, 'role'],
    [{ name: '' }, 'name'],
    [{ agentIds: 'all' }, 'agentIds'],
    [{ agentIds: [id, foreign] }, 'agentIds[1]'],
    [{ agentIds: ['nothing'] }, 'agentIds[0]'],
    [{ role: 'admin', agentIds: [id] }, 'agentIds'],
    [{ role: 'owner', agentIds: [] }, 'agentIds'],
    [{ password: 'a long pass phrase' }, 'password'],
  ]
  for (const [fields, field] of wrong)
    assertProblem(await org.api.post(at(org), { ...robin, ...fields }), 422, 'request.invalid', field)
  assert.deepEqual(await list(org), [])
})

test('an admin invites no owner, and only admins invite', async () => {
  const org = await plain.org()
  const [admin, owner] = [await plain.member(org, 'admin'), await plain.member(org, 'owner')]
  const asOwner = { ...robin, role: 'owner' }
  assertProblem(await admin.post(at(org), asOwner), 403, 'auth.forbidden')
  const { id } = assertStatus(await owner.post(at(org), asOwner), 201)
  assertProblem(await admin.post(`${at(org, id)}/_resend`), 403, 'auth.forbidden')
  assertProblem(await admin.del(at(org, id)), 403, 'auth.forbidden')
  assertStatus(await admin.post(at(org), { ...robin, email: 'another@example.com' }), 201)
  for (const role of ['frontDesk', 'viewer', 'editor'] as const) {
    const member = await plain.member(org, role)
    for (const reply of [await member.post(at(org), robin), await member.get(at(org)), await member.del(at(org, id))])
      assertProblem(reply, 403, 'auth.forbidden')
  }
})

test('the invitations of another org do not exist', async () => {
  const [org, other] = [await plain.org(), await plain.org()]
  const { id } = assertStatus(await org.api.post(at(org), robin), 201)
  for (const where of [at(org, id), at(other, id)]) {
    assertProblem(await other.api.del(where), 404, 'resource.not_found')
    assertProblem(await other.api.post(`${where}/_resend`), 404, 'resource.not_found')
  }
  assert.deepEqual(await list(other), [])
  assert.equal((await list(org)).length, 1)
})

test('invitations end with the rights of the member who made them', async () => {
  const org = await plain.org()
  const [leaving, demoted] = [await plain.member(org, 'owner'), await plain.member(org, 'owner')]
  await plain.member(org, 'owner')
  for (const [index, member] of [leaving, demoted].entries()) {
    for (const role of ['owner', 'viewer'])
      assertStatus(await member.post(at(org), { email: `${role}-${index}@example.com`, role }), 201)
  }
  const emails = async () => (await list(org)).map(({ email }) => email).sort()
  assertStatus(await org.api.patch(`${org.path}/members/${demoted.userId}`, { role: 'admin' }), 200)
  assert.deepEqual(await emails(), ['owner-0@example.com', 'viewer-0@example.com', 'viewer-1@example.com'])
  assertStatus(await org.api.del(`${org.path}/members/${leaving.userId}`), 204)
  assert.deepEqual(await emails(), ['viewer-1@example.com'])
  assertStatus(await org.api.patch(`${org.path}/members/${demoted.userId}`, { role: 'editor' }), 200)
  assert.deepEqual(await emails(), [])
})

test('with a mail server the mail has the link, and the answer has none', async () => {
  const [org, mailbox] = [await mailing.org(), await openMailbox()]
  const owner = await mailing.member(org, 'owner')
  const made = assertStatus(await owner.post(at(org), { ...robin, role: 'frontDesk' }), 201)
  assert.deepEqual([made.delivery, made.link], ['pending', undefined])
  const worker = workerWith(createSmtpMailer({ url: mailbox.url, connections: 1 }))
  await worker.drain()
  const [mail] = await mailbox.waitFor(1)
  assert.deepEqual(mail?.to, ['robin@example.com'])
  assert.match(mail?.text ?? '', new RegExp(`^${owner.email} invites you to .+ Your role: front desk\\.`))
  const token = /#(inv_\w+)/.exec(mail?.text ?? '')?.[1]
  const [sent] = await list(org)
  assert.deepEqual([sent?.delivery, sent?.sentAt], ['sent', world.now().toISOString()])
  assertStatus(await org.api.post(`${at(org, made.id)}/_resend`), 200)
  await worker.drain()
  const [, second] = await mailbox.waitFor(2)
  const renewed = /#(inv_\w+)/.exec(second?.text ?? '')?.[1]
  const accept = (token?: string) =>
    mailing.anyone.post('/auth/accept-invitation', { token, password: 'a long phrase' })
  assertProblem(await accept(token), 404, 'auth.invitation_invalid')
  assertStatus(await accept(renewed), 200)
})

test('a mail that fails is retried, and one that is rejected says why', async () => {
  const org = await mailing.org()
  const { id } = assertStatus(await org.api.post(at(org), { ...robin, email: 'later@example.com' }), 201)
  await workerWith(failing(new MailDeliveryError('The mail server is busy.'))).drain()
  const [retried] = await list(org)
  assert.deepEqual([retried?.delivery, retried?.problem], ['pending', 'The mail server is busy.'])
  world.advance(10 * minute)
  await workerWith(failing(new MailRejectedError('The recipient is unknown: correct it.'))).drain()
  const [rejected] = await list(org)
  assert.deepEqual([rejected?.delivery, rejected?.problem], ['failed', 'The recipient is unknown: correct it.'])
  const again = assertStatus(await org.api.post(`${at(org, id)}/_resend`), 200)
  assert.deepEqual([again.delivery, again.problem], ['pending', undefined])
  await workerWith().drain()
  assert.match((await list(org))[0]?.problem ?? '', /SMTP_URL/)
})

test('an org that sends many invitations is slowed down', async () => {
  const org = await plain.org()
  const statuses: number[] = []
  for (let count = 0; count < 51; count++)
    statuses.push((await org.api.post(at(org), { email: `person-${count}@example.com`, role: 'viewer' })).status)
  assert.deepEqual(statuses, [...Array.from({ length: 50 }, () => 201), 429])
})
