import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertProblem, assertStatus, type ReplyBody } from '../../testing/client.ts'
import { type DeskAgent, deskBench } from '../../testing/desk-bench.ts'

/** Members of the front desk at the desk, and members who are limited to some agents. */

const bench = await deskBench()
const orgOf = ({ api }: DeskAgent) => ({ id: api.orgId, path: `/orgs/${api.orgId}`, api: api.client })
const memberPath = (agent: DeskAgent, userId: string) => `${orgOf(agent).path}/members/${userId}`

test('a member of the front desk takes, answers, notes, assigns and closes', async () => {
  const agent = await bench.desk()
  const [robin, editor] = [await agent.worker('frontDesk'), await agent.worker()]
  const person = await bench.talk(agent)
  const path = `/desk/conversations/${person.userId()}`
  assert.equal((await robin.move(person.userId(), '_take')).assignee, robin.userId)
  assertStatus(await robin.post(`${path}/messages`, { text: 'Hello' }), 201)
  assertStatus(await robin.post(`${path}/notes`, { text: 'Prefers a call' }), 201)
  await robin.move(person.userId(), '_assign', { userId: editor.userId })
  await editor.move(person.userId(), '_assign', { userId: robin.userId })
  assert.equal((await robin.move(person.userId(), '_close')).state, 'closed')
  assertProblem(await robin.post('/desk/replies', { title: 'Mine', aml: 'Hello' }), 403, 'auth.forbidden')
  assertProblem(await robin.put('/settings/desk', { enabled: false }), 403, 'auth.forbidden')
})

test('only members who may work with the agent are offered and can be assigned', async () => {
  const agent = await bench.desk()
  const org = orgOf(agent)
  const other = assertStatus(await org.api.post(`${org.path}/agents`, { name: 'Another' }), 201).id
  const [here, elsewhere] = [await agent.worker('frontDesk', [agent.api.id]), await agent.worker('editor', [other])]
  const members = assertStatus(await here.get('/desk/members'), 200).data.map(({ userId }: ReplyBody) => userId)
  assert.deepEqual(members, [here.userId])
  const person = await bench.talk(agent)
  await here.move(person.userId(), '_take')
  const assigned = await here.post(`/desk/conversations/${person.userId()}/_assign`, { userId: elsewhere.userId })
  assertProblem(assigned, 422, 'request.invalid', 'userId')
  const asElsewhere = { as: elsewhere.userId, force: true }
  const taken = await agent.api.post(`/desk/conversations/${person.userId()}/_take`, asElsewhere)
  assertProblem(taken, 422, 'request.invalid', 'as')
  assertProblem(await elsewhere.get('/desk/conversations'), 404, 'resource.not_found')
})

test('a conversation returns to the agent when its holder may no longer work there', async () => {
  const agent = await bench.desk()
  const { api } = orgOf(agent)
  const changes: object[] = [{ agentIds: [] }, { role: 'viewer' }]
  for (const change of changes) {
    const robin = await agent.worker('frontDesk')
    const person = await bench.talk(agent)
    await robin.move(person.userId(), '_take')
    assertStatus(await api.patch(memberPath(agent, robin.userId), { agentIds: [agent.api.id] }), 200)
    assert.equal((await robin.conversation(person.userId())).state, 'human')
    assertStatus(await api.patch(memberPath(agent, robin.userId), change), 200)
    const after = assertStatus(await agent.api.get(`/desk/conversations/${person.userId()}?as=${robin.userId}`), 200)
    assert.deepEqual([after.state, after.assignee], ['agent', undefined])
  }
})
