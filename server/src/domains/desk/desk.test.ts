import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openToolService } from '../../testing/actions-bench.ts'
import { assertProblem, assertStatus, type ReplyBody } from '../../testing/client.ts'
import { deskBench } from '../../testing/desk-bench.ts'
import { createTextMessage } from '../../testing/gateway-bench.ts'
import type { RuntimePerson } from '../../testing/runtime-bench.ts'

const bench = await deskBench()
const { world, work } = bench
const agent = await bench.desk({ waitingMessage: 'Somebody will be with you.' })
const [ada, bo] = [await agent.worker(), await agent.worker('admin')]
const human = 'I want to talk to a human'
const minute = 60_000
const messages = (userId: string) => `/desk/conversations/${userId}/messages`

async function hold(by = ada) {
  const person = await bench.talk(agent)
  await by.move(person.userId(), '_take')
  return person
}

test('the desk is off by default, and asking for a human shows the contact options', async () => {
  const other = await bench.desk()
  assertStatus(await other.api.put('/settings/desk', {}), 200)
  const settings = assertStatus(await other.api.get('/settings/desk'), 200)
  assert.deepEqual(settings, { enabled: false, returnAfterMinutes: 60, assignment: 'manual' })
  const person = other.createPerson('rcs')
  assert.match((await person.sendText(human)).join('\n'), /hello@example\.com/)
  const worker = await other.worker()
  assert.deepEqual(
    (await worker.list()).map(({ state }) => state),
    ['agent'],
  )
  assertProblem(await worker.post(`/desk/conversations/${person.userId()}/_take`), 409, 'desk.disabled')
})

test('settings that do not fit are refused and change nothing', async () => {
  const wrong: [object, string][] = [
    [{ returnAfterMinutes: 4 }, 'returnAfterMinutes'],
    [{ assignment: 'random' }, 'assignment'],
    [{ members: ['user_nobody'] }, 'members[0]'],
    [{ hours: [{ days: ['mon'], from: '09:00', to: '25:00', timeZone: 'UTC' }] }, 'hours[0].to'],
    [{ hours: [{ days: ['mon'], from: '09:00', to: '09:00', timeZone: 'UTC' }] }, 'hours[0].to'],
    [{ hours: [{ days: ['mon'], from: '09:00', to: '17:00', timeZone: 'Mars/Base' }] }, 'hours[0].timeZone'],
    [{ color: 'red' }, 'color'],
  ]
  for (const [body, field] of wrong)
    assertProblem(await agent.api.put('/settings/desk', body), 422, 'request.invalid', field)
  assert.equal(assertStatus(await agent.api.get('/settings/desk'), 200).waitingMessage, 'Somebody will be with you.')
})

test('a person who asks for a human waits, and the agent goes on until a member takes the conversation', async () => {
  const person = agent.createPerson('rcs')
  assert.deepEqual(await person.sendText(human), ['Somebody will be with you.'])
  const waiting = await ada.conversation(person.userId())
  assert.deepEqual(
    [waiting.state, waiting.assignee, waiting.waitingSince],
    ['waiting', undefined, world.now().toISOString()],
  )
  assert.deepEqual(await person.sendText('When are you open?'), ['From eight to eight.'])
  assert.deepEqual(await person.sendText(human), ['Somebody will be with you.'])
  const [row] = await ada.list('state=waiting')
  assert.equal(row?.userId, person.userId())
  const taken = await ada.move(person.userId(), '_take')
  assert.deepEqual([taken.state, taken.assignee], ['human', ada.userId])
  assert.deepEqual(
    taken.history.map(({ move, by }: ReplyBody) => [move, by]),
    [
      ['waiting', undefined],
      ['taken', ada.userId],
    ],
  )
  assert.equal((await bench.readAnnounced(agent.api.orgId, 'desk.waiting')).length, 1)
})

