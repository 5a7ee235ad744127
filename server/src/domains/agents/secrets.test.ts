import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { createAnotherProcess, createTestAgent, type TestAgent } from '../../testing/agent.ts'
import { createTestApp } from '../../testing/app.ts'
import { assertProblem, assertStatus, type TestReply } from '../../testing/client.ts'
import { harborAgent } from '../../testing/harbor-agent.ts'
import { builtInCatalog, type CatalogContent, createCatalog } from '../catalogs/index.ts'

/** A secret can be stored and used but never read: not through a read, an export, an error, a log line, or a dump. */

const lines: string[] = []
const log = pino({ level: 'trace' }, { write: (line: string) => lines.push(line) })
const server = await createTestApp({ log })
const second = createAnotherProcess(server)
const { pool } = server.database

const tool = (name: string) => `/tool-bindings/${encodeURIComponent(`@svc/tool.${name}`)}`
const { sendgrid, webhook } = { sendgrid: tool('sendgrid-mail'), webhook: tool('http-webhook') }
const orders = harborAgent.integrations.custom[0]

const secrets = {
  slack: 'https://hooks.example.com/canary-slack-3f9a1c',
  email: 'canary-email-77b0d2',
  order: 'Bearer canary-order-c41e88',
  sendgrid: 'SG.canary-sendgrid-5d20aa',
  webhook: 'Bearer canary-webhook-🗝-19ffe0',
}
const canaries = Object.values(secrets).flatMap((secret) => secret.match(/canary-[a-z]+/) ?? [])

/** An agent that stores all five secrets. */
async function keeper(): Promise<TestAgent> {
  const agent = await createTestAgent(server, harborAgent)
  const put = async (path: string, body: object) => assert.ok((await agent.put(path, body)).status < 300)
  await put('/notifications', { slackWebhookUrl: secrets.slack, emailApiKey: secrets.email })
  await put('/integrations/orders', { ...orders, authHeader: secrets.order })
  await put(sendgrid, { config: { fromEmail: 'us@example.com', apiKey: secrets.sendgrid } })
  await put(webhook, { config: { url: 'https://example.com', authorization: secrets.webhook } })
  return agent
}

type Kept = { name: string; ciphertext: Buffer; last4: string | null; agent_key: number }
async function readStored(agent: TestAgent): Promise<Kept[]> {
  const { rows } = await pool.query(
    `select s.* from agent_secrets s join agents using (agent_key) where org_id = $1 and id = $2 order by name`,
    [agent.orgId, agent.id],
  )
  return rows
}
const names = async (agent: TestAgent) => (await readStored(agent)).map(({ name }) => name)

const all = {
  order: 'integration.orders',
  email: 'notifications.emailApiKey',
  slack: 'notifications.slackWebhookUrl',
  webhook: 'tool.@svc/tool.http-webhook.authorization',
  sendgrid: 'tool.@svc/tool.sendgrid-mail.apiKey',
}

test('each secret is stored encrypted, bound to its agent and name, and decrypts with the keyring', async () => {
  const agent = await keeper()
  const rows = await readStored(agent)
  assert.deepEqual(
    rows.map(({ name }) => name),
    Object.values(all).toSorted(),
  )
  for (const { name, ciphertext, agent_key } of rows) {
    const [key] = Object.entries(all).find(([, known]) => known === name) as [keyof typeof secrets, string]
    assert.equal(server.context.keyring.decrypt(ciphertext, `agent ${agent_key} ${name}`), secrets[key])
    assert.throws(() => server.context.keyring.decrypt(ciphertext, `agent ${agent_key + 1} ${name}`))
  }
})

test('encrypting the same secret twice produces different bytes', async () => {
  const [one, other] = [await readStored(await keeper()), await readStored(await keeper())]
  for (const [index, { ciphertext }] of one.entries()) assert.ok(!ciphertext.equals(other[index]?.ciphertext as Buffer))
})

function assertSilent(text: string, where: string): void {
  for (const canary of canaries) assert.ok(!text.includes(canary), `${canary} stands in ${where}`)
}

test('no read of the agent reveals a secret, on any route and in any format', async () => {
  const agent = await keeper()
  const reads = server.routes.filter(
    ({ method, path }) => method === 'GET' && path.startsWith('/orgs/:org/agents/:agent'),
  )
  const ids: Record<string, string> = {
    org: agent.orgId,
    agent: agent.id,
    id: 'orders',
    playbookId: 'desk',
    templateId: 'welcome',
    outreachId: 'spring',
    ruleId: 'new-people',
  }
  let answered = 0
  for (const toolId of ['@svc/tool.sendgrid-mail', '@svc/tool.http-webhook']) {
    for (const { path } of reads) {
      const known = { ...ids, toolId: encodeURIComponent(toolId) }
      const filled = path.replace(/:(\w+)/g, (_, name: string) => known[name as keyof typeof known] ?? 'nothing')
      const reply = await agent.client.get(filled)
      assert.ok(reply.status < 500)
      if (reply.status === 200) answered++
      assertSilent(reply.text + JSON.stringify(reply.headers), filled)
    }
  }
  assert.ok(answered > 40, `${answered} routes answered`)
  for (const form of ['yaml', 'json']) assertSilent((await agent.get(`/export?format=${form}`)).text, form)
})

