import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertStatus, type ReplyBody } from '../../../testing/client.ts'
import { createRuntimeBench } from '../../../testing/runtime-bench.ts'

/** A link from its page to the phone and back, through a complete installation. */

const bench = await createRuntimeBench()
const agent = await bench.agent({}, 'rcs')
const { data } = assertStatus(await agent.api.get('/channels'), 200)
const { id: bindingId } = data.find(({ channel }: ReplyBody) => channel === 'rcs')
const { code, id } = assertStatus(await agent.api.post('/outreach-links', { bindingId }), 201)

async function enter(number: string): Promise<string> {
  const payload = new URLSearchParams({ number }).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const reply = await bench.server.app.inject({ method: 'POST', url: `/o/${code}`, payload, headers })
  assert.equal(reply.statusCode, 200)
  return reply.body
}
const reasons = async (): Promise<string[]> => {
  const sql = 'select state, reason from link_redemptions where link_id = $1 order by redeemed_at, id'
  return (await bench.pool.query(sql, [id])).rows.map(({ state, reason }) => reason ?? state)
}

test('a person who enters a number gets the opening message, can answer, and gets a reply', async () => {
  const person = agent.createPerson('rcs')
  await enter(person.phone.address)
  assert.deepEqual(await person.readNewTexts(), [
    'Hello, this is Harbour. You asked for a message on this number. How can I help you?',
  ])
  bench.play('We open at nine.')
  assert.deepEqual(await person.sendText('When do you open?'), ['We open at nine.'])
  const turn = await person.turn()
  const { data: playbooks } = assertStatus(await agent.api.get('/playbooks'), 200)
  assert.equal(turn.playbookId, playbooks.find(({ isDefault }: ReplyBody) => isDefault).id)
  assert.deepEqual(await reasons(), ['sent'])
})

test('a number that has sent STOP and one without rcs receive nothing, and the page shows the same text', async () => {
  const [stopped, incapable, other] = [agent.createPerson('rcs'), agent.createPerson('rcs'), agent.createPerson('rcs')]
  await stopped.sendText('STOP')
  await incapable.phone.set({ reachable: false })
  const pages = []
  for (const { phone } of [stopped, incapable, other]) pages.push(await enter(phone.address))
  assert.equal(new Set(pages).size, 1)
  assert.deepEqual([await stopped.readNewTexts(), await incapable.readNewTexts()], [[], []])
  assert.equal((await other.readNewTexts()).length, 1)
  assert.deepEqual((await reasons()).sort(), ['not_rcs_capable', 'opted_out', 'sent', 'sent'])
})

test('after erasing a person only the number of redemptions remains', async () => {
  const person = agent.createPerson('rcs')
  await enter(person.phone.address)
  await person.readNewTexts()
  await person.sendText('Hello')
  assertStatus(await agent.api.del(`/people/${(await person.person()).id}`), 204)
  const { rows } = await bench.pool.query('select asid from link_redemptions where asid = $1', [person.userId()])
  assert.deepEqual(rows, [])
  const { data: links } = assertStatus(await agent.api.get('/outreach-links'), 200)
  assert.equal(links[0].redemptionCount, 5)
})