test('a flow that hands over to a human lets the person wait', async () => {
  const flowing = await bench.desk({ waitingMessage: 'One moment.' })
  const flow = { slots: [], steps: [{ say: 'That is for my colleagues.' }, { handoff: 'human' }] }
  assertStatus(await flowing.api.patch('/playbooks/general', { flow }), 200)
  const person = flowing.createPerson('rcs')
  assert.match((await person.sendText('I want a refund')).join('\n'), /That is for my colleagues\.[\s\S]*One moment\./)
  assert.equal((await (await flowing.worker()).conversation(person.userId())).state, 'waiting')
})

test('webhooks receive each move with ids and no texts, and the notification channel learns who waits', async () => {
  const told = await bench.desk()
  const slack = await openToolService(() => ({ type: 'text/plain', body: 'ok' }))
  const notifications = { operator: { provider: 'slack' }, slackWebhookUrl: `${slack.url}/services/path` }
  assertStatus(await told.api.put('/notifications', notifications), 200)
  const [first, second] = [await told.worker(), await told.worker()]
  const person = told.createPerson('rcs')
  await person.sendText(human)
  await work()
  assert.match(JSON.stringify(slack.calls.map(({ body }) => body)), /Someone is waiting at the desk on rcs/)
  const moves: [string, object][] = [
    ['_take', {}],
    ['_assign', { userId: second.userId }],
    ['_return', { note: 'A secret note' }],
    ['_close', {}],
  ]
  for (const [move, body] of moves) {
    world.advance(1_000)
    await first.move(person.userId(), move, body)
  }
  const readMembers = async (type: string) => {
    const announced = await bench.readAnnounced(told.api.orgId, type)
    for (const data of announced) {
      assert.deepEqual([data.agentId, data.userId, data.channel], [told.api.id, person.userId(), 'rcs'])
      assert.doesNotMatch(JSON.stringify(data), /human|secret/)
    }
    return announced.map(({ assignee, by }) => [assignee, by])
  }
  assert.deepEqual(await readMembers('desk.waiting'), [[undefined, undefined]])
  assert.deepEqual(await readMembers('desk.taken'), [
    [first.userId, first.userId],
    [second.userId, first.userId],
  ])
  assert.deepEqual(await readMembers('desk.returned'), [[undefined, first.userId]])
  assert.deepEqual(await readMembers('desk.closed'), [[undefined, first.userId]])
})

test('outside the hours the closed message comes first, then the contact options, and nobody waits', async () => {
  const hours = [{ days: ['mon'], from: '09:00', to: '17:00', timeZone: 'UTC' }]
  const closed = await bench.desk({ hours, closedMessage: 'Nobody is here.', waitingMessage: 'Wait.' })
  const person = closed.createPerson('rcs')
  const said = (await person.sendText(human)).join('\n')
  assert.match(said, /Nobody is here\.[\s\S]*hello@example\.com/)
  assert.equal((await (await closed.worker()).conversation(person.userId())).state, 'agent')
})

test('while a member holds a conversation the agent is silent, and afterwards it knows what was said', async () => {
  const person = await hold()
  world.advance(1000)
  assert.deepEqual(await person.sendText('When are you open?'), [])
  assert.deepEqual(await person.sendText(human), [])
  const sent = assertStatus(await ada.post(messages(person.userId()), { text: 'Hello, this is Ada.' }), 201)
  await work()
  assert.deepEqual(await person.readNewTexts(), ['Hello, this is Ada.'])
  const { data } = assertStatus(await agent.api.get(`/messages?userId=${person.userId()}&type=content`), 200)
  const entry = data.find(({ messageId }: ReplyBody) => messageId === sent.messageId)
  assert.deepEqual([entry.origin, entry.author.userId], ['agent', ada.userId])
  await ada.move(person.userId(), '_return', { note: 'She wants a boat' })
  bench.play('Of course.')
  assert.deepEqual(await person.sendText('And now?'), ['Of course.'])
  const prompt = JSON.stringify(bench.inputs()[0]?.messages)
  for (const words of ['Hello, this is Ada.', 'She wants a boat', 'And now?']) assert.ok(prompt.includes(words), words)
  bench.stopScript()
})

