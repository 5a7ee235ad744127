import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { createTestAgent, type TestAgent } from '../../../testing/agent.ts'
import { createTestApp } from '../../../testing/app.ts'
import {
  assertOneWins,
  assertProblem,
  assertStatus,
  postWithEtag,
  type ReplyBody,
  type TestReply,
} from '../../../testing/client.ts'
import { readAnnouncedEvents } from '../../../testing/events.ts'
import type { PersonListener } from '../deps.ts'
import { createPhone, createTickingWorld, findAgentKey } from '../identities/testing/people.ts'
import { findPerson } from '../person/queries.ts'
import { assertDistinct, lockPersonPair, mergePeople } from './merge.ts'

/** `POST A/people/{personId}/_merge`. */

const server = await createTestApp({ world: createTickingWorld() })

const addIdentity = async (agent: TestAgent, id: string, body: object): Promise<ReplyBody> =>
  assertStatus(await agent.post(`/people/${id}/identities`, body), 201)
const newPerson = async (agent: TestAgent, body: object = {}): Promise<string> =>
  assertStatus(await agent.post('/people', body), 201).id
const readPerson = async (agent: TestAgent, id: string): Promise<ReplyBody> =>
  assertStatus(await agent.get(`/people/${id}`), 200)

const merge = (agent: TestAgent, into: string, from: string): Promise<TestReply> =>
  agent.post(`/people/${into}/_merge`, { fromPersonId: from })
const add = (agent: TestAgent, id: string, channel: string): Promise<ReplyBody> =>
  addIdentity(agent, id, { channel, address: createPhone() })
const note = async (agent: TestAgent, id: string, text: string): Promise<ReplyBody> =>
  assertStatus(await agent.post(`/people/${id}/journal`, { text }), 201)
const consent = async (agent: TestAgent, id: string, body: object): Promise<ReplyBody> =>
  assertStatus(await agent.put(`/people/${id}/consent`, body), 200)

test('a merge returns the Person as a read shows them, and the other no longer exists', async () => {
  const agent = await createTestAgent(server)
  const into = await newPerson(agent, { fullName: 'Ada Example', tags: ['vip'] })
  const from = await newPerson(agent, { fullName: 'A. Example', email: 'ada@example.com', tags: ['fair'] })
  const answer = assertStatus(await postWithEtag(agent, `/people/${into}/_merge`, { fromPersonId: from }), 200)
  assert.deepEqual(answer, await readPerson(agent, into))
  assert.deepEqual([answer.fullName, answer.email, answer.tags], ['Ada Example', 'ada@example.com', ['vip', 'fair']])
  assert.equal(answer.journal[0].author, 'operator')
  assert.equal(answer.journal[0].text, 'Merged with another person.\nTheir full name was A. Example')
  assertProblem(await agent.get(`/people/${from}`), 404, 'resource.not_found')
})

test('identities of both become one list, and the surviving person keeps their preferred one', async () => {
  const agent = await createTestAgent(server)
  const [into, from] = [await newPerson(agent), await newPerson(agent)]
  const [sms, rcs, web] = [
    await add(agent, from, 'sms'),
    await add(agent, into, 'rcs'),
    await add(agent, from, 'webchat'),
  ]
  const { identities } = assertStatus(await merge(agent, into, from), 200)
  assert.deepEqual(identities, [{ ...sms, preferred: false }, rcs, web])
})

test('a Person without identities takes over the preferred identity of the other', async () => {
  const agent = await createTestAgent(server)
  const [into, from] = [await newPerson(agent), await newPerson(agent)]
  await add(agent, from, 'sms')
  const rcs = await add(agent, from, 'rcs')
  await agent.patch(`/people/${from}/identities/${rcs.asid}`, { preferred: true })
  const { identities } = assertStatus(await merge(agent, into, from), 200)
  assert.deepEqual(identities.find((one: ReplyBody) => one.preferred)?.asid, rcs.asid)
})

