import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCampaignsBench } from '../../testing/campaigns-bench.ts'
import { assertProblem, assertStatus } from '../../testing/client.ts'

/** An erased person is not mentioned anywhere. */

const bench = await createCampaignsBench()
const { api, outreach, consentingPeople, createStagedCampaign, readCampaign, recipients } = await bench.agent()
const outreachId = await outreach('Hello {person.firstName}')

/** Ann and Ben, and a campaign with previews for both. */
async function shownToTwo() {
  const [[ann], [ben]] = [
    await consentingPeople(1, { firstName: 'Ann' }),
    await consentingPeople(1, { firstName: 'Ben' }),
  ]
  assert.ok(ann && ben)
  const id = await createStagedCampaign([ann, ben], { outreachId })
  const previews = [
    { personId: ann.id, text: 'Hello Ann' },
    { personId: ben.id, text: 'Hello Ben' },
  ]
  assert.deepEqual((await readCampaign(id)).previews, previews)
  return { id, ann, ben, previews }
}

test('an erased person appears in no preview, and in the list only by id', async () => {
  const [first, other] = [await shownToTwo(), await shownToTwo()]
  const { id, ann, previews } = first
  const again = await createStagedCampaign([ann], { outreachId })
  assertStatus(await api.del(`/people/${ann.id}`), 204)
  assert.deepEqual((await readCampaign(id)).previews, [previews[1]])
  assert.deepEqual((await readCampaign(again)).previews, [])
  assert.deepEqual((await readCampaign(other.id)).previews, other.previews)
  const { data } = await recipients(id)
  assert.deepEqual(data[0].personId, ann.id)
  assert.doesNotMatch(JSON.stringify([data, await readCampaign(id)]), /Ann/)
})

test('after a merge of two people the surviving one is still shown', async () => {
  const { id, ann, ben, previews } = await shownToTwo()
  assertStatus(await api.post(`/people/${ben.id}/_merge`, { fromPersonId: ann.id }), 200)
  assert.deepEqual((await readCampaign(id)).previews, [previews[1]])
})

test('erasing a person deletes the stored idempotent responses that show them', async () => {
  const { id, ann } = await shownToTwo()
  const cancel = () => api.post(`/campaigns/${id}/cancel`, undefined, { 'idempotency-key': `cancel ${id}` })
  assert.match((await cancel()).text, /Hello Ann/)
  assert.match((await cancel()).text, /Hello Ann/)
  assertStatus(await api.del(`/people/${ann.id}`), 204)
  assertProblem(await cancel(), 409, 'agent.campaign.immutable')
})