test('POST /v4/messages answers heldByHuman, and so does a message that was waiting to be dispatched', async () => {
  const person = await bench.talk(agent)
  const [early] = await agent.send(person.userId(), createTextMessage('Too late'))
  assert.equal(early?.accepted, true)
  await ada.move(person.userId(), '_take')
  const [late] = await agent.send(person.userId(), createTextMessage('Refused'))
  assert.deepEqual([late?.accepted, late?.reason], [false, 'heldByHuman'])
  await work()
  assert.deepEqual(await person.readNewTexts(), [])
  const { rows } = await bench.pool.query('select reason from messages where id = $1', [early?.messageId])
  assert.equal(rows[0].reason, 'heldByHuman')
})

test('a turn under way when a member takes the conversation ends without being sent, and its record says so', async () => {
  const person = await bench.talk(agent)
  bench.play(async () => {
    await ada.move(person.userId(), '_take')
    return 'I must not be heard.'
  })
  assert.deepEqual(await person.sendText('Something else'), [])
  bench.stopScript()
  const { messages: said, warnings } = await person.turn()
  assert.deepEqual(
    said.map(({ accepted }: ReplyBody) => accepted),
    [false],
  )
  assert.match(warnings.join('\n'), /heldByHuman/)
})

test("an agent's own webhook hears what the person says, and its replies are refused while a member holds it", async () => {
  const own = await bench.desk()
  const worker = await own.worker()
  assertStatus(await own.call('POST', '/v4/webhook', { webhookUrl: own.endpoint.url, instanceId: 'i' }), 200)
  own.endpoint.respond = (response, { text }) => {
    const reply = { messages: text === undefined ? [] : [createTextMessage(`You said ${text}`)] }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply))
  }
  const heard = (text: string) =>
    own.endpoint.requests.filter((request) => request.text === text).map(({ envelope }) => envelope.event.context.desk)
  const person = own.createPerson('rcs')
  assert.deepEqual(await person.sendText('Hello'), ['You said Hello'])
  await worker.move(person.userId(), '_take')
  assert.deepEqual(await person.sendText('Are you there?'), [])
  assert.deepEqual([heard('Hello'), heard('Are you there?')], [[undefined], [{ state: 'human' }]])
  await bench.server.services.conversations.flush()
  const { data } = assertStatus(await own.api.get('/logs?event=message.failed'), 200)
  assert.deepEqual(
    data.map((entry: ReplyBody) => entry.data.reason),
    ['heldByHuman'],
  )
  assertStatus(await worker.post(messages(person.userId()), { text: 'I am Ada.' }), 201)
  await work()
  assert.deepEqual(await person.readNewTexts(), ['I am Ada.'])
  await worker.move(person.userId(), '_return')
  assert.deepEqual(await person.sendText('And now?'), ['You said And now?'])
})

test('STOP, START and HELP are obeyed while a member holds the conversation', async () => {
  await agent.change('sms', { compliance: { enabled: true } })
  const person = agent.createPerson('sms')
  await person.sendText('When are you open?')
  await ada.move(person.userId(), '_take')
  assert.match((await person.sendText('HELP')).join('\n'), /\S/)
  assert.match((await person.sendText('STOP')).join('\n'), /\S/)
  const refused = await ada.post(messages(person.userId()), { text: 'Wait!' })
  assertProblem(refused, 422, 'desk.message_refused')
  assert.equal(refused.body.reason, 'optedOut')
  assert.match((await person.sendText('START')).join('\n'), /\S/)
  assertStatus(await ada.post(messages(person.userId()), { text: 'Welcome back' }), 201)
})

test('of two members who take at once one wins, and the other learns who; force takes it', async () => {
  const person = await bench.talk(agent)
  const path = `/desk/conversations/${person.userId()}/_take`
  const replies = await Promise.all([ada.post(path), bo.post(path)])
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409])
  const [winner, loser] = replies[0]?.status === 200 ? [ada, bo] : [bo, ada]
  const refused = await loser.post(path)
  assertProblem(refused, 409, 'desk.taken')
  assert.equal(refused.body.holder.userId, winner.userId)
  assertProblem(await loser.post(messages(person.userId()), { text: 'no' }), 409, 'desk.not_held')
  assert.equal((await loser.move(person.userId(), '_take', { force: true })).assignee, loser.userId)
  assertProblem(await winner.post(messages(person.userId()), { text: 'no' }), 409, 'desk.not_held')
})