test('no write that stores a secret returns it', async () => {
  const agent = await keeper()
  const replies = [
    await agent.put('/notifications', { slackWebhookUrl: secrets.slack, emailApiKey: secrets.email }),
    await agent.put('/integrations/orders', { ...orders, authHeader: secrets.order }),
    await agent.put(sendgrid, { config: { apiKey: secrets.sendgrid } }),
    await agent.patch(webhook, { config: { authorization: secrets.webhook } }),
    await agent.post(`${sendgrid}/_disable`),
    await agent.post('/import', harborAgent),
  ]
  for (const reply of replies) assertSilent(JSON.stringify(assertStatus(reply, 200)), 'an answer')
})

const wrong: [title: string, call: (agent: TestAgent) => Promise<TestReply>, status: number][] = [
  ['inside the notifications', (agent) => agent.put('/notifications', { email: { provider: 'sendgrid', fromAddress: 'a@example.com', apiKey: secrets.email } }), 422],
  ['as something else than a text', (agent) => agent.put('/notifications', { emailApiKey: [secrets.email] }), 422],
  ['as a name', (agent) => agent.put('/integrations/orders', { ...orders, auth: { value: secrets.order } }), 422],
  ['on an endpoint', (agent) => agent.put('/integrations/orders', { ...orders, endpoint: { url: secrets.order } }), 422],
  ['of the wrong form', (agent) => agent.put(tool('slack-webhook'), { config: { webhookUrl: secrets.email } }), 422],
  ['in an import', (agent) => agent.post('/import', { toolBindings: [{ toolId: '@svc/tool.sendgrid-mail', config: { apiKey: secrets.sendgrid } }] }), 422],
  ['in a lint', (agent) => agent.post('/lint', { capabilities: { notifications: { emailApiKey: secrets.email } } }), 200],
  ['with a mark that does not match', (agent) => agent.put('/notifications', { emailApiKey: secrets.email }, { 'if-match': '"x"' }), 412],
  ['in JSON that breaks off', (agent) => agent.raw('PUT', '/notifications', `{"emailApiKey": "${secrets.email}"`, { 'content-type': 'application/json' }), 400],
  ['in YAML that breaks off', (agent) => agent.raw('POST', '/import', `toolBindings: [{ config: { apiKey: "${secrets.sendgrid}`, { 'content-type': 'application/yaml' }), 400],
] // biome-ignore format: one table
for (const [title, call, status] of wrong) {
  test(`a refusal does not reveal a secret sent ${title}`, async () => {
    const reply = await call(await createTestAgent(server, harborAgent))
    assert.equal(reply.status, status)
    assertSilent(reply.text, 'the refusal')
  })
}

test('a refused write stores no secret and clears none', async () => {
  const agent = await keeper()
  const before = await readStored(agent)
  const bad = { operator: { provider: 'pager' } }
  assertStatus(await agent.put('/notifications', { ...bad, emailApiKey: null, slackWebhookUrl: 'another' }), 422)
  assertStatus(await agent.put('/integrations/orders', { ...orders, name: '', authHeader: null }), 422)
  assertStatus(await agent.put(sendgrid, { config: { fromEmail: 'x', apiKey: null } }), 422)
  assertProblem(await agent.del('/integrations/orders'), 409, 'agent.integrity_conflict')
  assertProblem(
    await agent.post('/import', { toolBindings: [], integrations: { custom: [] } }),
    409,
    'agent.integrity_conflict',
  )
  assert.deepEqual(await readStored(agent), before)
})

/** An agent whose integration is not referenced, so that it can be deleted. */
async function lettingGo(): Promise<TestAgent> {
  const agent = await keeper()
  assertStatus(await agent.patch('/playbooks/desk', { flow: null, uses: [] }), 200)
  return agent
}

