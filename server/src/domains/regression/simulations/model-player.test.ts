import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertStatus, type ReplyBody } from '../../../testing/client.ts'
import { createRegressionBench, createUnreachableError } from '../../../testing/regression-bench.ts'

/** A model plays the people, where the settings name one for judging. */

const bench = await createRegressionBench({ judgeKind: 'by model' })
const flow = {
  slots: [{ name: 'kind', type: 'enum', options: ['Boat', 'Car'], prompt: 'Which kind?' }],
  steps: [{ collect: 'kind' }, { say: 'The {kind} is yours.' }, { end: { outcome: 'rented' } }],
}
const agent = await bench.agent({
  playbooks: [{ id: 'rent', name: 'Rent', body: 'Rent boats.', uses: ['people'], isDefault: true, flow }],
})
const profile = { id: 'ada', goal: 'Rent something that floats', manner: 'terse' }

async function simulate(options: object = {}): Promise<{ simulation: ReplyBody; conversation: ReplyBody }> {
  const { id } = assertStatus(await agent.post('/simulations', { profiles: [profile], count: 1, ...options }), 202)
  for (let attempts = 0; attempts < 100; attempts++) {
    await bench.work()
    const simulation = assertStatus(await agent.get(`/simulations/${id}`), 200)
    if (simulation.status === 'completed') {
      const { data } = assertStatus(await agent.get(`/simulations/${id}/conversations`), 200)
      return { simulation, conversation: data[0] }
    }
    bench.world.advance(1000)
  }
  return assert.fail('the simulation does not end')
}

const moves = (text: string, done = false) => ({ object: { text, done } })

test('the model gets the profile and the conversation so far, writes what the person says, and ends it', async () => {
  let [about, heard] = ['', '']
  bench.playJudge(({ sections, messages }) => {
    about = JSON.stringify(sections)
    heard = JSON.stringify(messages)
    if (heard.includes('is yours')) return moves('Thanks', true)
    return heard.includes('Which kind?') ? moves('Boat') : moves('Hello')
  })
  const { simulation, conversation } = await simulate()
  const texts = conversation.transcript.map(({ role, text }: ReplyBody) => `${role}: ${text}`).join('\n')
  assert.match(texts, /^user: Hello\nagent: Which kind\?[\s\S]*\nuser: Boat\nagent: The Boat is yours\./)
  assert.doesNotMatch(texts, /Thanks/)
  assert.deepEqual([conversation.outcome, conversation.reason], ['contained', 'Ended with rented'])
  assert.equal(simulation.errors, 0)
  assert.match(about, /Rent something that floats/)
  // The agent's words are data, so that they cannot instruct the player.
  assert.match(heard, /<data>.*The Boat is yours\..*<\/data>/)
})

test('a person who never stops is stopped after the last turn, and an answer without text ends the conversation', async () => {
  bench.playJudge(moves('And then?'))
  const { conversation } = await simulate({ maxTurns: 2 })
  assert.deepEqual([conversation.outcome, conversation.turns], ['maxTurns', 2])
  bench.playJudge((input) => (JSON.stringify(input.messages).includes('Hello') ? { object: {} } : moves('Hello')))
  assert.equal((await simulate()).conversation.outcome, 'contained')
})

test('a model that fails is an error of the conversation, which says that the player failed', async () => {
  bench.playJudge(createUnreachableError())
  const { simulation, conversation } = await simulate()
  assert.deepEqual([simulation.errors, conversation.outcome], [1, 'error'])
  assert.match(conversation.reason, /^The model that plays the person failed/)
})