test('an assigned member holds the conversation; an unknown one or a viewer is refused', async () => {
  const person = await hold()
  const viewer = await agent.worker('viewer')
  const path = `/desk/conversations/${person.userId()}/_assign`
  for (const userId of ['user_nobody', viewer.userId])
    assertProblem(await ada.post(path, { userId }), 422, 'request.invalid', 'userId')
  assert.equal((await ada.move(person.userId(), '_assign', { userId: bo.userId })).assignee, bo.userId)
  assertStatus(await bo.post(messages(person.userId()), { aml: 'Hello **you**' }), 201)
})

test('an API key acts for the member that it names', async () => {
  const person = await bench.talk(agent)
  const path = `/desk/conversations/${person.userId()}`
  assertProblem(await agent.api.post(`${path}/_take`, {}), 422, 'request.invalid', 'as')
  assertProblem(await agent.api.post(`${path}/_take`, { as: 'user_nobody' }), 422, 'request.invalid', 'as')
  assert.equal(assertStatus(await agent.api.post(`${path}/_take`, { as: ada.userId }), 200).assignee, ada.userId)
  assertStatus(await agent.api.post(`${path}/notes`, { as: ada.userId, text: 'By key' }), 201)
  assertStatus(await agent.api.post(`${path}/messages`, { as: ada.userId, text: 'By key' }), 201)
  assertProblem(await agent.api.post(`${path}/messages`, { as: bo.userId, text: 'By key' }), 409, 'desk.not_held')
  assertProblem(await ada.post(`${path}/notes`, { as: bo.userId, text: 'x' }), 422, 'request.invalid', 'as')
})

test('a viewer reads and does nothing else', async () => {
  const person = await hold()
  const viewer = await agent.worker('viewer')
  const path = `/desk/conversations/${person.userId()}`
  assert.equal((await viewer.conversation(person.userId())).state, 'human')
  const bodies: [string, object][] = [
    ['_take', { force: true }],
    ['_assign', { userId: ada.userId }],
    ['_return', {}],
    ['_close', {}],
    ['_snooze', { until: '2031-01-01T00:00:00Z' }],
    ['messages', { text: 'x' }],
    ['notes', { text: 'x' }],
    ['typing', {}],
  ]
  for (const [end, body] of bodies) assertProblem(await viewer.post(`${path}/${end}`, body), 403, 'auth.forbidden')
  assertStatus(await viewer.post(`${path}/_seen`), 204)
})

test('a repeated id is one message', async () => {
  const person = await hold()
  const send = () => ada.post(messages(person.userId()), { id: 'mine-1', text: 'Once' })
  const [first, second] = [assertStatus(await send(), 201), assertStatus(await send(), 201)]
  assert.equal(first.messageId, second.messageId)
  await work()
  assert.deepEqual(await person.readNewTexts(), ['Once'])
})

test('a message has exactly one content, and one that cannot be read is refused', async () => {
  const person = await hold()
  const message = createTextMessage('x')
  for (const body of [
    {},
    { text: 'x', aml: 'y' },
    { text: 'x', message },
    { text: 7 },
    { message: 'x' },
    { text: 'x', color: 'red' },
  ])
    assertProblem(await ada.post(messages(person.userId()), body), 422, 'request.invalid')
  const unreadable = [
    { aml: 'Look [[ask.choice #x | Which' },
    { message: { spec: 'amf/1', parts: [{ type: 'hologram' }] } },
  ]
  for (const body of unreadable)
    assertProblem(await ada.post(messages(person.userId()), body), 422, 'desk.message_refused')
  assertStatus(await ada.post(messages(person.userId()), { message }), 201)
  assertStatus(await ada.post(`/desk/conversations/${person.userId()}/typing`), 204)
})