test('the ledgers become one, and its newest entry is the consent', async () => {
  const agent = await createTestAgent(server)
  const [into, from] = [await newPerson(agent), await newPerson(agent)]
  await consent(agent, into, { status: 'granted', source: 'web form' })
  await consent(agent, from, { status: 'denied', source: 'call', evidence: 'said so' })
  await merge(agent, into, from)
  const { history, ...now } = assertStatus(await agent.get(`/people/${into}/consent`), 200)
  assert.deepEqual([now.status, now.source, now.evidence], ['denied', 'call', 'said so'])
  assert.deepEqual(
    history.map((entry: ReplyBody) => entry.status),
    ['denied', 'granted'],
  )
  const events = (await readAnnouncedEvents(server, agent)).filter(({ type }) => type === 'person.consent_changed')
  const status = { from: 'granted', to: 'denied' }
  assert.deepEqual(events[2]?.data, { agentId: agent.id, personId: into, status })
})

test('an older statement of the removed person leaves the consent unchanged', async () => {
  const agent = await createTestAgent(server)
  const [into, from] = [await newPerson(agent), await newPerson(agent)]
  await consent(agent, from, { status: 'denied' })
  await consent(agent, into, { status: 'granted' })
  const events = (await readAnnouncedEvents(server, agent)).length
  assert.equal(assertStatus(await merge(agent, into, from), 200).consent.status, 'granted')
  const announced = (await readAnnouncedEvents(server, agent)).slice(events)
  assert.deepEqual(announced.map(({ type }) => type).sort(), ['person.deleted', 'person.updated'])
})

test('the journals become one in chronological order, on every page', async () => {
  const agent = await createTestAgent(server)
  const [into, from] = [await newPerson(agent), await newPerson(agent)]
  for (const index of [1, 2, 3, 4, 5]) await note(agent, index % 2 ? from : into, `Note ${index}`)
  await merge(agent, into, from)
  const texts: string[] = []
  for (let token = ''; ; ) {
    const page = assertStatus(await agent.get(`/people/${into}/journal?limit=2${token}`), 200)
    texts.push(...page.data.map((entry: ReplyBody) => entry.text))
    if (!page.nextPageToken) break
    token = `&pageToken=${page.nextPageToken}`
  }
  assert.deepEqual(texts, ['Merged with another person.', 'Note 5', 'Note 4', 'Note 3', 'Note 2', 'Note 1'])
})

test('values that do not fit are noted completely, over as many entries as necessary', async () => {
  const agent = await createTestAgent(server)
  const notes = (letter: string) => letter.repeat(4990)
  const into = await newPerson(agent, { notes: notes('a'), customFields: { plan: 'plus' } })
  const from = await newPerson(agent, { notes: notes('ü'), customFields: { plan: 'x'.repeat(4000) } })
  const { journal, ...merged } = assertStatus(await merge(agent, into, from), 200)
  assert.equal(merged.notes, notes('a'))
  const journalText = journal.map((entry: ReplyBody) => entry.text).join('')
  assert.ok(journal.length > 1 && journalText.startsWith('Merged with another person.'))
  for (const value of [notes('ü'), 'x'.repeat(4000)]) assert.ok(journalText.includes(value))
})

test('a merge publishes one event for each of the two people', async () => {
  const agent = await createTestAgent(server)
  const [into, from] = [await newPerson(agent), await newPerson(agent, { company: 'Engines' })]
  await add(agent, from, 'rcs')
  const before = (await readAnnouncedEvents(server, agent)).length
  await merge(agent, into, from)
  const events = (await readAnnouncedEvents(server, agent))
    .slice(before)
    .toSorted((one, other) => (one.type < other.type ? -1 : 1))
  assert.deepEqual(events, [
    { type: 'person.deleted', data: { agentId: agent.id, personId: from, mergedInto: into } },
    {
      type: 'person.updated',
      data: { agentId: agent.id, personId: into, changed: ['company', 'identities', 'journal'] },
    },
  ])
})

