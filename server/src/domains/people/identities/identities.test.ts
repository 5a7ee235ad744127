import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { createTestAgent, type TestAgent } from '../../../testing/agent.ts'
import { createTestApp } from '../../../testing/app.ts'
import { assertProblem, assertStatus, type ReplyBody } from '../../../testing/client.ts'
import { readAnnouncedEvents } from '../../../testing/events.ts'
import { findPerson, updatePeople } from '../person/queries.ts'
import { claimIdentities } from './identities.ts'
import { findIdentityByAddress, findPersonByAsid } from './queries.ts'
import { isOptedOut, optIn, optOut } from './stop-list/stop-list.ts'
import { createPhone, createTickingWorld, findAgentKey } from './testing/people.ts'

const server = await createTestApp({ world: createTickingWorld() })
const { db } = server.database
const { world } = server.context

const addIdentity = async (agent: TestAgent, id: string, body: object): Promise<ReplyBody> =>
  assertStatus(await agent.post(`/people/${id}/identities`, body), 201)
const newPerson = async (agent: TestAgent, body: object = {}): Promise<string> =>
  assertStatus(await agent.post('/people', body), 201).id
const readPerson = async (agent: TestAgent, id: string): Promise<ReplyBody> =>
  assertStatus(await agent.get(`/people/${id}`), 200)

const reachable = async (agent: TestAgent, channel: string): Promise<string[]> => {
  const { rows } = await server.database.pool.query(
    'select id from people where agent_key = $1 and $2 = any(channels) order by person_key',
    [(await findAgentKey(db, agent)).key, channel],
  )
  return rows.map(({ id }) => id)
}

test('adding an identity to a Person returns it without its address and publishes an event', async () => {
  const agent = await createTestAgent(server)
  const id = await newPerson(agent)
  const before = await readPerson(agent, id)
  const identity = await addIdentity(agent, id, { channel: 'rcs', address: createPhone() })
  assert.match(identity.asid, /^usr_/)
  assert.deepEqual(identity, { asid: identity.asid, channel: 'rcs', optedOut: false, preferred: true })
  const after = await readPerson(agent, id)
  assert.deepEqual(after.identities, [identity])
  assert.ok(after.updatedAt >= before.updatedAt)
  assert.deepEqual(assertStatus(await agent.get(`/people/${id}/identities`), 200), { data: [identity] })
  assert.deepEqual(await reachable(agent, 'rcs'), [id])
  assert.deepEqual((await readAnnouncedEvents(server, agent)).at(-1), {
    type: 'person.updated',
    data: { agentId: agent.id, personId: id, changed: ['identities'] },
  })
})

test('adding an identity that the Person already holds, in any spelling, returns it without an event', async () => {
  const agent = await createTestAgent(server)
  const id = await newPerson(agent)
  const first = await addIdentity(agent, id, { channel: 'sms', address: '+12025550143' })
  const events = await readAnnouncedEvents(server, agent)
  const before = await readPerson(agent, id)
  assert.deepEqual(await addIdentity(agent, id, { channel: 'sms', address: '+1 (202) 555-0143' }), first)
  assert.deepEqual(await addIdentity(agent, id, { channel: 'sms', address: '+12025550143', preferred: true }), first)
  assert.deepEqual(await readPerson(agent, id), before)
  assert.deepEqual(await readAnnouncedEvents(server, agent), events)
})

test('adding an identity that another Person holds, in any spelling, returns 409 and moves nothing', async () => {
  const agent = await createTestAgent(server)
  const [one, other] = [await newPerson(agent), await newPerson(agent)]
  const identity = await addIdentity(agent, one, { channel: 'rcs', address: '+12025550143' })
  for (const address of ['+12025550143', '+1 202 555 0143', ' (+1) 202.555-0143']) {
    const reply = await agent.post(`/people/${other}/identities`, { channel: 'rcs', address })
    assertProblem(reply, 409, 'resource.conflict')
    assert.ok(!reply.text.includes('0143'), 'a refusal quotes no address')
  }
  assert.deepEqual((await readPerson(agent, other)).identities, [])
  assert.deepEqual((await readPerson(agent, one)).identities, [identity])
  const sms = await addIdentity(agent, other, { channel: 'sms', address: '+12025550143' })
  assert.notEqual(sms.asid, identity.asid)
})