test('a saved reply is sent with its fill-ins', async () => {
  const reply = { title: 'Opening hours', shortcut: 'hours', aml: 'Hello {person.firstName|there}, we open at eight.' }
  const created = assertStatus(await ada.post('/desk/replies', reply), 201)
  assert.equal(created.id, 'opening-hours')
  assertProblem(await ada.post('/desk/replies', { ...reply, shortcut: 'HOURS' }), 409, 'resource.conflict')
  assert.equal(assertStatus(await ada.get('/desk/replies'), 200).data.length, 1)
  const changed = { ...created, title: 'Hours' }
  assert.equal(assertStatus(await agent.api.put('/desk/replies/opening-hours', changed), 200).title, 'Hours')
  const person = await hold()
  assertProblem(await ada.post(messages(person.userId()), { replyId: 'nothing' }), 422, 'request.invalid', 'replyId')
  const { id } = await person.person()
  assertStatus(await agent.api.patch(`/people/${id}`, { firstName: 'Robin' }), 200)
  assertStatus(await ada.post(messages(person.userId()), { replyId: 'opening-hours' }), 201)
  await work()
  assert.deepEqual(await person.readNewTexts(), ['Hello Robin, we open at eight.'])
  assertStatus(await agent.api.del('/desk/replies/opening-hours'), 204)
  assertProblem(await ada.get('/desk/replies/opening-hours'), 404, 'resource.not_found')
})

test('unread counts what the person wrote since the caller opened the conversation', async () => {
  const person = await hold()
  const unread = async (by = ada) => (await by.conversation(person.userId())).unread
  assert.equal(await unread(), 1)
  assertStatus(await ada.post(`/desk/conversations/${person.userId()}/_seen`), 204)
  world.advance(1000)
  for (const text of ['Are you there?', 'Hello?']) await person.sendText(text)
  assert.deepEqual([await unread(), await unread(bo)], [2, 3])
  assert.equal((await ada.conversation(person.userId())).lastText, 'Hello?')
})

test('the list filters by state, assignee, channel and name, page by page', async () => {
  const other = await bench.desk()
  const worker = await other.worker()
  const people = [await bench.talk(other), await bench.talk(other)]
  const phone = other.createPerson('sms')
  await phone.sendText('When are you open?')
  const [first, second] = people.map((person) => person.userId())
  await worker.move(first as string, '_take')
  const { id } = await (people[1] as RuntimePerson).person()
  assertStatus(await other.api.patch(`/people/${id}`, { fullName: 'Zebulon Pike' }), 200)
  const ids = async (query: string) => (await worker.list(query)).map(({ userId }) => userId)
  assert.deepEqual(await ids('state=human'), [first])
  assert.deepEqual(await ids(`assignee=${worker.userId}`), [first])
  assert.deepEqual(await ids('channel=sms'), [phone.userId()])
  assert.deepEqual(await ids('q=zebulon'), [second])
  assert.deepEqual(await ids('q=nobody'), [])
  assert.equal((await ids('state=agent')).length, 2)
  const pages: string[] = []
  let token = ''
  do {
    const page = assertStatus(await worker.get(`/desk/conversations?limit=1${token && `&pageToken=${token}`}`), 200)
    pages.push(...page.data.map(({ userId }: ReplyBody) => userId))
    token = page.nextPageToken ?? ''
  } while (token)
  assert.deepEqual(new Set(pages), new Set([first, second, phone.userId()]))
  assert.equal(pages.length, 3)
  assertProblem(await worker.get('/desk/conversations?state=asleep'), 422, 'request.invalid')
})

test('a closed conversation goes to the agent with the next message', async () => {
  const person = await hold()
  assert.equal((await ada.move(person.userId(), '_close')).state, 'closed')
  assert.deepEqual(await person.sendText('When are you open?'), ['From eight to eight.'])
  assert.equal((await ada.conversation(person.userId())).state, 'agent')
})

