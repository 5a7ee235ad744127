import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { createTestApp } from '../../../testing/app.ts'
import { assertStatus } from '../../../testing/client.ts'
import { type AgentRecord, createAgentFinder } from '../queries.ts'
import { createSecrets } from './secrets.ts'

const server = await createTestApp()
const { db } = server.database
const { keyring, world } = server.context
const org = await server.org()
const find = createAgentFinder(db)

const name = 'integration.orders'
const value = 'Bearer 12345678'

async function newAgent(): Promise<() => Promise<AgentRecord>> {
  const { id } = assertStatus(await org.api.post(`${org.path}/agents`, { name: 'Keeper' }), 201)
  return async () => (await find({ id: org.id }, id)) as AgentRecord
}

test('a process that has read a secret sees the change another process makes to it', async () => {
  const [here, there] = [createSecrets(keyring), createSecrets(keyring)]
  const agent = await newAgent()
  const seen = async () => (await here.states(db, await agent())).of(name)
  assert.deepEqual(await seen(), { set: false })
  for (const [sent, state] of [
    [value, { set: true, last4: '5678' }],
    ['Bearer 87654321', { set: true, last4: '4321' }],
    [null, { set: false }],
  ] as const) {
    const found = await agent()
    await inTransaction(db, (tx) => there.change(tx, found, { [name]: sent }, world))
    assert.deepEqual(await seen(), state)
  }
})

test('a transaction sees its own change of a secret, and no other sees it if the transaction fails', async () => {
  const secrets = createSecrets(keyring)
  const agent = await newAgent()
  const found = await agent()
  assert.deepEqual((await secrets.states(db, found)).of(name), { set: false })
  const failing = inTransaction(db, async (tx) => {
    await secrets.change(tx, found, { [name]: value }, world)
    assert.deepEqual((await secrets.states(tx, found)).of(name), { set: true, last4: '5678' })
    throw new Error('refused')
  })
  await assert.rejects(failing, /refused/)
  assert.deepEqual((await secrets.states(db, await agent())).of(name), { set: false })
})

test('writing unchanged secrets does not change the version of the agent', async () => {
  const agent = await newAgent()
  const before = await agent()
  await inTransaction(db, (tx) => createSecrets(keyring).change(tx, before, { [name]: undefined }, world))
  assert.equal((await agent()).version, before.version)
})
