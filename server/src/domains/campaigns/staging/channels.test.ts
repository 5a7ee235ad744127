import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCampaignsBench } from '../../../testing/campaigns-bench.ts'
import { assertStatus, type ReplyBody } from '../../../testing/client.ts'
import { openGoogleRbm } from '../../../testing/outreach-bench.ts'

/** Staging of a campaign whose people are reached on several channels, each by a provider with a rate of its own. */

const google = await openGoogleRbm()
const batchRates = { 'google-rbm': 2, lab: 0.5 }
const bench = await createCampaignsBench({ config: { channelApis: google.apis, batchRates } })
const agent = await bench.agent(google.binding)
await agent.bind('sms')
const { api } = agent

let count = 0

async function addPerson(firstName: string, ...channels: string[]): Promise<string> {
  const { id } = assertStatus(await api.post('/people', { firstName }), 201)
  assertStatus(await api.put(`/people/${id}/consent`, { status: 'granted' }), 200)
  const address = `+1707${5_550_000 + ++count}`
  for (const channel of channels) assertStatus(await api.post(`/people/${id}/identities`, { channel, address }), 201)
  return id
}

test('staging counts people by channel, estimates each provider by its rate, and previews the opener on its channel', async () => {
  const people: [firstName: string, ...channels: string[]][] = [
    ['Ann', 'rcs'],
    ['Bo', 'sms'],
    ['Cleo', 'rcs', 'sms'],
    ['Dee', 'sms'],
    ['Eve', 'rcs'],
    ['Fay', 'rcs'],
    ['Gus', 'sms'],
  ]
  const personIds: string[] = []
  for (const person of people) personIds.push(await addPerson(...person))
  const outreachId = await agent.outreach('Hello {person.firstName}', { channels: ['rcs', 'sms'] })
  const { id } = await agent.campaign({ personIds }, { outreachId })
  const { channels, estimate, previews } = await agent.stage(id)
  assert.deepEqual(channels, { rcs: 4, sms: 3 })
  const byProvider = estimate.toSorted((one: ReplyBody, other: ReplyBody) => (one.provider < other.provider ? -1 : 1))
  assert.deepEqual(byProvider, [
    { provider: 'google-rbm', seconds: 2, channels: [{ channel: 'rcs', people: 4, perSecond: 2, seconds: 2 }] },
    { provider: 'lab', seconds: 6, channels: [{ channel: 'sms', people: 3, perSecond: 0.5, seconds: 6 }] },
  ])
  const expected = people.slice(0, 5).map(([firstName, channel], at) => {
    return { personId: personIds[at], text: `Hello ${firstName}`, channel }
  })
  assert.deepEqual(previews, expected)
})

test('the previews have a person of each channel, however far down the list, and a preview is read on any channel', async () => {
  const personIds: string[] = []
  for (let n = 0; n < 7; n++) personIds.push(await addPerson(`R${n}`, 'rcs'))
  personIds.push(await addPerson('Sam', 'sms'))
  const outreachId = await agent.outreach('Hello {person.firstName}', { channels: ['rcs', 'sms'] })
  const { id } = await agent.campaign({ personIds }, { outreachId })
  const { previews } = await agent.stage(id)
  assert.equal(previews.length, 5)
  assert.deepEqual(previews.at(-1), { personId: personIds.at(-1), text: 'Hello Sam', channel: 'sms' })
  const preview = (query: string) => api.get(`/campaigns/${id}/preview?personId=${personIds.at(-1)}${query}`)
  const shown = async (query: string) => {
    const { channel, messages } = assertStatus(await preview(query), 200)
    return [channel, Object.keys(messages[0].native)]
  }
  const [[first, onRcs], [chosen, onSms]] = [await shown(''), await shown('&channel=sms')]
  assert.deepEqual([first, chosen], ['rcs', 'sms'])
  assert.notDeepEqual(onRcs, onSms)
  assertStatus(await preview('&channel=pigeon'), 422)
})