test('a snoozed conversation is hidden until its time or until the person writes', async () => {
  const person = await hold()
  const isListed = async (query = 'state=human') =>
    (await ada.list(query)).some(({ userId }) => userId === person.userId())
  const past = { until: world.now().toISOString() }
  assertProblem(await ada.post(`/desk/conversations/${person.userId()}/_snooze`, past), 422, 'request.invalid', 'until')
  const until = new Date(world.now().getTime() + 30 * minute).toISOString()
  assert.equal((await ada.move(person.userId(), '_snooze', { until })).state, 'human')
  assert.deepEqual([await isListed(), await isListed('snoozed=true')], [false, true])
  await person.sendText('Hello?')
  assert.equal(await isListed(), true)
})

test('without a word of its holder for the set time, a conversation returns to the agent, and not before', async () => {
  const person = await hold()
  world.advance(59 * minute)
  assertStatus(await ada.post(messages(person.userId()), { text: 'Still here' }), 201)
  await work()
  assert.deepEqual(await person.readNewTexts(), ['Still here'])
  world.advance(59 * minute)
  await bench.chore('return-idle-conversations')
  assert.equal((await ada.conversation(person.userId())).state, 'human')
  world.advance(minute)
  await bench.chore('return-idle-conversations')
  const returned = await ada.conversation(person.userId())
  assert.deepEqual([returned.state, returned.history.at(-1).by], ['agent', undefined])
  assert.deepEqual(await person.sendText('When are you open?'), ['From eight to eight.'])
})

test('a member who leaves the org, or may no longer edit, gives everything back', async () => {
  const [leaver, demoted] = [await agent.worker(), await agent.worker()]
  const [one, other] = [await hold(leaver), await hold(demoted)]
  const members = `/orgs/${agent.api.orgId}/members`
  assertStatus(await agent.api.client.del(`${members}/${leaver.userId}`), 204)
  assertStatus(await agent.api.client.patch(`${members}/${demoted.userId}`, { role: 'viewer' }), 200)
  for (const person of [one, other]) assert.equal((await ada.conversation(person.userId())).state, 'agent')
})

test('in turn, each waiting conversation names the next member', async () => {
  const turns = await bench.desk()
  const [first, second] = [await turns.worker(), await turns.worker()]
  await turns.configure({ assignment: 'roundRobin', members: [first.userId, second.userId] })
  const assignees: string[] = []
  for (let count = 0; count < 3; count++) {
    const person = turns.createPerson('rcs')
    await person.sendText(human)
    const { state, assignee } = await first.conversation(person.userId())
    assert.equal(state, 'waiting')
    assignees.push(assignee)
  }
  assert.deepEqual(new Set(assignees), new Set([first.userId, second.userId]))
  assert.equal(assignees[0], assignees[2])
  await turns.configure({ assignment: 'roundRobin', members: [] })
  const person = turns.createPerson('rcs')
  await person.sendText(human)
  const { assignee } = await first.conversation(person.userId())
  assert.ok(assignee, 'an empty list means every member')
})

test('a desk that is turned off returns what waits and what is held', async () => {
  const ending = await bench.desk()
  const worker = await ending.worker()
  const waiting = ending.createPerson('rcs')
  await waiting.sendText(human)
  const held = await bench.talk(ending)
  await worker.move(held.userId(), '_take')
  await ending.configure({ enabled: false })
  for (const person of [waiting, held]) assert.equal((await worker.conversation(person.userId())).state, 'agent')
})

test('notes are for members only, and go with the person', async () => {
  const person = await hold()
  const path = `/desk/conversations/${person.userId()}`
  assertStatus(await ada.post(`${path}/notes`, { text: 'Prefers mornings' }), 201)
  const [note] = (await bo.conversation(person.userId())).notes
  assert.deepEqual([note.text, note.by], ['Prefers mornings', ada.userId])
  await work()
  assert.deepEqual(await person.readNewTexts(), [])
  const { id } = await person.person()
  const copy = assertStatus(await agent.api.get(`/people/${id}/export`), 200)
  assert.equal(copy.deskNotes[0].text, 'Prefers mornings')
  assert.equal(copy.deskMoves[0].move, 'taken')
  assertStatus(await agent.api.del(`/people/${id}`), 204)
  assertProblem(await ada.get(path), 404, 'resource.not_found')
  const { rows } = await bench.pool.query("select from desk_notes where text = 'Prefers mornings'")
  assert.equal(rows.length, 0)
})