test('refusals name the field and change nothing', async () => {
  const agent = await createTestAgent(server)
  const into = await newPerson(agent, { company: 'Engines' })
  const stranger = await newPerson(await createTestAgent(server))
  const before = await readPerson(agent, into)
  const bodies: [body: object, field: string][] = [
    [{}, 'fromPersonId'],
    [{ fromPersonId: null }, 'fromPersonId'],
    [{ fromPersonId: into }, 'fromPersonId'],
    [{ fromPersonId: 'per_none' }, 'fromPersonId'],
    [{ fromPersonId: stranger }, 'fromPersonId'],
    [{ fromPersonId: 'per_none', force: true }, 'force'],
  ]
  for (const [body, field] of bodies) {
    assertProblem(await agent.post(`/people/${into}/_merge`, body), 422, 'request.invalid', field)
  }
  assertProblem(await agent.post('/people/per_none/_merge', {}), 404, 'resource.not_found')
  assert.deepEqual(await readPerson(agent, into), before)
})

test('the merge handlers run before the row is deleted', async () => {
  const agent = await createTestAgent(server)
  const { db } = server.database
  const key = await findAgentKey(server.database.db, agent)
  const [into, from] = [await newPerson(agent), await newPerson(agent)]
  const mergedIds: string[] = []
  const listener: PersonListener = {
    onMerge: async (tx, owner, pair) => {
      assert.ok(await findPerson(tx, owner, pair.from.id))
      mergedIds.push(pair.from.id, pair.into.id)
    },
    onErase: async () => assert.fail('nobody is erased'),
  }
  await inTransaction(db, async (tx) => {
    const stays = await findPerson(tx, key, into)
    assert.ok(stays)
    const pair = assertDistinct(await lockPersonPair(tx, key, stays, from), from)
    await mergePeople(tx, key, pair, {
      announce: async () => {},
      purgeCachedResponses: async () => {},
      listeners: [listener],
      world: server.context.world,
    })
  })
  assert.deepEqual(mergedIds, [from, into])
})

/** The remaining person of two, whichever it is. */
async function remaining(agent: TestAgent, ids: string[]): Promise<ReplyBody[]> {
  const replies = await Promise.all(ids.map((id) => agent.get(`/people/${id}`)))
  return replies.filter(({ status }) => status === 200).map(({ body }) => body)
}

test('only one of two opposite concurrent merges succeeds, and nothing is lost', async () => {
  const agent = await createTestAgent(server)
  for (let round = 0; round < 10; round++) {
    const [one, other] = [await newPerson(agent), await newPerson(agent)]
    await Promise.all([
      add(agent, one, 'rcs'),
      add(agent, other, 'sms'),
      note(agent, one, 'x'),
      note(agent, other, 'y'),
    ])
    const replies = await Promise.all([merge(agent, one, other), merge(agent, other, one)])
    const [won, lost] = replies.map(({ status }) => status).toSorted((a, b) => a - b)
    assert.equal(won, 200)
    assert.ok(lost === 404 || lost === 422, `the other gets a conflict, not ${lost}`)
    const [left, ...more] = await remaining(agent, [one, other])
    assert.deepEqual([left.identities.length, left.journal.length, more.length], [2, 3, 0])
  }
})

test('a merge that is sent many times happens once', async () => {
  const agent = await createTestAgent(server)
  const [into, from] = [await newPerson(agent), await newPerson(agent)]
  await add(agent, from, 'rcs')
  const statuses = (await Promise.all(Array.from({ length: 8 }, () => merge(agent, into, from)))).map((r) => r.status)
  assert.deepEqual(
    statuses.toSorted((a, b) => a - b),
    [200, ...Array(7).fill(422)],
  )
  const left = await readPerson(agent, into)
  assert.deepEqual([left.identities.length, left.journal.length], [1, 1])
})

