import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAssistant } from '../testing/assistant.ts'
import { deskBench } from '../testing/desk-bench.ts'

const bench = await deskBench()
const agent = await bench.desk()
const org = { id: agent.api.orgId, path: `/orgs/${agent.api.orgId}`, api: agent.api.client }
const human = 'I want to talk to a human'
const about = { agent: agent.api.id }

test('an assistant of a member notes, snoozes and returns a conversation, and creates a saved reply', async () => {
  const member = await bench.server.member(org, 'editor')
  const assistant = createAssistant(bench.server, member)
  const person = await bench.talk(agent, human)
  const whose = { ...about, userId: person.userId() }
  const call = async (name: string, args: object) => {
    const { isError, content } = await assistant.call(name, { ...whose, ...args })
    assert.equal(isError, false, JSON.stringify(content))
    return content
  }
  assert.equal((await call('add_desk_note', { text: 'Asks for a refund' })).by, member.userId)
  const until = new Date(bench.world.now().getTime() + 3_600_000).toISOString()
  assert.equal((await call('snooze_desk_conversation', { until })).snoozedUntil, until)
  const { state, notes, history } = await call('return_desk_conversation', { note: 'Offered a refund' })
  assert.deepEqual([state, notes.length, history.at(-1).move], ['agent', 1, 'returned'])
  const { isError, content } = await assistant.call('create_saved_reply', {
    ...about,
    title: 'Refund',
    aml: 'Of course.',
  })
  assert.equal(isError, false, JSON.stringify(content))
  assert.equal(content.id, 'refund')
})

test('an assistant of a viewer has no tool that changes the desk', async () => {
  const viewer = createAssistant(bench.server, await bench.server.member(org, 'viewer'))
  const names = (await viewer.tools()).map(({ name }) => name)
  assert.ok(names.includes('list_desk_conversations'))
  assert.deepEqual(
    names.filter((name) => /desk_note|return_desk|snooze_desk|create_saved_reply/.test(name)),
    [],
  )
})