test('the agent counts what its desk did', async () => {
  const busy = await bench.desk()
  const worker = await busy.worker()
  const person = busy.createPerson('rcs')
  await person.sendText(human)
  world.advance(20_000)
  await worker.move(person.userId(), '_take')
  world.advance(10_000)
  for (const text of ['Hello', 'How can I help?'])
    assertStatus(await worker.post(messages(person.userId()), { text }), 201)
  world.advance(30_000)
  await worker.move(person.userId(), '_close')
  assert.deepEqual(assertStatus(await worker.get('/usage/desk'), 200), {
    waiting: 1,
    taken: 1,
    secondsToFirstWord: { p50: 30, p90: 30 },
    secondsToClose: { p50: 60, p90: 60 },
    members: [{ userId: worker.userId, taken: 1, closed: 1, messages: 2 }],
  })
  assert.equal(assertStatus(await worker.get('/usage/desk?start=2020-01-01&end=2020-01-02'), 200).taken, 0)
  assertProblem(await worker.get('/usage/desk?start=yesterday'), 422, 'request.invalid')
})

test('nobody of another org sees or moves anything', async () => {
  const person = await hold()
  const stranger = await bench.server.org()
  const path = `${agent.api.path}/desk/conversations/${person.userId()}`
  assertProblem(await stranger.api.get(path), 404, 'resource.not_found')
  assertProblem(await stranger.api.post(`${path}/_take`, { as: ada.userId }), 404, 'resource.not_found')
  const other = await bench.desk()
  assertProblem(await other.api.get(`/desk/conversations/${person.userId()}`), 404, 'resource.not_found')
})

test('a persona rehearses the desk, which no list, count or webhook shows', async () => {
  const rehearsed = await bench.desk({ waitingMessage: 'One moment.' })
  const worker = await rehearsed.worker()
  const { id } = assertStatus(await rehearsed.api.post('/personas', { name: 'Robin', channel: 'rcs' }), 201)
  const play = async (turn: string) => (await rehearsed.api.post(`/personas/${id}/turns`, { turn })).text
  assert.match(await play(human), /One moment\./)
  const { rows } = await bench.pool.query('select asid from personas where id = $1', [id])
  const { asid } = rows[0]
  assert.deepEqual([(await worker.conversation(asid)).state, await worker.list()], ['waiting', []])
  await worker.move(asid, '_take')
  assert.ok(!(await play('When are you open?')).includes('From eight to eight'))
  assertStatus(await worker.post(messages(asid), { text: 'I am a member' }), 201)
  await worker.move(asid, '_return')
  assert.match(await play('When are you open?'), /From eight to eight/)
  assert.deepEqual(await bench.readAnnounced(rehearsed.api.orgId, 'desk.waiting'), [])
  assert.equal(assertStatus(await worker.get('/usage/desk'), 200).taken, 0)
})

test('reachability says that a member holds the conversation, except for a named send', async () => {
  const person = await hold()
  const { id } = await person.person()
  assertStatus(await agent.api.put(`/people/${id}/consent`, { status: 'granted' }), 200)
  world.advance(31 * minute)
  const { origins } = assertStatus(await agent.api.get(`/people/${id}/reachability`), 200)
  const allowed = Object.entries<ReplyBody>(origins).map(([origin, verdict]) => [origin, verdict.allowed])
  assert.deepEqual(Object.fromEntries(allowed), {
    named: 'now',
    automated: 'later',
    campaign: 'later',
    followUp: 'later',
    reminder: 'later',
  })
  assert.match(origins.campaign.says, /member of the team/)
})