test('only one of several merges into one Person with the same ETag succeeds, whichever people they name', async () => {
  const agent = await createTestAgent(server)
  for (let round = 0; round < 5; round++) {
    const into = await newPerson(agent)
    const others = await Promise.all(Array.from({ length: 6 }, () => newPerson(agent)))
    const { headers } = await agent.get(`/people/${into}`)
    const calls = [...others, others[0] as string].map(
      (fromPersonId) => (mark: Record<string, string>) => agent.post(`/people/${into}/_merge`, { fromPersonId }, mark),
    )
    const { body } = await assertOneWins(calls, headers.etag as string)
    assert.equal(body.journal.length, 1)
    assert.equal((await remaining(agent, others)).length, others.length - 1)
  }
})

test('a merge with an outdated If-Match is refused, whichever people it names', async () => {
  const agent = await createTestAgent(server)
  const into = await newPerson(agent)
  for (const fromPersonId of [await newPerson(agent), into, 'per_none']) {
    const reply = await agent.post(`/people/${into}/_merge`, { fromPersonId }, { 'if-match': '"old"' })
    assertProblem(reply, 412, 'request.precondition_failed')
  }
})

test('opposite merges with ETags never deadlock', async () => {
  const agent = await createTestAgent(server)
  for (let round = 0; round < 10; round++) {
    const ids = await Promise.all([newPerson(agent), newPerson(agent), newPerson(agent)])
    const marks = await Promise.all(ids.map(async (id) => (await agent.get(`/people/${id}`)).headers.etag as string))
    const replies = await Promise.all(
      [0, 1, 2].flatMap((at) =>
        [1, 2].map((next) => {
          const body = { fromPersonId: ids[(at + next) % 3] }
          return agent.post(`/people/${ids[at]}/_merge`, body, { 'if-match': marks[at] as string })
        }),
      ),
    )
    const statuses = replies.map(({ status }) => status)
    assert.ok(statuses.includes(200))
    for (const status of statuses) assert.ok([200, 404, 412, 422].includes(status), `${status}`)
  }
})

test('a chain of concurrent merges ends with everything at its last person', async () => {
  const agent = await createTestAgent(server)
  const ids = await Promise.all(Array.from({ length: 8 }, () => newPerson(agent)))
  await Promise.all(ids.map((id) => add(agent, id, 'rcs')))
  const ring = ids.map((id, index) => merge(agent, id, ids[(index + 1) % ids.length] as string))
  for (const { status } of await Promise.all(ring)) assert.ok([200, 404, 422].includes(status))
  const left = await remaining(agent, ids)
  assert.equal(left.flatMap(({ identities }) => identities).length, ids.length)
})

test('a merge concurrent with a PATCH, a note, an identity or an erasure of the same people loses nothing', async () => {
  const agent = await createTestAgent(server)
  for (let round = 0; round < 10; round++) {
    const [into, from] = [await newPerson(agent), await newPerson(agent)]
    const [merging, patched, journaled, given] = await Promise.all([
      merge(agent, into, from),
      agent.patch(`/people/${from}`, { company: 'Engines' }),
      agent.post(`/people/${from}/journal`, { text: 'x' }),
      agent.post(`/people/${from}/identities`, { channel: 'rcs', address: createPhone() }),
    ])
    assertStatus(merging, 200)
    const left = await readPerson(agent, into)
    assert.equal(left.company === 'Engines', patched.status === 200)
    assert.equal(
      left.journal.some(({ text }: ReplyBody) => text === 'x'),
      journaled.status === 201,
    )
    assert.equal(left.identities.length === 1, given.status === 201)
    for (const { status } of [patched, journaled, given]) assert.ok(status < 500, `${status}`)
  }
  const [into, from] = [await newPerson(agent), await newPerson(agent)]
  const [merging, erased] = await Promise.all([merge(agent, into, from), agent.del(`/people/${from}`)])
  assert.deepEqual([merging.status, erased.status].toSorted(), merging.status === 200 ? [200, 404] : [204, 422])
})
