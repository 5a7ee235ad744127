import assert from 'node:assert/strict'
import { test } from 'node:test'
import { agentFactories } from './domains/agents/index.ts'
import { createChannels } from './domains/channels/index.ts'
import { readModelPlan } from './domains/models/index.ts'
import { StartupError } from './platform/errors.ts'
import { createKeyring } from './platform/secrets/keyring.ts'
import { realWorld } from './platform/world.ts'
import { rotateSecretKey } from './secret-rotation.ts'
import { createTestApp, testPassword } from './testing/app.ts'
import { assertStatus } from './testing/client.ts'

const server = await createTestApp()
const { db } = server.database
const org = await server.org()
const { keyring } = server.context
const next = createKeyring(Buffer.alloc(32, 8))
await db
  .insertInto('installation')
  .values({ key: 'secret key', value: keyring.fingerprint, created_at: new Date() })
  .execute()

test('a rotation re-encrypts every secret with the new key at once', async () => {
  const agent = assertStatus(await org.api.post(`${org.path}/agents`, { name: 'Keeper' }), 201)
  const path = `${org.path}/agents/${agent.id}`
  const integration = {
    description: 'Looks up',
    endpoint: { url: 'https://example.com' },
    authHeader: 'Bearer 12345678',
  }
  assertStatus(await org.api.put(`${path}/integrations/orders`, integration), 201)
  assertStatus(await org.api.post(`${path}/gateway/_rotateSigningSecret`, {}, { 'idempotency-key': 'once' }), 200)
  const auth = { sendUrl: 'https://example.com/send', secret: 'of the gateway' }
  const binding = { channel: 'sms', mode: 'unmanaged', provider: 'http-sms', auth }
  const { id } = assertStatus(await org.api.post(`${path}/channels`, binding), 201)

  const hook = assertStatus(await org.api.post(`${org.path}/webhooks`, { url: 'https://example.com' }), 201)

  const model = { provider: 'openai', model: 'gpt', apiKey: 'sk-of-the-model' }
  assertStatus(await org.api.put(`${org.path}/models/ours`, model), 201)

  const member = await server.member(org, 'viewer')
  assertStatus(await member.post('/auth/second-factor', { password: testPassword }), 200)

  assert.equal(await rotateSecretKey(db, keyring, next), 6)

  const { agent_key: key } = await db.selectFrom('agents').select('agent_key').executeTakeFirstOrThrow()
  const found = { key, id: agent.id, orgId: org.id }
  assertStatus(await org.api.put(`${path}/settings/model`, { modelId: 'ours' }), 200)
  const plan = await readModelPlan(found, realWorld.now(), { db, keyring: next })
  assert.equal(plan?.turn[0]?.choice?.key, 'sk-of-the-model')
  assert.equal(await agentFactories.createSecrets(next).open(db, found, 'integration.orders'), 'Bearer 12345678')
  await assert.rejects(agentFactories.createSecrets(keyring).open(db, found, 'integration.orders'))
  const { signing_secret: sealed } = await db.selectFrom('gateway_credentials').selectAll().executeTakeFirstOrThrow()
  assert.match(next.decrypt(sealed as Buffer, `gateway signing secret of agent ${key}`), /^ss-/)
  const channels = createChannels({ db, keyring: next, adapters: [], gatewayPublicUrl: 'https://example.com' })
  assert.deepEqual((await channels.findById(id))?.binding.auth, auth)
  const { secret } = await db.selectFrom('webhooks').select('secret').executeTakeFirstOrThrow()
  assert.equal(next.decrypt(secret, `signing secret of webhook ${hook.id}`), hook.signingSecret)
  const factor = await db.selectFrom('second_factors').select('secret').executeTakeFirstOrThrow()
  assert.match(next.decrypt(factor.secret, `second factor ${org.id} ${member.userId}`), /^[0-9a-f]{40}$/)
  assert.deepEqual(await db.selectFrom('idempotency_keys').selectAll().execute(), [])
})

test('repeating a rotation changes nothing', async () => {
  assert.equal(await rotateSecretKey(db, keyring, next), 0)
})

test('a rotation with a key that is not in use changes nothing', async () => {
  const wrong = createKeyring(Buffer.alloc(32, 9))
  await assert.rejects(rotateSecretKey(db, wrong, createKeyring(Buffer.alloc(32, 10))), StartupError)
})

test('one secret that the old key cannot decrypt stops the whole rotation', async () => {
  const after = createKeyring(Buffer.alloc(32, 11))
  const { agent_key: key } = await db.selectFrom('agents').select('agent_key').executeTakeFirstOrThrow()
  const foreign = keyring.encrypt('lost', 'nothing')
  const row = {
    agent_key: key,
    name: 'integration.lost',
    ciphertext: foreign,
    last4: null,
    updated_at: realWorld.now(),
  }
  await db.insertInto('agent_secrets').values(row).execute()
  await assert.rejects(rotateSecretKey(db, next, after))
  const stored = await db.selectFrom('installation').select('value').where('key', '=', 'secret key').executeTakeFirst()
  assert.equal(stored?.value, next.fingerprint)
})
