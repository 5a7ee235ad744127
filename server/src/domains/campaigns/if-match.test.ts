import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCampaignsBench } from '../../testing/campaigns-bench.ts'
import { assertOneWins, assertProblem } from '../../testing/client.ts'

/** Campaign commands with `If-Match`, the ETag that the operator has seen. */

const bench = await createCampaignsBench()
const agent = await bench.agent()
const { api, readCampaign } = agent
const etagOf = async (id: string) => (await api.get(`/campaigns/${id}`)).headers.etag as string
const callVerb = (id: string, verb: string) => (mark: Record<string, string>) =>
  api.post(`/campaigns/${id}/${verb}`, undefined, mark)
const sixTimes = (id: string, verb: string) => Array.from({ length: 6 }, () => callVerb(id, verb))

for (const [verb, status, ...before] of [
  ['start', 'running'],
  ['pause', 'paused', 'start'],
  ['resume', 'running', 'start', 'pause'],
  ['cancel', 'cancelled', 'start'],
] as const) {
  test(`only one of several concurrent ${verb} requests with the same ETag succeeds`, async () => {
    for (let round = 0; round < 3; round++) {
      const id = await agent.createStagedCampaign(await agent.consentingPeople(2))
      for (const earlier of before) await agent.command(id, earlier)
      assert.equal((await assertOneWins(sixTimes(id, verb), await etagOf(id))).body.status, status)
    }
  })
}

test('only one of several different concurrent commands with the same ETag succeeds', async () => {
  for (let round = 0; round < 5; round++) {
    const id = await agent.createStagedCampaign(await agent.consentingPeople(2))
    await agent.command(id, 'start')
    const calls = ['pause', 'cancel', 'pause', 'cancel'].map((verb) => callVerb(id, verb))
    const { body } = await assertOneWins(calls, await etagOf(id))
    assert.equal((await readCampaign(id)).status, body.status)
  }
})

test('only one of several concurrent staging requests with the same ETag begins', async () => {
  const people = await agent.consentingPeople(2)
  const { id } = await agent.campaign({ personIds: people.map((one) => one.id) })
  const etag = await etagOf(id)
  let isAnswered = false
  const staging = assertOneWins(sixTimes(id, 'stage'), etag).finally(() => {
    isAnswered = true
  })
  while (!isAnswered) await bench.work()
  assert.equal((await staging).body.status, 'staged')
})

test('an outdated ETag is reported before a status that does not allow the command', async () => {
  const { id } = await agent.campaign({ filter: { tag: 'nobody' } })
  assertProblem(await callVerb(id, 'pause')({ 'if-match': '"old"' }), 412, 'request.precondition_failed')
  assertProblem(await callVerb(id, 'pause')({}), 409, 'agent.campaign.immutable')
})
