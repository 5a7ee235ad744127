import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createSmtpMailer } from '../../platform/mail/index.ts'
import { openMailApi } from '../../platform/mail/testing/mail-api.ts'
import { openMailbox } from '../../platform/mail/testing/mailbox.ts'
import { createTestAgent } from '../../testing/agent.ts'
import { createTestApp } from '../../testing/app.ts'
import { assertStatus } from '../../testing/client.ts'
import { builtInCatalog } from '../catalogs/index.ts'
import { agentFactories, createAgentFinder, createDefinitions } from './index.ts'

const server = await createTestApp()
const { db } = server.database
const api = await openMailApi()
const mailbox = await openMailbox()
const installation = {
  mailer: createSmtpMailer({ url: mailbox.url }),
  from: { address: 'parley@example.com', name: 'Parley' },
}
after(() => installation.mailer.close?.())

const hosts: string[] = []
const deps = {
  definitions: createDefinitions({
    environment: agentFactories.createDefinitionEnvironment(builtInCatalog),
    announce: async () => {},
    listeners: [],
  }),
  secrets: agentFactories.createSecrets(server.context.keyring),
  /** Redirects calls to the providers to the local API. */
  fetch: (async (input: string, init) => {
    const { host, pathname } = new URL(input)
    hosts.push(host)
    return fetch(api.url + pathname, init)
  }) as typeof fetch,
  apis: { mailgun: 'https://mailgun.example.com', sendgrid: 'https://sendgrid.example.com' },
}

async function agentWith(notifications: object) {
  const agent = await createTestAgent(server)
  assertStatus(await agent.put('/notifications', notifications), 200)
  const found = await createAgentFinder(db)({ id: agent.orgId }, agent.id, db)
  assert.ok(found)
  return found
}

const sendgrid = { provider: 'sendgrid', fromAddress: 'us@example.com' }
const mailgun = { provider: 'mailgun', fromAddress: 'us@example.com', fromName: 'Us', mailgunDomain: 'mg.example.com' }
const emailApiKey = 'key-of-the-agent'
const mail = { id: 'm_1', to: 'person@example.org', subject: 'Hello', text: 'Hello' }

const own: [email: object, from: object, host: string, path: string, authorization: string][] = [
  [sendgrid, { address: 'us@example.com' }, 'sendgrid.example.com', '/v3/mail/send', `Bearer ${emailApiKey}`],
  [
    mailgun,
    { address: 'us@example.com', name: 'Us' },
    'mailgun.example.com',
    '/v3/mg.example.com/messages',
    `Basic ${Buffer.from(`api:${emailApiKey}`).toString('base64')}`,
  ],
]
for (const [email, from, host, path, authorization] of own) {
  test(`an agent with ${JSON.stringify(email)} sends through that provider, with its own key`, async () => {
    const way = await agentFactories.createAgentMailer({ ...deps, smtp: installation })(
      db,
      await agentWith({ email, emailApiKey }),
    )
    assert.deepEqual(way?.from, from)
    await way.mailer.send({ ...mail, from: way.from })
    const call = api.calls.at(-1)
    assert.deepEqual([hosts.at(-1), call?.path, call?.authorization], [host, path, authorization])
    assert.equal(mailbox.received.length, 0)
  })
}

const others: [title: string, notifications: object][] = [
  ['no notifications', {}],
  ['a provider but no key', { email: sendgrid }],
  ['a key but no provider', { emailApiKey }],
  ['mail to the operator alone', { operator: { provider: 'email', toAddress: 'team@example.com' }, emailApiKey }],
]
for (const [title, notifications] of others) {
  test(`an agent with ${title} sends through the installation's mail server, or sends nothing`, async () => {
    const agent = await agentWith(notifications)
    assert.equal(await agentFactories.createAgentMailer({ ...deps, smtp: installation })(db, agent), installation)
    assert.equal(await agentFactories.createAgentMailer(deps)(db, agent), undefined)
  })
}

test('an agent never sends with the key of another agent', async () => {
  await agentWith({ email: sendgrid, emailApiKey })
  assert.equal(await agentFactories.createAgentMailer(deps)(db, await agentWith({ email: sendgrid })), undefined)
})

test("the installation's mail server delivers mail", async () => {
  const way = await agentFactories.createAgentMailer({ ...deps, smtp: installation })(db, await agentWith({}))
  await way?.mailer.send({ ...mail, from: way.from })
  assert.equal((await mailbox.waitFor(1))[0]?.headers.from, 'Parley <parley@example.com>')
})
