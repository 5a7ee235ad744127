import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertStatus } from '../../testing/client.ts'
import { createRuntimeBench, type RuntimeAgent, type RuntimePerson } from '../../testing/runtime-bench.ts'

/** A session that began with a canary keeps exactly what the draft was then. */

const bench = await createRuntimeBench()
const { world } = bench
const question = 'What is the color of the day?'
const fact = (answer: string) => ({ id: 'color', question, answer, exact: true })
const general = { id: 'general', name: 'General', body: 'Help.', isDefault: true }

const putColor = async (agent: RuntimeAgent, answer: string, draftId?: string) =>
  assertStatus(
    await agent.api.put(
      '/knowledge/facts',
      { facts: [fact(answer)] },
      draftId === undefined ? {} : { 'x-svc-draft': draftId },
    ),
    200,
  )

async function ask(person: RuntimePerson): Promise<string> {
  world.advance(1_000)
  return (await person.sendText(question)).join(' ')
}

/** Live says red, the canary blue. */
async function createCanary() {
  const agent = await bench.agent(
    { playbooks: [general], capabilities: { knowledge: { facts: [fact('Red.')] } } },
    'rcs',
  )
  const { id } = assertStatus(await agent.api.post('/drafts', { name: 'Draft' }), 201)
  await putColor(agent, 'Blue.', id)
  assertStatus(await agent.api.post(`/drafts/${id}/_canary`, { percent: 99 }), 200)
  return { agent, draftId: id as string }
}

/** A person whose session began with this answer; the user id decides who meets the canary. */
async function findPersonTold(agent: RuntimeAgent, answer: string): Promise<RuntimePerson> {
  for (let people = 0; people < 50; people++) {
    const person = agent.createPerson('rcs')
    if ((await ask(person)) === answer) return person
  }
  return assert.fail(`nobody was told ${answer}`)
}

type Change = (agent: RuntimeAgent, draftId: string) => Promise<unknown>

const changes: Record<string, { change: Change; newSessions: string }> = {
  'is edited': { change: (agent, id) => putColor(agent, 'Green.', id), newSessions: 'Green.' },
  'ends as canary and is edited': {
    async change(agent, id) {
      assertStatus(await agent.api.post(`/drafts/${id}/_endCanary`), 200)
      await putColor(agent, 'Green.', id)
    },
    newSessions: 'Red.',
  },
  'is rebased': {
    async change(agent, id) {
      await putColor(agent, 'Yellow.')
      const resolve = [{ path: 'capabilities.knowledge.facts[color]', take: 'live' }]
      assertStatus(await agent.api.post(`/drafts/${id}/_rebase`, { resolve }), 200)
    },
    newSessions: 'Yellow.',
  },
  'is deleted': {
    change: async (agent, id) => assertStatus(await agent.api.del(`/drafts/${id}`), 204),
    newSessions: 'Red.',
  },
  'is edited and published': {
    async change(agent, id) {
      await putColor(agent, 'Green.', id)
      assertStatus(await agent.api.post(`/drafts/${id}/_publish`, {}), 200)
    },
    newSessions: 'Green.',
  },
}

for (const [name, { change, newSessions }] of Object.entries(changes)) {
  test(`a session that began with a canary keeps what it was when the draft ${name}`, async () => {
    const { agent, draftId } = await createCanary()
    const person = await findPersonTold(agent, 'Blue.')
    await change(agent, draftId)
    assert.equal(await ask(person), 'Blue.')
    assert.equal((await person.turn()).draftId, draftId)
    await findPersonTold(agent, newSessions)
    assert.equal(await ask(person), 'Blue.')
    // The next session begins with what there is now.
    world.advance(31 * 60_000)
    assert.equal(await ask(person), newSessions)
  })
}

test('a session that began with live while there was a canary keeps that version of live', async () => {
  const { agent, draftId } = await createCanary()
  assertStatus(await agent.api.post(`/drafts/${draftId}/_canary`, { percent: 1 }), 200)
  const person = await findPersonTold(agent, 'Red.')
  await putColor(agent, 'Yellow.')
  assertStatus(await agent.api.del(`/drafts/${draftId}`), 204)
  assert.equal(await ask(person), 'Red.')
})

test('sessions of the same canary share one stored definition', async () => {
  const { agent, draftId } = await createCanary()
  for (let people = 0; people < 3; people++) await findPersonTold(agent, 'Blue.')
  const { rows } = await bench.pool.query('select from canary_definitions where draft_id = $1', [draftId])
  assert.equal(rows.length, 1)
})

test('sessions and turns say what answered them, and usage compares it', async () => {
  const { agent, draftId } = await createCanary()
  const blue = await findPersonTold(agent, 'Blue.')
  await ask(blue)
  assertStatus(await agent.api.post(`/drafts/${draftId}/_canary`, { percent: 1 }), 200)
  const red = await findPersonTold(agent, 'Red.')
  const { version } = assertStatus(await agent.api.get('/versions?limit=1'), 200).data[0]
  const [ofBlue, ofRed] = [await blue.turn(), await red.turn()]
  assert.deepEqual(
    [ofBlue.draftId, ofBlue.version, ofRed.draftId, ofRed.version],
    [draftId, undefined, undefined, version],
  )
  const day = 86_400_000
  const span = [-day, day].map((offset) => new Date(world.now().getTime() + offset).toISOString())
  const { data } = assertStatus(await agent.api.get(`/usage/versions?start=${span[0]}&end=${span[1]}`), 200)
  const counts = new Map<unknown, number>(
    data.map((entry: { draftId?: string; version?: number; sessions: number }) => [
      entry.draftId ?? entry.version,
      entry.sessions,
    ]),
  )
  assert.deepEqual([...counts.keys()].sort(), [draftId, version].sort())
  for (const [configuration, sessions] of counts) assert.ok(sessions >= 1, `${configuration}`)
  const [entry] = data
  assert.deepEqual([entry.goalsReached, entry.unanswered, entry.errors], [0, 0, 0])
  const conversations = assertStatus(await agent.api.get(`/conversations?userId=${blue.userId()}`), 200).data
  assert.equal(conversations[0].draftId, draftId)
})
