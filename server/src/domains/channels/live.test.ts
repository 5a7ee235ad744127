import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CannotStart } from '../../platform/cannot-start.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { bindTo, channelBench, managedRcs, unmanagedSms } from '../../testing/channel-bench.ts'
import { assertStatus } from '../../testing/client.ts'
import { builtInCatalog } from '../catalogs/index.ts'
import { channelsOf, providers } from './index.ts'

const { server, db, world, channels, worker, agent: newAgent } = await channelBench()

async function keyOf(agentId: string, orgId: string): Promise<{ key: number }> {
  const { rows } = await server.database.pool.query(
    'select agent_key as key from agents where org_id = $1 and id = $2',
    [orgId, agentId],
  )
  return rows[0]
}

test('the live bindings of an agent, with opened credentials and the address that the provider calls', async () => {
  const agent = await newAgent()
  const key = await keyOf(agent.id, agent.orgId)
  const sms = await bindTo(agent, unmanagedSms(' good ', 'Harbour'))
  const rcs = await bindTo(agent, managedRcs)
  await worker.drain()
  await agent.patch(`/channels/${sms.id}`, {
    delivery: { minMessageDelayMs: 300 },
    compliance: { enabled: true, disclaimerText: 'Rates' },
  })
  const [found, other] = await Promise.all([channels.on(key, 'sms'), channels.on(key, 'vendorMessages')])
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
    callbackUrl: `${server.parts.config.gatewayPublicUrl}/providers/${sms.id}`,
    minMessageDelayMs: 300,
    compliance: { enabled: true, disclaimerText: 'Rates' },
  })
  assert.ok(bindingKey)
  const all = await channels.of(key)
  assert.deepEqual(
    all.map(({ channel, provider }) => [channel, provider]),
    [
      ['webchat', 'webchat'],
      ['sms', 'http-sms'],
      ['rcs', 'lab'],
    ],
  )
  assert.equal(channels.adapterOf(found).provider, 'http-sms')
  assert.throws(() => channels.adapterOf({ provider: 'nobody', channel: 'sms' }), /no adapter for nobody on sms/)
  assert.equal((await channels.find(rcs.id))?.agent.id, agent.id)
})

test('what was released, disabled or rotated is seen at once', async () => {
  const agent = await newAgent()
  const key = await keyOf(agent.id, agent.orgId)
  const { id } = await bindTo(agent, unmanagedSms('first'))
  assert.equal((await channels.find(id))?.binding.auth.secret, 'first')
  await agent.patch(`/channels/${id}`, { auth: unmanagedSms('second').auth })
  assert.equal((await channels.on(key, 'sms'))?.auth.secret, 'second')
  await worker.drain()
  await agent.post(`/channels/${id}/_disable`)
  assert.equal((await channels.on(key, 'sms'))?.status, 'Disabled')
  assertStatus(await agent.del(`/channels/${id}`), 204)
  assert.equal(await channels.find(id), undefined)
  const rcs = await bindTo(agent, managedRcs)
  await worker.drain()
  assertStatus(await agent.del(`/channels/${rcs.id}`), 204)
  assert.equal(await channels.find(rcs.id), undefined, 'an archive is not live')
  assert.equal(await inTransaction(db, (tx) => channels.on(key, 'rcs', tx)), undefined)
})

test('credentials that were copied to another binding do not open', async () => {
  const agent = await newAgent()
  const other = await newAgent()
  const [one, two] = [await bindTo(agent, unmanagedSms('good')), await bindTo(other, unmanagedSms('mine'))]
  await server.database.pool.query(
    'update channel_bindings set auth = (select auth from channel_bindings where id = $1) where id = $2',
    [one.id, two.id],
  )
  await assert.rejects(channels.find(two.id))
})

test('every provider of the catalog has its adapter, and no other has one', () => {
  const forms = builtInCatalog.list('channels')
  const offered = forms.flatMap(({ id, unmanaged }) => (unmanaged?.providers ?? []).map((one) => `${one.id} on ${id}`))
  const made = providers.adapters({ db, world }).map(({ provider, channel }) => `${provider} on ${channel}`)
  assert.deepEqual(made.sort(), offered.sort())
})

test('an operator who has agreed on another rate with a provider has it; one whom nobody knows is refused', () => {
  const { keyring, config } = server.parts
  const adapters = providers.adapters({ db, world })
  const withRates = (batchRates: Record<string, number>) =>
    channelsOf({ db, keyring, adapters, batchRates, gatewayPublicUrl: config.gatewayPublicUrl })
  const { rateOf } = withRates({ 'google-rbm': 300, lab: 5 })
  assert.equal(rateOf({ provider: 'google-rbm', batchPerSecond: 50 }), 300)
  assert.equal(rateOf({ provider: 'twilio', batchPerSecond: 10 }), 10)
  assert.throws(() => withRates({ gogle: 1 }), {
    constructor: CannotStart,
    message: /^BATCH_RATES names gogle, which no channel goes by\. Known are .*google-rbm, .*twilio/,
  })
})
