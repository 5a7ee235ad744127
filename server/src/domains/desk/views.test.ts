import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertProblem, assertStatus, type ReplyBody } from '../../testing/client.ts'
import { deskBench } from '../../testing/desk-bench.ts'
import { createDeskStreams } from './events/stream.ts'

const bench = await deskBench()
const { world } = bench
const human = 'I want to talk to a human'
const minute = 60_000
const ids = (rows: ReplyBody[]) => rows.map(({ userId }) => userId).sort()

test('the views of a member: mine, waiting, unassigned, open and closed, with their counts', async () => {
  const agent = await bench.desk()
  const [ada, bo] = [await agent.worker(), await agent.worker()]
  const [held, waiting, free, done] = [
    await bench.talk(agent),
    await bench.talk(agent, human),
    await bench.talk(agent),
    await bench.talk(agent),
  ]
  await ada.move(held.userId(), '_take')
  await ada.move(done.userId(), '_close')
  assert.deepEqual(ids(await ada.list('view=mine')), [held.userId()])
  assert.deepEqual(await bo.list('view=mine'), [])
  assert.deepEqual(ids(await ada.list('view=waiting')), [waiting.userId()])
  assert.deepEqual(ids(await ada.list('view=unassigned')), [waiting.userId()])
  assert.deepEqual(ids(await ada.list('view=closed')), [done.userId()])
  assert.deepEqual(ids(await ada.list('view=open')), [held.userId(), waiting.userId(), free.userId()].sort())
  const one = { conversations: 1, unread: 1 }
  const all = { mine: one, waiting: one, unassigned: one, open: { conversations: 3, unread: 3 }, closed: one }
  assert.deepEqual(assertStatus(await ada.get('/desk/counts'), 200), all)
  assert.deepEqual(assertStatus(await bo.get('/desk/counts'), 200), { ...all, mine: { conversations: 0, unread: 0 } })
  assertStatus(await ada.post(`/desk/conversations/${held.userId()}/_seen`), 204)
  const seen = assertStatus(await ada.get('/desk/counts'), 200)
  assert.deepEqual(
    [seen.mine, seen.open],
    [
      { conversations: 1, unread: 0 },
      { conversations: 3, unread: 2 },
    ],
  )
  world.advance(minute)
  await held.sendText('Are you there?')
  assert.deepEqual(assertStatus(await ada.get('/desk/counts'), 200).mine, { conversations: 1, unread: 1 })
  await done.sendText('One more thing')
  const reopened = assertStatus(await ada.get('/desk/counts'), 200)
  assert.deepEqual(
    [reopened.open, reopened.closed],
    [
      { conversations: 4, unread: 4 },
      { conversations: 0, unread: 0 },
    ],
  )
})

test('those who wait are listed by the length of their wait, page by page', async () => {
  const agent = await bench.desk()
  const ada = await agent.worker()
  const people = [await bench.talk(agent), await bench.talk(agent), await bench.talk(agent)]
  // The last one to begin a session is the first one to wait.
  for (const person of people.toReversed()) {
    world.advance(minute)
    await person.sendText(human)
  }
  const expected = people.toReversed().map((person) => person.userId())
  for (const view of ['waiting', 'unassigned']) {
    const found: string[] = []
    for (let pageToken: string | undefined, page = 0; page === 0 || pageToken; page++) {
      const next: string = pageToken ? `&pageToken=${encodeURIComponent(pageToken)}` : ''
      const { data, nextPageToken } = assertStatus(
        await ada.get(`/desk/conversations?view=${view}&limit=1${next}`),
        200,
      )
      found.push(...data.map(({ userId }: ReplyBody) => userId))
      pageToken = nextPageToken
    }
    assert.deepEqual(found, expected, view)
  }
  assert.deepEqual(await ada.list('view=waiting&state=human'), [])
})

test('the list filters by tag, playbook and what is unanswered', async () => {
  const agent = await bench.desk()
  const ada = await agent.worker()
  const [tagged, held] = [await bench.talk(agent), await bench.talk(agent)]
  const { personId } = await ada.conversation(tagged.userId())
  assertStatus(await agent.api.patch(`/people/${personId}`, { tags: ['vip'] }), 200)
  await ada.move(held.userId(), '_take')
  world.advance(minute)
  await held.sendText('Hello?')
  assert.deepEqual(ids(await ada.list('tag=vip')), [tagged.userId()])
  assert.deepEqual(await ada.list('tag=nobody'), [])
  assert.deepEqual(ids(await ada.list('playbook=general')), [tagged.userId(), held.userId()].sort())
  assert.deepEqual(await ada.list('playbook=other'), [])
  assert.deepEqual(ids(await ada.list('unanswered=true')), [held.userId()])
  world.advance(minute)
  assertStatus(await ada.post(`/desk/conversations/${held.userId()}/messages`, { text: 'Yes' }), 201)
  await bench.work()
  assert.deepEqual(await ada.list('unanswered=true'), [])
  assert.equal((await ada.list('hideOpeners=true')).length, 2)
  assert.deepEqual(await ada.list('campaignReplies=true'), [])
  assertProblem(await ada.get('/desk/conversations?view=all'), 422, 'request.invalid', 'view')
})

test('a conversation says beforehand that the person has opted out', async () => {
  const agent = await bench.desk()
  const ada = await agent.worker()
  const person = await bench.talk(agent)
  assert.equal((await ada.conversation(person.userId())).refusal, undefined)
  await person.sendText('STOP')
  assert.equal((await ada.conversation(person.userId())).refusal, 'optedOut')
})

