import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { openMailApi } from '../../../../platform/mail/testing/mail-api.ts'
import { createWorker } from '../../../../platform/work/index.ts'
import { createActionsBench, openToolService } from '../../../../testing/actions-bench.ts'
import { assertStatus } from '../../../../testing/client.ts'
import { agentFactories } from '../../../agents/index.ts'
import { deleteNotices, deleteOldNotices } from './queries.ts'
import { teamNoticeWork } from './worker.ts'

/** Team notifications, from the actions to Slack and a mail provider. */

const bench = await createActionsBench()
const { db, pool, world, deps } = bench
const slack = await openToolService(() => ({ type: 'text/plain', body: 'ok' }))
const api = await openMailApi()
const logged: { event: string; data?: object; error?: { message: string } }[] = []
const apis = { mailgun: api.url, sendgrid: api.url }
const work = teamNoticeWork({
  ...deps,
  mailerFor: agentFactories.createAgentMailer({
    definitions: deps.definitions,
    secrets: bench.secrets,
    fetch: deps.fetch,
    apis,
  }),
  writeLog: (_agent, entry) => void logged.push(entry),
})
const worker = createWorker({ db, world, works: [work], log: { warn() {}, error() {} } })

beforeEach(async () => {
  slack.calls.length = 0
  slack.answer = () => ({ type: 'text/plain', body: 'ok' })
  logged.length = 0
  await pool.query('delete from team_notices')
})

const rows = async () => (await pool.query('select * from team_notices')).rows

async function sendNotice(notifications: object, profile: object = { fullName: 'A <Person>' }) {
  const agent = await bench.agent('sms')
  assertStatus(await agent.api.put('/notifications', notifications), 200)
  return { agent, ...(await bench.createPerson(agent, 'sms', profile)) }
}
const toSlack = { operator: { provider: 'slack' }, slackWebhookUrl: `${slack.url}/services/secret-path` }

test('Slack gets the text with its control characters escaped, and its sender', async () => {
  const { actions, phone, id } = await sendNotice(toSlack)
  assert.deepEqual(await actions.notifyTeam('  <!channel> Call & ask <https://example.com|here>  '), {
    ok: true,
    value: undefined,
  })
  await worker.drain()
  const [call] = slack.calls
  assert.deepEqual(
    [call?.method, call?.path, call?.headers['content-type']],
    ['POST', '/services/secret-path', 'application/json'],
  )
  assert.deepEqual(call?.body, {
    text:
      '&lt;!channel&gt; Call &amp; ask &lt;https://example.com|here&gt;\n\n' +
      `From: A &lt;Person&gt;, ${phone.address}, ${id}`,
  })
  assert.deepEqual(
    logged.map(({ event, data }) => [event, data]),
    [['notify.sent', { provider: 'slack' }]],
  )
  const [row] = await rows()
  assert.deepEqual([row.due_at, row.text], [null, ''])
})

test('the same text for the same event is sent once, and is truncated to a readable length', async () => {
  const { agent, asid } = await sendNotice(toSlack)
  for (const eventId of ['evt-1', 'evt-1', 'evt-2']) {
    await (await bench.createActions(agent, asid, eventId)).notifyTeam('x'.repeat(4000))
  }
  await worker.drain()
  assert.equal(slack.calls.length, 2)
  assert.match(slack.calls[0]?.body.text, /^x{2999}…\n\nFrom: /)
})

test('a notice that Slack does not accept now is retried, and the row does not contain the URL', async () => {
  const { actions } = await sendNotice(toSlack)
  slack.answer = () => ({ status: 404, body: 'no_service' })
  await actions.notifyTeam('Hello')
  await worker.drain()
  const [waiting] = await rows()
  assert.equal(waiting.last_error, 'Slack is not accepting notifications right now (404): check slackWebhookUrl.')
  slack.answer = () => ({ body: 'ok' })
  world.advance(60_000)
  await worker.drain()
  assert.equal(slack.calls.length, 2)
  assert.equal((await rows())[0].due_at, null)
})

test('a notice that Slack refuses permanently fails, and the log of the agent records it', async () => {
  const { actions } = await sendNotice(toSlack)
  slack.answer = () => ({ status: 400, body: 'invalid_payload' })
  await actions.notifyTeam('Hello')
  await worker.drain()
  const [row] = await rows()
  assert.deepEqual([row.due_at, row.text], [null, ''], 'and what it says of the person is not kept')
  assert.deepEqual(
    logged.map(({ event, error }) => [event, error?.message]),
    [['notify.failed', 'Slack rejected this notification (400).']],
  )
})

const providers: [email: object, path: string][] = [
  [{ provider: 'sendgrid', fromAddress: 'us@example.com' }, '/v3/mail/send'],
  [
    { provider: 'mailgun', fromAddress: 'us@example.com', mailgunDomain: 'mg.example.com' },
    '/v3/mg.example.com/messages',
  ],
]
for (const [email, path] of providers) {
  test(`a mail reaches the team by ${path}`, async () => {
    const operator = { provider: 'email', toAddress: 'team@example.com' }
    const { actions } = await sendNotice({ operator, email, emailApiKey: 'key-of-the-agent' })
    await actions.notifyTeam('Somebody wants to be called')
    await worker.drain()
    const call = api.calls.at(-1)
    assert.equal(call?.path, path)
    const body = String(call?.body)
    for (const part of ['team@example.com', 'Somebody wants to be called', 'Harbour: a message for the team']) {
      assert.ok(body.includes(part), part)
    }
  })
}

test('without a channel or without text no notice is stored', async () => {
  const nobody = await sendNotice({})
  const halfway = await sendNotice({ operator: { provider: 'slack' } })
  const blank = await sendNotice(toSlack)
  const whys = [
    await nobody.actions.notifyTeam('Hello'),
    await halfway.actions.notifyTeam('Hello'),
    await blank.actions.notifyTeam(' \n'),
  ]
  assert.deepEqual(
    whys.map((done) => !done.ok && done.reason),
    ['There is no way to notify the team.', 'There is no way to notify the team.', 'The notification is empty.'],
  )
  assert.deepEqual(await rows(), [])
})

test('a notice is deleted after a month, and immediately with its person', async () => {
  const { actions, agent, asid } = await sendNotice(toSlack)
  await actions.notifyTeam('Old')
  await worker.drain()
  await actions.notifyTeam('Waiting')
  await deleteOldNotices(db, new Date(world.now().getTime() + 31 * 86_400_000))
  assert.deepEqual(
    (await rows()).map(({ text }) => text.split('\n')[0]),
    ['Waiting'],
  )
  await deleteNotices(db, agent.key, [asid])
  assert.deepEqual(await rows(), [])
})
