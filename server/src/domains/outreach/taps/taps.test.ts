import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertStatus } from '../../../testing/client.ts'
import { createOutreachBench, type OutreachPerson, type SendAgent } from '../../../testing/outreach-bench.ts'

/** Taps on links: short links of openers and follow-ups, where they lead, and what they count. */

const bench = await createOutreachBench()
const { app, work, workUntilAnswered, world } = bench
const address = 'https://shop.example/offer?for=Ada#spring'
const opener = `Have a look: ${address}`

async function trackingAgent(): Promise<SendAgent> {
  const agent = await bench.agent('rcs')
  assertStatus(await agent.api.put('/settings/sending', { trackLinks: true }), 200)
  return agent
}

async function sendTo(agent: SendAgent, outreachId: string) {
  const person = await agent.createPerson({ firstName: 'Ada' })
  const { sendId } = await agent.accepted(outreachId, { recipient: { personId: person.id } })
  await work()
  return { person, sendId, links: await readLinks(person) }
}

/** The links in everything that the person has received. */
const readLinks = async ({ phone }: OutreachPerson): Promise<string[]> =>
  [...(await phone.readTexts()).join('\n').matchAll(/https?:\/\/\S+/g)].map(([link]) => link)

const open = (link: string | undefined, method: 'GET' | 'HEAD' = 'GET') =>
  app.inject({ method, url: new URL(link ?? assert.fail('there is no link')).pathname })

const readTapEvents = async (agent: SendAgent) => {
  const sql = `select data from outbox where org_id = $1 and type = 'link.tapped' and data->>'agentId' = $2`
  return (await bench.server.database.pool.query(sql, [agent.api.orgId, agent.api.id])).rows.map(({ data }) => data)
}

test('by default the links of an opener stay as they are', async () => {
  const agent = await bench.agent('rcs')
  const { links } = await sendTo(agent, await agent.outreach(opener))
  assert.deepEqual(links, [address])
})

test('a short link redirects to the very address, and its first tap is counted and published once', async () => {
  const agent = await trackingAgent()
  const outreachId = await agent.outreach(opener)
  const { person, sendId, links } = await sendTo(agent, outreachId)
  assert.equal(links.length, 1)
  assert.match(links[0] ?? '', /\/t\/[A-Za-z0-9]{16}$/)
  const head = await open(links[0], 'HEAD')
  assert.deepEqual([head.statusCode, head.headers.location], [302, address])
  assert.deepEqual((await agent.readSend(sendId)).taps, [])
  const tappedAt = world.now().toISOString()
  for (let times = 0; times < 3; times++) {
    const response = await open(links[0])
    assert.deepEqual([response.statusCode, response.headers.location], [302, address])
    world.advance(1_000)
  }
  assert.deepEqual((await agent.readSend(sendId)).taps, [{ url: address, at: tappedAt }])
  const event = { agentId: agent.api.id, sendId, outreachId, personId: person.id, userId: person.asid, channel: 'rcs' }
  assert.deepEqual(await readTapEvents(agent), [{ ...event, url: 'https://shop.example/offer' }])
})

test('two simultaneous taps count once', async () => {
  const agent = await trackingAgent()
  const { sendId, links } = await sendTo(agent, await agent.outreach(opener))
  await Promise.all([open(links[0]), open(links[0]), open(links[0])])
  assert.equal((await agent.readSend(sendId)).taps.length, 1)
  assert.equal((await readTapEvents(agent)).length, 1)
})

test('each link of a message counts by itself, and each person has links of their own', async () => {
  const agent = await trackingAgent()
  const outreachId = await agent.outreach(`${opener} or https://shop.example/other`)
  const [one, other] = [await sendTo(agent, outreachId), await sendTo(agent, outreachId)]
  assert.equal(new Set([...one.links, ...other.links]).size, 4)
  for (const link of one.links) await open(link)
  const urls = (taps: { url: string }[]) => taps.map(({ url }) => url).sort()
  assert.deepEqual(urls((await agent.readSend(one.sendId)).taps), [address, 'https://shop.example/other'])
  assert.deepEqual((await agent.readSend(other.sendId)).taps, [])
})

test('the links of a follow-up are counted for its send; a reply of the agent keeps its links', async () => {
  const agent = await trackingAgent()
  const nudge = { id: 'nudge', name: 'Nudge', body: 'Still there? https://shop.example/nudge' }
  assertStatus(await agent.api.post('/message-templates', nudge), 201)
  const outreachId = await agent.outreach('Hello', { followUp: { templateId: 'nudge', delayMinutes: 60 } })
  const { person, sendId } = await sendTo(agent, outreachId)
  await agent.after(60)
  const [link] = await readLinks(person)
  assert.equal((await open(link)).headers.location, 'https://shop.example/nudge')
  const { taps } = await agent.readSend(sendId)
  assert.deepEqual(
    taps.map(({ url }: { url: string }) => url),
    ['https://shop.example/nudge'],
  )
  const text = 'As asked: https://shop.example/reply'
  const message = { spec: 'amf/1', parts: [{ type: 'text', text }] }
  await agent.call('POST', '/v4/messages', { userId: person.asid, messages: [message] })
  await work()
  assert.ok((await person.phone.readTexts()).some((shown) => shown.includes(text)))
})

test('the report of a campaign counts the people who tapped', async () => {
  const agent = await trackingAgent()
  const outreachId = await agent.outreach(opener)
  const people = [await agent.createPerson(), await agent.createPerson()]
  for (const { id } of people) assertStatus(await agent.api.put(`/people/${id}/consent`, { status: 'granted' }), 200)
  const audience = { personIds: people.map(({ id }) => id) }
  const { id } = assertStatus(await agent.api.post('/campaigns', { name: 'C', outreachId, audience }), 201)
  assertStatus(await workUntilAnswered(agent.api.post(`/campaigns/${id}/stage`)), 200)
  assertStatus(await agent.api.post(`/campaigns/${id}/start`), 200)
  await work()
  world.advance(10_000)
  await work()
  const [link] = await readLinks(people[0] as OutreachPerson)
  await open(link)
  assert.equal(assertStatus(await agent.api.get(`/campaigns/${id}/report`), 200).tapped, 1)
})

test('an unknown code, and the link of an erased person, answer 404 and redirect nowhere', async () => {
  const agent = await trackingAgent()
  const { person, links } = await sendTo(agent, await agent.outreach(opener))
  assertStatus(await agent.api.del(`/people/${person.id}`), 204)
  for (const path of [new URL(links[0] ?? '').pathname, '/t/AAAAAAAAAAAAAAAA', '/t/..%2Fetc']) {
    const response = await app.inject({ method: 'GET', url: path })
    assert.deepEqual([response.statusCode, response.headers.location], [404, undefined], path)
  }
})