test('a conversation says beforehand when its reply window closes, and then that it has closed', async () => {
  const agent = await bench.desk()
  await agent.bind('messengerA')
  const { userId: as } = await agent.worker()
  const person = agent.createPerson('messengerA')
  await person.sendText('When are you open?')
  const path = `/desk/conversations/${person.userId()}`
  const readRefusal = async () => assertStatus(await agent.api.get(path), 200).refusal
  const write = (text: string) => agent.api.post(`${path}/messages`, { as, text })
  const closesAt = new Date(world.now().getTime() + 24 * 60 * minute).toISOString()
  const open = assertStatus(await agent.api.post(`${path}/_take`, { as }), 200)
  assert.deepEqual([open.windowClosesAt, open.refusal], [closesAt, undefined])
  world.advance(24 * 60 * minute)
  assert.equal(await readRefusal(), 'windowClosed')
  const refused = await write('Are you there?')
  assertProblem(refused, 422, 'desk.message_refused')
  assert.equal(refused.body.reason, 'windowClosed')
  await person.sendText('Here I am')
  assert.equal(await readRefusal(), undefined)
  assertStatus(await write('Welcome back'), 201)
})

test('a text and a saved reply are filled in for the person without being sent', async () => {
  const agent = await bench.desk()
  const viewer = await agent.worker('viewer')
  const person = await bench.talk(agent)
  const fill = `/desk/conversations/${person.userId()}/_fill`
  const { personId } = await viewer.conversation(person.userId())
  assertStatus(await agent.api.patch(`/people/${personId}`, { firstName: 'Ada' }), 200)
  assertStatus(await agent.api.post('/desk/replies', { id: 'hi', title: 'Hi', aml: 'Hi {person.firstName|you}' }), 201)
  assert.deepEqual(assertStatus(await viewer.post(fill, { replyId: 'hi' }), 200), { aml: 'Hi Ada', missing: [] })
  const filled = assertStatus(await viewer.post(fill, { aml: 'From {person.company}. Hello.' }), 200)
  assert.deepEqual(filled, { aml: 'Hello.', missing: ['person.company'] })
  assertProblem(await viewer.post(fill, { replyId: 'none' }), 422, 'request.invalid', 'replyId')
  assertProblem(await viewer.post(fill, {}), 422, 'request.invalid', 'aml')
  assert.deepEqual((await viewer.conversation(person.userId())).history, [])
})

test('members of the desk are listed by name for everybody who may read it', async () => {
  const agent = await bench.desk()
  const [ada, viewer] = [await agent.worker(), await agent.worker('viewer')]
  const { data } = assertStatus(await viewer.get('/desk/members'), 200)
  const listed = data.map(({ userId }: ReplyBody) => userId)
  assert.ok(listed.includes(ada.userId) && !listed.includes(viewer.userId))
})

test('other members see who looks at a conversation and who types, until they leave', async () => {
  const agent = await bench.desk()
  const [ada, bo] = [await agent.worker(), await agent.worker()]
  const person = await bench.talk(agent)
  const seen = `/desk/conversations/${person.userId()}/_seen`
  const pace = { pollMilliseconds: 5, keepAliveMilliseconds: 60_000, maxMilliseconds: 60_000 }
  const streams = createDeskStreams({ db: bench.server.database.db, world, pace })
  const members: ReplyBody[][] = []
  assertStatus(await ada.post(seen, { present: 'looking' }), 204)
  for await (const chunk of streams.open(agent.key, undefined, { presence: true })) {
    const data = /^event: presence\ndata: (.*)$/m.exec(chunk)?.[1]
    if (data === undefined) continue
    members.push(JSON.parse(data).members)
    if (members.length === 1) assertStatus(await bo.post(seen, { present: 'typing' }), 204)
    if (members.length === 2) assertStatus(await bo.post(seen, { present: 'gone' }), 204)
    if (members.length === 3) world.advance(minute)
    if (members.length === 4) break
  }
  const shown = members.map((each) => each.map(({ userId, typing }) => [userId, typing]))
  assert.deepEqual(shown[0], [[ada.userId, false]])
  assert.deepEqual(
    shown[1],
    [
      [ada.userId, false],
      [bo.userId, true],
    ].sort(),
  )
  assert.deepEqual(shown[2], [[ada.userId, false]])
  assert.deepEqual(shown[3], [])
})

test('a member types for others until the message is sent, also while the browser repeats that they look', async () => {
  const agent = await bench.desk()
  const ada = await agent.worker()
  const person = await bench.talk(agent)
  const path = `/desk/conversations/${person.userId()}`
  await ada.move(person.userId(), '_take')
  const pace = { pollMilliseconds: 5, keepAliveMilliseconds: 60_000, maxMilliseconds: 60_000 }
  const isTyping = async () => {
    const streams = createDeskStreams({ db: bench.server.database.db, world, pace })
    for await (const chunk of streams.open(agent.key, undefined, { presence: true })) {
      const data = /^event: presence\ndata: (.*)$/m.exec(chunk)?.[1]
      if (data !== undefined) return JSON.parse(data).members.map(({ typing }: ReplyBody) => typing)
    }
    return assert.fail('the stream has ended')
  }
  for (const present of ['typing', 'looking']) assertStatus(await ada.post(`${path}/_seen`, { present }), 204)
  assert.deepEqual(await isTyping(), [true])
  world.advance(9_000)
  assert.deepEqual(await isTyping(), [false])
  assertStatus(await ada.post(`${path}/_seen`, { present: 'typing' }), 204)
  assert.deepEqual(await isTyping(), [true])
  assertStatus(await ada.post(`${path}/messages`, { text: 'Hello' }), 201)
  assert.deepEqual(await isTyping(), [false])
})