test('the asid of an address differs by agent', async () => {
  const [one, other] = [await createTestAgent(server), await createTestAgent(server)]
  const at = { channel: 'rcs', address: createPhone() }
  const [here, there] = [
    await addIdentity(one, await newPerson(one), at),
    await addIdentity(other, await newPerson(other), at),
  ]
  assert.notEqual(here.asid, there.asid)
})

const bodies: [title: string, body: unknown, ...fields: string[]][] = [
  ['no number', { channel: 'rcs', address: 'not a number' }, 'address'],
  ['an unknown channel', { channel: 'pigeon', address: '+12025550143' }, 'channel'],
  ['no address', { channel: 'rcs' }, 'address'],
  ['no channel', { address: '+12025550143' }, 'channel'],
  ['an address that is null', { channel: 'webchat', address: null }, 'address'],
  ['an empty address', { channel: 'webchat', address: '' }, 'address'],
  ['a NUL', { channel: 'webchat', address: 'a\u0000' }, 'address'],
  ['an unknown field', { channel: 'webchat', address: 'a', asid: 'usr_1' }, 'asid'],
  ['a preference that is not a boolean', { channel: 'webchat', address: 'a', preferred: 'yes' }, 'preferred'],
  ['a list', []],
]
for (const [title, body, ...fields] of bodies) {
  test(`an identity with ${title} is refused and adds nothing`, async () => {
    const agent = await createTestAgent(server)
    const id = await newPerson(agent)
    assertProblem(await agent.post(`/people/${id}/identities`, body), 422, 'request.invalid', ...fields)
    assert.deepEqual((await readPerson(agent, id)).identities, [])
  })
}

test('an unknown Person returns 404 before the body is validated', async () => {
  const agent = await createTestAgent(server)
  const strangers = await newPerson(await createTestAgent(server))
  for (const id of ['per_none', strangers]) {
    const replies = [
      await agent.get(`/people/${id}/identities`),
      await agent.post(`/people/${id}/identities`, {}),
      await agent.patch(`/people/${id}/identities/usr_none`, { preferred: 'x' }),
      await agent.del(`/people/${id}/identities/usr_none`),
    ]
    for (const reply of replies) assertProblem(reply, 404, 'resource.not_found')
  }
})

test('a removed identity is free, and keeps its asid with its next holder', async () => {
  const agent = await createTestAgent(server)
  const [one, other] = [await newPerson(agent), await newPerson(agent)]
  const at = { channel: 'rcs', address: createPhone() }
  const { asid } = await addIdentity(agent, one, at)
  assertStatus(await agent.del(`/people/${one}/identities/${asid}`), 204)
  assert.deepEqual((await readPerson(agent, one)).identities, [])
  assert.deepEqual(await reachable(agent, 'rcs'), [])
  assertProblem(await agent.del(`/people/${one}/identities/${asid}`), 404, 'resource.not_found')
  assert.equal((await addIdentity(agent, other, at)).asid, asid)
  assertProblem(await agent.del(`/people/${one}/identities/${asid}`), 404, 'resource.not_found')
  assertProblem(await agent.patch(`/people/${one}/identities/${asid}`, { preferred: true }), 404, 'resource.not_found')
  assert.deepEqual(await reachable(agent, 'rcs'), [other])
})