const others = Object.values(all).toSorted()
const left = (...removed: string[]) => others.filter((name) => !removed.includes(name))
const removals: [title: string, call: (agent: TestAgent) => Promise<TestReply>, left: string[]][] = [
  ['null for a notification secret', (agent) => agent.put('/notifications', { emailApiKey: null }), left(all.email)],
  ['null for a credential', (agent) => agent.put('/integrations/orders', { ...orders, authHeader: null }), left(all.order)],
  ['null for a field of a tool', (agent) => agent.patch(sendgrid, { config: { apiKey: null } }), left(all.sendgrid)],
  ['DELETE of the integration', (agent) => agent.del('/integrations/orders'), left(all.order)],
  ['DELETE of the binding', (agent) => agent.del(sendgrid), left(all.sendgrid)],
  ['an import without the integration', (agent) => agent.post('/import', { integrations: { custom: [] } }), left(all.order)],
  ['an import with other bindings', (agent) => agent.post('/import', { toolBindings: [{ toolId: '@svc/tool.http-webhook' }] }), left(all.sendgrid)],
  ['an import with the same integration', (agent) => agent.post('/import', { integrations: harborAgent.integrations }), left()],
  ['a new configuration of a tool', (agent) => agent.put(sendgrid, { config: {} }), left()],
  ['withholding a tool', (agent) => agent.post(`${sendgrid}/_disable`), left()],
  ['an import of notifications', (agent) => agent.post('/import', { capabilities: { notifications: {} } }), left()],
  ['an agent template', (agent) => agent.post('/guardrails/import', { templateId: '@svc/guardrail.medical' }), left()],
  ['DELETE of the agent', (agent) => agent.del(''), []],
] // biome-ignore format: one table
for (const [title, call, expected] of removals) {
  test(`after ${title} there ${expected.length === 5 ? 'are all five' : `are left ${expected.length}`}`, async () => {
    const agent = await lettingGo()
    assert.ok((await call(agent)).status < 300)
    assert.deepEqual(await names(agent), expected)
  })
}

test('deleting a binding whose tool is no longer in the catalog still deletes its secret', async () => {
  const kinds = ['agent-templates', 'playbook-templates', 'skill-templates', 'objective-templates', 'personality-templates', 'guardrail-templates', 'tools', 'channels', 'log-events', 'webhook-events'] as const // biome-ignore format: one list
  const content = Object.fromEntries(kinds.map((kind) => [kind, [] as unknown[]]))
  const catalog = createCatalog({
    ...content,
    tools: builtInCatalog.list('tools').slice(0, 1),
  } as unknown as CatalogContent)
  const agent = await keeper()
  assertStatus(await createAnotherProcess(server, { catalog })(agent).del(sendgrid), 204)
  assert.deepEqual(await names(agent), left(all.sendgrid))
})

test('another process sees immediately that a secret was added, changed or removed', async () => {
  const mine = await createTestAgent(server)
  const theirs = second(mine)
  for (let round = 0; round < 20; round++) {
    const [writer, reader] = round % 2 ? [mine, theirs] : [theirs, mine]
    const emailApiKey = round % 5 === 4 ? null : `some-key-${1000 + round}`
    const { secrets } = assertStatus(await writer.put('/notifications', { emailApiKey }), 200)
    assert.deepEqual(secrets.emailApiKey, emailApiKey ? { set: true, last4: String(1000 + round) } : { set: false })
    assert.deepEqual((await reader.get('/notifications')).body.secrets, secrets)
    assert.deepEqual((await writer.get('/notifications')).body.secrets, secrets)
  }
})

test('two agents with the same secret names share no secret', async () => {
  const [one, other] = [await createTestAgent(server), await createTestAgent(server)]
  assertStatus(await one.put('/notifications', { emailApiKey: secrets.email }), 200)
  assert.equal((await other.get('/notifications')).body.secrets.emailApiKey.set, false)
  assertStatus(await other.put('/notifications', { emailApiKey: null }), 200)
  assert.equal((await one.get('/notifications')).body.secrets.emailApiKey.set, true)
})

test('the stored response for an idempotency key does not contain the token in plain text', async () => {
  const agent = await createTestAgent(server)
  const key = { 'idempotency-key': 'once' }
  const { accessToken } = assertStatus(await agent.post('/gateway/_rotateAccessToken', undefined, key), 200)
  const { signingSecret } = assertStatus(await agent.post('/gateway/_rotateSigningSecret', undefined), 200)
  for (const secret of [accessToken, signingSecret]) {
    for (const row of await everyRow()) assert.ok(!row.includes(secret))
    for (const line of lines) assert.ok(!line.includes(secret))
  }
})

async function everyRow(): Promise<string[]> {
  const tables = await pool.query(
    `select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  const rows: string[] = []
  for (const { table_name } of tables.rows) {
    const dumped = await pool.query(`select t::text as row from "${table_name}" t`)
    rows.push(...dumped.rows.map(({ row }) => row))
  }
  return rows
}

test('no table row and no log line contains a secret in plain text, hex or base64', async () => {
  const rows = await everyRow()
  assert.ok(rows.some((row) => row.includes('sendgrid-mail')) && rows.length > 100)
  assert.ok(lines.length > 100)
  for (const canary of canaries) {
    const forms = [
      canary,
      Buffer.from(canary).toString('hex'),
      ...[0, 1, 2].map((shift) => base64Inside(canary, shift)),
    ]
    for (const form of forms) {
      assert.ok(!rows.some((row) => row.includes(form)), `a row holds ${form}`)
      assert.ok(!lines.some((line) => line.includes(form)), `a line holds ${form}`)
    }
  }
})

/** The text as it appears within base64 after `shift` preceding bytes. */
function base64Inside(text: string, shift: number): string {
  const encoded = Buffer.from(`${'x'.repeat(shift)}${text}`).toString('base64')
  return encoded.slice(shift === 0 ? 0 : shift + 1, -4)
}
