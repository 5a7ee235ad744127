import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inTransaction } from '../../platform/db/transaction.ts'
import { StartupError } from '../../platform/errors.ts'
import { createBinding, createChannelBench, managedRcs, unmanagedSms } from '../../testing/channel-bench.ts'
import { assertStatus } from '../../testing/client.ts'
import { builtInCatalog } from '../catalogs/index.ts'
import { createChannels, providerAdapters } from './index.ts'

const { server, db, world, channels, worker, agent: newAgent } = await createChannelBench()

async function keyOf(agentId: string, orgId: string): Promise<{ key: number }> {
  const { rows } = await server.database.pool.query(
    'select agent_key as key from agents where org_id = $1 and id = $2',
    [orgId, agentId],
  )
  return rows[0]
}

test('the live bindings of an agent include decrypted credentials and the callback URL', async () => {
  const agent = await newAgent()
  const key = await keyOf(agent.id, agent.orgId)
  const sms = await createBinding(agent, unmanagedSms(' good ', 'Harbour'))
  const rcs = await createBinding(agent, managedRcs)
  await worker.drain()
  await agent.patch(`/channels/${sms.id}`, {
    delivery: { minMessageDelayMs: 300 },
    compliance: { enabled: true, disclaimerText: 'Rates' },
  })
  const [found, other] = await Promise.all([
    channels.findByChannel(key, 'sms'),
    channels.findByChannel(key, 'vendorMessages'),
  ])
  assert.equal(other, undefined)
  assert.ok(found)
  const { bindingKey, ...binding } = found
  assert.deepEqual(binding, {
    agentKey: key.key,
    id: sms.id,
    channel: 'sms',
    mode: 'unmanaged',
    provider: 'http-sms',
    status: 'Active',
    routingId: 'route of Harbour',
    auth: { sendUrl: 'https://example.com/send', secret: 'good', from: 'Harbour' },
    callbackUrl: `${server.context.config.gatewayPublicUrl}/providers/${sms.id}`,
    minMessageDelayMs: 300,
    compliance: { enabled: true, disclaimerText: 'Rates' },
  })
  assert.ok(bindingKey)
  const all = await channels.listBindings(key)
  assert.deepEqual(
    all.map(({ channel, provider }) => [channel, provider]),
    [
      ['webchat', 'webchat'],
      ['sms', 'http-sms'],
      ['rcs', 'lab'],
    ],
  )
  assert.equal(channels.requireAdapter(found).provider, 'http-sms')
  assert.throws(() => channels.requireAdapter({ provider: 'nobody', channel: 'sms' }), /no adapter for nobody on sms/)
  assert.equal((await channels.findById(rcs.id))?.agent.id, agent.id)
})

test('a deleted, disabled or rotated binding takes effect immediately', async () => {
  const agent = await newAgent()
  const key = await keyOf(agent.id, agent.orgId)
  const { id } = await createBinding(agent, unmanagedSms('first'))
  assert.equal((await channels.findById(id))?.binding.auth.secret, 'first')
  await agent.patch(`/channels/${id}`, { auth: unmanagedSms('second').auth })
  assert.equal((await channels.findByChannel(key, 'sms'))?.auth.secret, 'second')
  await worker.drain()
  await agent.post(`/channels/${id}/_disable`)
  assert.equal((await channels.findByChannel(key, 'sms'))?.status, 'Disabled')
  assertStatus(await agent.del(`/channels/${id}`), 204)
  assert.equal(await channels.findById(id), undefined)
  const rcs = await createBinding(agent, managedRcs)
  await worker.drain()
  assertStatus(await agent.del(`/channels/${rcs.id}`), 204)
  assert.equal(await channels.findById(rcs.id), undefined, 'an archive is not live')
  assert.equal(await inTransaction(db, (tx) => channels.findByChannel(key, 'rcs', tx)), undefined)
})

test('credentials that were copied to another binding do not decrypt', async () => {
  const agent = await newAgent()
  const other = await newAgent()
  const [one, two] = [
    await createBinding(agent, unmanagedSms('good')),
    await createBinding(other, unmanagedSms('mine')),
  ]
  await server.database.pool.query(
    'update channel_bindings set auth = (select auth from channel_bindings where id = $1) where id = $2',
    [one.id, two.id],
  )
  await assert.rejects(channels.findById(two.id))
})

test('every provider of the catalog has an adapter, and no other provider has one', () => {
  const forms = builtInCatalog.list('channels')
  const offered = forms.flatMap(({ id, unmanaged }) => (unmanaged?.providers ?? []).map((one) => `${one.id} on ${id}`))
  const made = providerAdapters.adapters({ db, world }).map(({ provider, channel }) => `${provider} on ${channel}`)
  assert.deepEqual(made.sort(), offered.sort())
})

test('an operator can configure another rate for a provider; an unknown provider is refused', () => {
  const { keyring, config } = server.context
  const adapters = providerAdapters.adapters({ db, world })
  const withRates = (batchRates: Record<string, number>) =>
    createChannels({ db, keyring, adapters, batchRates, gatewayPublicUrl: config.gatewayPublicUrl })
  const { batchRateOf } = withRates({ 'google-rbm': 300, lab: 5 })
  assert.equal(batchRateOf({ provider: 'google-rbm', batchPerSecond: 50 }), 300)
  assert.equal(batchRateOf({ provider: 'twilio', batchPerSecond: 10 }), 10)
  assert.throws(() => withRates({ gogle: 1 }), {
    constructor: StartupError,
    message: /^The providers of BATCH_RATES must be some of .*google-rbm, .*twilio.*; got "gogle"\. Example: /,
  })
})