test('exactly one identity of a Person is preferred: the first, the chosen one, then the oldest remaining one', async () => {
  const agent = await createTestAgent(server)
  const id = await newPerson(agent)
  const preferred = async (): Promise<string[]> =>
    (await readPerson(agent, id)).identities.filter((one: ReplyBody) => one.preferred).map((one: ReplyBody) => one.asid)
  const first = await addIdentity(agent, id, { channel: 'rcs', address: createPhone() })
  const second = await addIdentity(agent, id, { channel: 'sms', address: createPhone() })
  assert.deepEqual(await preferred(), [first.asid])
  const third = await addIdentity(agent, id, { channel: 'webchat', address: 'a visitor', preferred: true })
  assert.ok(third.preferred)
  assert.deepEqual(await preferred(), [third.asid])
  const chosen = await agent.patch(`/people/${id}/identities/${second.asid}`, { preferred: true })
  assert.deepEqual(assertStatus(chosen, 200), { ...second, preferred: true })
  assert.deepEqual(await preferred(), [second.asid])
  await agent.del(`/people/${id}/identities/${second.asid}`)
  assert.deepEqual(await preferred(), [first.asid])
  await agent.del(`/people/${id}/identities/${third.asid}`)
  assert.deepEqual(await preferred(), [first.asid])
})

test('an identity can move to another Person of the agent and become preferred in the same request', async () => {
  const agent = await createTestAgent(server)
  const [one, other] = [await newPerson(agent), await newPerson(agent)]
  const rcs = await addIdentity(agent, one, { channel: 'rcs', address: createPhone() })
  const sms = await addIdentity(agent, one, { channel: 'sms', address: createPhone() })
  const web = await addIdentity(agent, other, { channel: 'webchat', address: 'a visitor' })
  const events = (await readAnnouncedEvents(server, agent)).length
  const moved = await agent.patch(`/people/${one}/identities/${rcs.asid}`, { personId: other })
  assert.deepEqual(assertStatus(moved, 200), { ...rcs, preferred: false })
  assert.deepEqual((await readPerson(agent, one)).identities, [{ ...sms, preferred: true }])
  assert.deepEqual((await readPerson(agent, other)).identities, [web, { ...rcs, preferred: false }])
  const changes = (await readAnnouncedEvents(server, agent)).slice(events).map(({ data }) => data as ReplyBody)
  assert.deepEqual(new Set(changes.map(({ personId }) => personId)), new Set([one, other]))
  const change = { personId: other, preferred: true }
  assert.ok(assertStatus(await agent.patch(`/people/${one}/identities/${sms.asid}`, change), 200).preferred)
  assert.deepEqual((await readPerson(agent, one)).identities, [])
  assert.deepEqual(await reachable(agent, 'sms'), [other])
})

const patches: [title: string, body: object, field: string][] = [
  ['to a person unknown to the agent', { personId: 'per_none' }, 'personId'],
  ['to a name that is not a string', { personId: 7 }, 'personId'],
  ['with the preference taken away', { preferred: false }, 'preferred'],
  ['with another address', { address: '+12025550143' }, 'address'],
]
for (const [title, body, field] of patches) {
  test(`an identity cannot be changed ${title}`, async () => {
    const agent = await createTestAgent(server)
    const id = await newPerson(agent)
    const identity = await addIdentity(agent, id, { channel: 'rcs', address: createPhone() })
    assertProblem(await agent.patch(`/people/${id}/identities/${identity.asid}`, body), 422, 'request.invalid', field)
    assert.deepEqual((await readPerson(agent, id)).identities, [identity])
  })
}

test('an identity cannot move to a Person of another agent', async () => {
  const agent = await createTestAgent(server)
  const id = await newPerson(agent)
  const { asid } = await addIdentity(agent, id, { channel: 'rcs', address: createPhone() })
  const stranger = await newPerson(await createTestAgent(server))
  const reply = await agent.patch(`/people/${id}/identities/${asid}`, { personId: stranger })
  assertProblem(reply, 422, 'request.invalid', 'personId')
})

test('a change without effect publishes no event', async () => {
  const agent = await createTestAgent(server)
  const id = await newPerson(agent)
  const identity = await addIdentity(agent, id, { channel: 'rcs', address: createPhone() })
  const events = await readAnnouncedEvents(server, agent)
  for (const body of [{}, { preferred: true }, { personId: id }]) {
    const reply = await agent.patch(`/people/${id}/identities/${identity.asid}`, body)
    assert.deepEqual(assertStatus(reply, 200), identity)
  }
  assert.deepEqual(await readAnnouncedEvents(server, agent), events)
})

