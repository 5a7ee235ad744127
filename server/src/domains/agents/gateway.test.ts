import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashToken } from '../../platform/secrets/tokens.ts'
import { createTestAgent, type TestAgent } from '../../testing/agent.ts'
import { createTestApp } from '../../testing/app.ts'
import { assertProblem, assertStatus } from '../../testing/client.ts'
import { createGatewayAccess } from './gateway.ts'

const server = await createTestApp({ config: { lab: false } })
const rotate = async (agent: TestAgent, what: string) => assertStatus(await agent.post(`/gateway/_rotate${what}`), 200)

async function stored(
  agent: TestAgent,
): Promise<{ access_token_hash: Buffer | null; signing_secret: Buffer | null; agent_key: string }> {
  const { rows } = await server.database.pool.query(
    'select c.* from gateway_credentials c join agents using (agent_key) where org_id = $1 and id = $2',
    [agent.orgId, agent.id],
  )
  return rows[0]
}

test('a new agent has neither a token nor a signing secret; each rotation shows its value once, and reads show the last four characters', async () => {
  const agent = await createTestAgent(server)
  const none = { accessToken: { set: false }, signingSecret: { set: false } }
  assert.deepEqual(assertStatus(await agent.get('/gateway'), 200), none)
  const { accessToken, ...others } = await rotate(agent, 'AccessToken')
  assert.deepEqual(others, {})
  const known = { accessToken: { set: true, last4: accessToken.slice(-4) }, signingSecret: { set: false } }
  assert.deepEqual((await agent.get('/gateway')).body, known)
  const { signingSecret } = await rotate(agent, 'SigningSecret')
  assert.deepEqual((await agent.get('/gateway')).body.signingSecret, { set: true, last4: signingSecret.slice(-4) })
  assert.equal((await agent.get('/gateway')).body.accessToken.last4, accessToken.slice(-4))
})

for (const lab of [true, false]) {
  test(`with the lab ${lab ? 'on' : 'off'}, the settings ${lab ? 'name' : 'do not name'} the page of the lab`, async () => {
    const other = await createTestApp({ config: { lab } })
    const { gatewayPublicUrl } = other.context.config
    const { labUrl } = assertStatus(await (await createTestAgent(other)).get('/gateway'), 200)
    assert.equal(labUrl, lab ? `${gatewayPublicUrl}/lab` : undefined)
  })
}

test('a token is stored only as a hash, a signing secret is stored encrypted, and a new one replaces the old one', async () => {
  const agent = await createTestAgent(server)
  const first = await rotate(agent, 'AccessToken')
  const second = await rotate(agent, 'AccessToken')
  assert.notEqual(first.accessToken, second.accessToken)
  await rotate(agent, 'SigningSecret')
  const { signingSecret } = await rotate(agent, 'SigningSecret')
  const row = await stored(agent)
  assert.deepEqual(row.access_token_hash, hashToken(second.accessToken))
  const about = `gateway signing secret of agent ${row.agent_key}`
  assert.equal(server.context.keyring.decrypt(row.signing_secret as Buffer, about), signingSecret)
})

test('thirty concurrent rotations return thirty tokens, and the stored token is one of them', async () => {
  const agent = await createTestAgent(server)
  const made = await Promise.all(Array.from({ length: 30 }, () => rotate(agent, 'AccessToken')))
  assert.equal(new Set(made.map(({ accessToken }) => accessToken)).size, 30)
  const { access_token_hash } = await stored(agent)
  assert.equal(made.filter(({ accessToken }) => access_token_hash?.equals(hashToken(accessToken))).length, 1)
})

test('rotation requires an editor with write access; a repeat with the same idempotency key returns the same token', async () => {
  const agent = await createTestAgent(server)
  const org = { id: agent.orgId, path: `/orgs/${agent.orgId}`, api: agent.client }
  const reader = agent.by(await server.key(org, ['agents:read']))
  assertStatus(await reader.get('/gateway'), 200)
  assertProblem(await reader.post('/gateway/_rotateAccessToken'), 403, 'auth.scope_missing')
  const key = { 'idempotency-key': 'once' }
  const first = assertStatus(await agent.post('/gateway/_rotateAccessToken', undefined, key), 200)
  const again = await agent.post('/gateway/_rotateAccessToken', undefined, key)
  assert.deepEqual([again.body, again.headers['idempotency-replayed']], [first, 'true'])
})

test('a rotation with an overlap keeps the old credentials until their time, and one without ends them', async () => {
  const agent = await createTestAgent(server)
  const { find, authenticate } = createGatewayAccess({
    db: server.database.db,
    keyring: server.context.keyring,
    world: server.context.world,
  })
  const { accessToken: first } = await rotate(agent, 'AccessToken')
  const { accessToken: second } = await rotate(agent, 'AccessToken?overlapMinutes=60')
  const isValid = async (token: string) => (await authenticate(token))?.id === agent.id
  assert.deepEqual([await isValid(first), await isValid(second)], [true, true])
  const { agent_key: key } = await stored(agent)
  const end = (what: string) =>
    server.database.pool.query(`update gateway_credentials set ${what}_until = now() where agent_key = $1`, [key])
  await end('previous_access_token')
  assert.deepEqual([await isValid(first), await isValid(second)], [false, true])
  const { accessToken: third } = await rotate(agent, 'AccessToken?overlapMinutes=60')
  const { accessToken: fourth } = await rotate(agent, 'AccessToken')
  assert.deepEqual([await isValid(second), await isValid(third), await isValid(fourth)], [false, false, true])
  await server.database.pool.query(
    `update gateway_credentials set webhook_url = 'https://example.com' where agent_key = $1`,
    [key],
  )
  const secretsOf = async () =>
    (await find(Number(key)))?.webhook?.secrets.map((secret) => secret.export().toString('utf8'))
  const { signingSecret: one } = await rotate(agent, 'SigningSecret')
  assert.deepEqual(await secretsOf(), [one])
  const { signingSecret: two } = await rotate(agent, 'SigningSecret?overlapMinutes=1')
  assert.deepEqual(await secretsOf(), [two, one])
  await end('previous_signing_secret')
  assert.deepEqual(await secretsOf(), [two])
  for (const value of ['-1', 'x', '10081'])
    assertProblem(
      await agent.post(`/gateway/_rotateAccessToken?overlapMinutes=${value}`),
      422,
      'request.invalid',
      'overlapMinutes',
    )
})