test('callers with read access to people can see identities and cannot change them', async () => {
  const agent = await createTestAgent(server)
  const id = await newPerson(agent)
  const { asid } = await addIdentity(agent, id, { channel: 'rcs', address: createPhone() })
  const org = { id: agent.orgId, path: `/orgs/${agent.orgId}`, api: agent.client }
  const reader = agent.by(await server.key(org, ['people:read']))
  assertStatus(await reader.get(`/people/${id}/identities`), 200)
  for (const reply of [
    await reader.post(`/people/${id}/identities`, { channel: 'rcs', address: createPhone() }),
    await reader.patch(`/people/${id}/identities/${asid}`, { preferred: true }),
    await reader.del(`/people/${id}/identities/${asid}`),
    await reader.post(`/people/${id}/_merge`, {}),
  ]) {
    assert.equal(reply.status, 403)
  }
})

test('exactly one of many concurrent requests for the same address gets it', async () => {
  const agent = await createTestAgent(server)
  const people = await Promise.all(Array.from({ length: 20 }, () => newPerson(agent)))
  const at = { channel: 'rcs', address: createPhone() }
  const replies = await Promise.all(people.map((id) => agent.post(`/people/${id}/identities`, at)))
  assert.equal(replies.filter(({ status }) => status === 201).length, 1)
  assert.equal(replies.filter(({ status }) => status === 409).length, 19)
  assert.equal((await reachable(agent, 'rcs')).length, 1)
})

test('identities that move in opposite directions concurrently all arrive', async () => {
  const agent = await createTestAgent(server)
  const [one, other] = [await newPerson(agent), await newPerson(agent)]
  const asids = await Promise.all(
    Array.from({ length: 10 }, async (_, index) => {
      const holder = index % 2 ? one : other
      return { holder, asid: (await addIdentity(agent, holder, { channel: 'sms', address: createPhone() })).asid }
    }),
  )
  const replies = await Promise.all(
    asids.map(({ holder, asid }) =>
      agent.patch(`/people/${holder}/identities/${asid}`, { personId: holder === one ? other : one }),
    ),
  )
  for (const reply of replies) assertStatus(reply, 200)
  for (const id of [one, other]) {
    const { identities } = await readPerson(agent, id)
    assert.equal(identities.length, 5)
    assert.equal(identities.filter((identity: ReplyBody) => identity.preferred).length, 1)
    for (const { asid } of identities) assert.notEqual(asids.find((moved) => moved.asid === asid)?.holder, id)
  }
})

test('a STOP stays with the address: before any Person holds it, and when it moves to another', async () => {
  const agent = await createTestAgent(server)
  const key = await findAgentKey(db, agent)
  const at = { channel: 'rcs', address: createPhone() } as const
  assert.equal(await isOptedOut(db, key, at), false)
  await optIn(db, key, at)
  await optOut(db, key, at, world)
  await optOut(db, key, at, world)
  assert.equal(await isOptedOut(db, key, at), true)
  assert.equal(await isOptedOut(db, key, { ...at, channel: 'sms' }), false)
  const [one, other] = [await newPerson(agent), await newPerson(agent)]
  const identity = await addIdentity(agent, one, at)
  assert.ok(identity.optedOut)
  await agent.del(`/people/${one}/identities/${identity.asid}`)
  assert.ok((await addIdentity(agent, other, at)).optedOut)
  await optIn(db, key, at)
  assert.equal((await readPerson(agent, other)).identities[0].optedOut, false)
  assert.equal(await isOptedOut(db, key, at), false)
})

test('the stop list of an agent does not apply to another agent', async () => {
  const [one, other] = [
    await findAgentKey(db, await createTestAgent(server)),
    await findAgentKey(db, await createTestAgent(server)),
  ]
  const at = { channel: 'sms', address: createPhone() } as const
  await optOut(db, one, at, world)
  assert.equal(await isOptedOut(db, other, at), false)
})

test('many concurrent first STOPs are stored with one salt', async () => {
  const key = await findAgentKey(db, await createTestAgent(server))
  const stopped = Array.from({ length: 10 }, () => ({ channel: 'sms', address: createPhone() }) as const)
  await Promise.all(stopped.map((at) => inTransaction(db, (tx) => optOut(tx, key, at, world))))
  for (const at of stopped) assert.equal(await isOptedOut(db, key, at), true)
})

test('an identity is found by its address, and its holder by the asid', async () => {
  const agent = await createTestAgent(server)
  const key = await findAgentKey(db, agent)
  const at = { channel: 'messengerA', address: 'US.1349120865' } as const
  assert.equal(await findIdentityByAddress(db, key, at), undefined)
  const id = await newPerson(agent)
  const { asid } = await addIdentity(agent, id, at)
  const found = await findIdentityByAddress(db, key, at)
  assert.deepEqual([found?.asid, found?.address, found?.preferred], [asid, at.address, true])
  assert.equal((await findPersonByAsid(db, key, asid))?.id, id)
  await agent.del(`/people/${id}/identities/${asid}`)
  assert.equal((await findIdentityByAddress(db, key, at))?.personKey, undefined)
  assert.equal(await findPersonByAsid(db, key, asid), undefined)
})

test('many identities are claimed together, and the result lists those held by other people', async () => {
  const agent = await createTestAgent(server)
  const key = await findAgentKey(db, agent)
  const ids = [await newPerson(agent), await newPerson(agent), await newPerson(agent), await newPerson(agent)]
  const [held, freed, twice] = [createPhone(), createPhone(), createPhone()]
  await addIdentity(agent, ids[0] as string, { channel: 'rcs', address: held })
  const { asid } = await addIdentity(agent, ids[0] as string, { channel: 'rcs', address: freed })
  await agent.del(`/people/${ids[0]}/identities/${asid}`)
  const wishes: [person: number, address: string][] = [
    [1, createPhone()],
    [1, createPhone()],
    [1, held],
    [2, freed],
    [2, twice],
    [3, twice],
    [0, held],
  ]
  const { refused, corrected } = await inTransaction(db, async (tx) => {
    const people = await Promise.all(ids.map((id) => findPerson(tx, key, id)))
    const claims = wishes.map(([index, address], row) => {
      const person = people[index]
      assert.ok(person)
      return { row, person, channel: 'rcs' as const, address }
    })
    return claimIdentities(tx, key, claims, world)
  })
  assert.deepEqual(
    refused.map(({ row }) => row),
    [2, 5],
  )
  assert.deepEqual(new Set(corrected.map(({ id }) => id)), new Set([ids[1], ids[2], ids[3]]))
  assert.deepEqual(await reachable(agent, 'rcs'), [ids[0], ids[1], ids[2]])
  const identities = await Promise.all(ids.map(async (id) => (await readPerson(agent, id)).identities))
  assert.deepEqual(
    identities.map((list) => list.length),
    [1, 2, 2, 0],
  )
  assert.deepEqual(
    identities.map((list) => list.filter((one: ReplyBody) => one.preferred).length),
    [1, 1, 1, 0],
  )
  assert.ok(identities[2].some((one: ReplyBody) => one.asid === asid))
})

test('channels stored before the identities were claimed are corrected if the claim is refused', async () => {
  const agent = await createTestAgent(server)
  const key = await findAgentKey(db, agent)
  const [one, other] = [await newPerson(agent), await newPerson(agent)]
  const at = { channel: 'rcs', address: createPhone() } as const
  await addIdentity(agent, one, at)
  await inTransaction(db, async (tx) => {
    const before = await findPerson(tx, key, other)
    assert.ok(before)
    const person = { ...before, channels: [at.channel] }
    await updatePeople(tx, key, [{ before, after: person }])
    const { refused } = await claimIdentities(tx, key, [{ person, ...at }], world)
    assert.equal(refused.length, 1)
  })
  assert.deepEqual(await reachable(agent, 'rcs'), [one])
})
