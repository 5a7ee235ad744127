import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import type { ServerFrame } from '@parley/webchat-protocol'
import { inTransaction } from '../../platform/db/transaction.ts'
import { assertStatus, type ReplyBody } from '../../testing/client.ts'
import { createGatewayBench, createTextMessage, type GatewayAgent, png } from '../../testing/gateway-bench.ts'
import { stopList } from '../people/index.ts'

/** Visitors who are signed in at the page: HMAC identity, joined to the Person, on the whole gateway. */

const bench = await createGatewayBench()

type Site = { agent: GatewayAgent; at: string; binding: string; secret: string }

async function newSite(): Promise<Site> {
  const agent = await bench.agent()
  const { data } = assertStatus(await agent.api.get('/channels'), 200)
  const { id: binding } = data[0]
  return { agent, binding, at: `/webchat/${binding}`, secret: await rotate(agent, binding) }
}

const rotate = async ({ api }: GatewayAgent, binding: string, query = ''): Promise<string> =>
  assertStatus(await api.post(`/channels/${binding}/_rotateIdentitySecret${query}`), 200).identitySecret

const sign = (secret: string, userId: string): string => createHmac('sha256', secret).update(userId).digest('hex')

async function call({ at }: Site, path: string, token?: string, body?: unknown) {
  const { statusCode, body: text } = await bench.app.inject({
    method: body === undefined && path.startsWith('/entries') ? 'GET' : 'POST',
    url: at + path,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    payload: body === undefined ? undefined : JSON.stringify(body),
  })
  return { status: statusCode, body: text ? JSON.parse(text) : undefined }
}

const newVisitor = async (site: Site): Promise<string> => (await call(site, '/visitors')).body.visitorToken

let count = 0
async function say(site: Site, token: string, text: string): Promise<void> {
  const id = `v-${String(++count).padStart(8, '0')}`
  const { status } = await call(site, '/entries', token, { say: { id, said: { type: 'text', text } } })
  assert.equal(status, 200)
  await bench.work()
}

/** The texts that a browser without history gets; undefined if its token is not valid. */
async function read(site: Site, token: string): Promise<string[] | undefined> {
  const { status, body } = await call(site, '/entries?after=0', token)
  if (status === 401) return undefined
  const [frame] = body.frames as [Extract<ServerFrame, { entries: unknown }>]
  return frame.entries.map(({ view }) =>
    view.kind === 'text' ? view.text.map(({ text }) => text).join('') : view.kind,
  )
}

async function identify(
  site: Site,
  userId: string,
  { token, ...more }: { token?: string; [field: string]: unknown } = {},
) {
  const { status, body } = await call(site, '/identify', token, {
    userId,
    signature: sign(site.secret, userId),
    ...more,
  })
  assert.equal(status, 200, JSON.stringify(body))
  return body as { visitorToken: string; read: number }
}

const people = async ({ agent }: Site): Promise<ReplyBody[]> =>
  assertStatus(await agent.api.get('/people?sort=createdAt'), 200).data
const person = async (site: Site): Promise<ReplyBody> => {
  const [only, ...others] = await people(site)
  assert.equal(others.length, 0)
  return assertStatus(await site.agent.api.get(`/people/${only?.id}`), 200)
}
const asids = ({ identities }: ReplyBody): string[] => identities.map(({ asid }: ReplyBody) => asid)

test('an anonymous visitor who signs in keeps the chat, the conversation and the Person', async () => {
  const site = await newSite()
  const anonymous = await newVisitor(site)
  await say(site, anonymous, 'Do you rent boats?')
  const before = await person(site)
  const { visitorToken } = await identify(site, 'ada', {
    token: anonymous,
    name: 'Ada Example',
    email: 'ada@example.com',
  })
  assert.equal(await read(site, anonymous), undefined, 'the former token is no longer valid')
  await say(site, visitorToken, 'For two, please')
  const after = await person(site)
  assert.deepEqual([after.id, after.fullName, after.email], [before.id, 'Ada Example', 'ada@example.com'])
  assert.deepEqual(asids(after), asids(before), 'the agent knows the visitor by the same userId')
  const [asid] = asids(after) as [string]
  const [result] = await site.agent.send(asid, createTextMessage('Gladly'))
  assert.equal(result?.accepted, true)
  await bench.work()
  assert.deepEqual(await read(site, visitorToken), ['Do you rent boats?', 'For two, please', 'Gladly'])
})

test('a user sees one chat on all devices, and is one Person', async () => {
  const site = await newSite()
  const { visitorToken: phone } = await identify(site, 'ada')
  const { visitorToken: laptop } = await identify(site, 'ada', { name: 'Ada' })
  assert.notEqual(phone, laptop)
  await say(site, phone, 'From the phone')
  await say(site, laptop, 'From the laptop')
  const texts = ['From the phone', 'From the laptop']
  assert.deepEqual([await read(site, phone), await read(site, laptop)], [texts, texts])
  assert.equal((await person(site)).fullName, 'Ada')
  const { visitorToken: other } = await identify(site, 'grace')
  assert.deepEqual(await read(site, other), [])
  assert.equal((await people(site)).length, 2)
})

test('the history of a user who returns anonymously and signs in joins their chat and their Person', async () => {
  const site = await newSite()
  const { visitorToken: first } = await identify(site, 'ada', { name: 'Ada' })
  await say(site, first, 'One')
  const anonymous = await newVisitor(site)
  await say(site, anonymous, 'Two')
  const [known, stranger] = (await people(site)) as [ReplyBody, ReplyBody]
  const { visitorToken: second } = await identify(site, 'ada', { token: anonymous })
  await say(site, first, 'Three')
  const texts = ['One', 'Two', 'Three']
  assert.deepEqual([await read(site, first), await read(site, second)], [texts, texts])
  const merged = await person(site)
  assert.equal(merged.id, known.id)
  assert.deepEqual(asids(merged).sort(), [...asids(known), ...asids(stranger)].sort())
  // An answer to what they wrote anonymously still reaches them.
  await site.agent.send(asids(stranger)[0] as string, createTextMessage('Answer to two'))
  await bench.work()
  assert.deepEqual(await read(site, second), [...texts, 'Answer to two'])
})

test('an operator can give a Person the address of a user before they sign in', async () => {
  const site = await newSite()
  const { id } = assertStatus(await site.agent.api.post('/people', { fullName: 'Ada of the file' }), 201)
  const identity = { channel: 'webchat', address: 'user:ada' }
  assertStatus(await site.agent.api.post(`/people/${id}/identities`, identity), 201)
  const anonymous = await newVisitor(site)
  await say(site, anonymous, 'Hello')
  const { visitorToken } = await identify(site, 'ada', {
    token: anonymous,
    name: 'Someone else',
    email: 'ada@example.com',
  })
  const joined = await person(site)
  assert.deepEqual([joined.id, joined.fullName, joined.email], [id, 'Ada of the file', 'ada@example.com'])
  assert.deepEqual(await read(site, visitorToken), ['Hello'])
})

test('a Person who is also known elsewhere keeps their identities, and only the chat moves', async () => {
  const site = await newSite()
  const { visitorToken: ada } = await identify(site, 'ada')
  await say(site, ada, 'One')
  const anonymous = await newVisitor(site)
  await say(site, anonymous, 'Two')
  const [, stranger] = (await people(site)) as [ReplyBody, ReplyBody]
  const identity = { channel: 'sms', address: '+12025550143' }
  assertStatus(await site.agent.api.post(`/people/${stranger.id}/identities`, identity), 201)
  await identify(site, 'ada', { token: anonymous })
  const [joined, left] = (await people(site)) as [ReplyBody, ReplyBody]
  assert.deepEqual(
    left.identities.map(({ channel }: ReplyBody) => channel),
    ['sms'],
  )
  assert.equal(joined.identities.length, 2)
  assert.deepEqual(await read(site, ada), ['One', 'Two'])
})

test('what the page states about a user only fills in what the Person lacks, and must be valid', async () => {
  const site = await newSite()
  await identify(site, 'ada', { name: 'Ada', email: 'no address' })
  assert.deepEqual([(await person(site)).fullName, (await person(site)).email], ['Ada', undefined])
  await identify(site, 'ada', { name: 'Mallory', email: 'ada@example.com' })
  await identify(site, 'ada', { name: null, email: 'mallory@example.com' })
  assert.deepEqual([(await person(site)).fullName, (await person(site)).email], ['Ada', 'ada@example.com'])
})

for (const returns of [false, true]) {
  test(`an opt-out stays with ${returns ? 'a returning' : 'a new'} user who signs in`, async () => {
    const site = await newSite()
    if (returns) await identify(site, 'ada')
    const anonymous = await newVisitor(site)
    await say(site, anonymous, 'Leave me alone')
    const { db } = bench.server.database
    const address = await addressOf(site)
    await inTransaction(db, (tx) => stopList.optOut(tx, site.agent.key, { channel: 'webchat', address }, bench.world))
    await identify(site, 'ada', { token: anonymous })
    const { identities } = await person(site)
    assert.ok(identities.every(({ optedOut }: ReplyBody) => optedOut))
  })
}

/** The address of the newest anonymous visitor. */
async function addressOf({ agent }: Site): Promise<string> {
  const { rows } = await bench.server.database.pool.query(
    `select visitor from webchat_visitors where agent_key = $1 and visitor like 'vis%' and chat is null
      order by created_at desc limit 1`,
    [agent.key.key],
  )
  return rows[0].visitor
}

const ada = await newSite()
const other = await newSite()
await identify(ada, 'known')
const forged: [what: string, userId: string, signature: string][] = [
  ['an empty signature', 'known', ''],
  ['a signature that is no hex', 'known', 'z'.repeat(64)],
  ['half a signature', 'known', sign(ada.secret, 'known').slice(0, 32)],
  ['a signature with more after it', 'known', `${sign(ada.secret, 'known')}00`],
  ['a signature in upper case', 'known', sign(ada.secret, 'known').toUpperCase()],
  ['the signature of another user', 'known', sign(ada.secret, 'unknown')],
  ["another web chat's secret", 'known', sign(other.secret, 'known')],
  ['the same secret in another case', 'known', sign(ada.secret.toUpperCase(), 'known')],
  ['an empty secret', 'known', sign('', 'known')],
  ['a wrong signature of an unknown user', 'unknown', sign(other.secret, 'unknown')],
  ['a user id in another case', 'KNOWN', sign(ada.secret, 'known')],
]
for (const [what, userId, signature] of forged) {
  test(`${what} is refused, and the answer does not tell whether the user is known`, async () => {
    const before = await people(ada)
    const anonymous = await newVisitor(ada)
    const { status, body } = await call(ada, '/identify', anonymous, { userId, signature })
    assert.deepEqual([status, body.code], [403, 'agent.webchat.identity_refused'])
    const { requestId: _, ...answer } = body
    assert.match(answer.detail, /HMAC-SHA256 of the userId with the identity secret/)
    assert.doesNotMatch(JSON.stringify(answer), /known|user:/)
    assert.deepEqual(await read(ada, anonymous), [], 'the visitor stays anonymous')
    assert.deepEqual(await people(ada), before)
  })
}

const malformed: [what: string, body: unknown][] = [
  ['no JSON', undefined],
  ['null', null],
  ['a list', []],
  ['no user id', { signature: 'x' }],
  ['a number as user id', { userId: 7, signature: 'x' }],
  ['an empty user id', { userId: '', signature: sign(ada.secret, '') }],
  ['a user id with a space at the end', { userId: 'known ', signature: sign(ada.secret, 'known ') }],
  ['a user id with a line break', { userId: 'known\n', signature: sign(ada.secret, 'known\n') }],
  ['a user id with NUL', { userId: 'a\0b', signature: sign(ada.secret, 'a\0b') }],
  ['half a letter', { userId: '\ud800', signature: 'x' }],
  ['too long a user id', { userId: 'x'.repeat(181), signature: sign(ada.secret, 'x'.repeat(181)) }],
  ['half a letter as name', { userId: 'known', signature: sign(ada.secret, 'known'), name: '\udc00' }],
  ['NUL in the email', { userId: 'known', signature: sign(ada.secret, 'known'), email: 'a\0@example.com' }],
  ['a field that is not known', { userId: 'known', signature: sign(ada.secret, 'known'), admin: true }],
]
for (const [what, body] of malformed) {
  test(`an identification with ${what} returns 422`, async () => {
    const reply = await call(ada, '/identify', undefined, body)
    assert.deepEqual([reply.status, reply.body.code], [422, 'request.invalid'])
  })
}

test('a web chat without a secret accepts no signature', async () => {
  const agent = await bench.agent()
  const { id } = assertStatus(await agent.api.get('/channels'), 200).data[0]
  const site = { agent, binding: id, at: `/webchat/${id}`, secret: '' }
  for (const secret of ['', 'undefined', 'null'])
    assert.equal((await call(site, '/identify', undefined, { userId: 'a', signature: sign(secret, 'a') })).status, 403)
})

test('a rolled secret stops working at once, or after its overlap', async () => {
  const site = await newSite()
  const status = async (secret: string) =>
    (await call(site, '/identify', undefined, { userId: 'ada', signature: sign(secret, 'ada') })).status
  const first = site.secret
  const second = await rotate(site.agent, site.binding)
  assert.deepEqual([await status(first), await status(second)], [403, 200])
  const third = await rotate(site.agent, site.binding, '?overlapMinutes=60')
  assert.deepEqual([await status(first), await status(second), await status(third)], [403, 200, 200])
  bench.world.advance(60 * 60_000)
  assert.deepEqual([await status(second), await status(third)], [403, 200])
  const { webchat } = assertStatus(await site.agent.api.get(`/channels/${site.binding}`), 200)
  assert.deepEqual(webchat.identitySecret, { set: true, last4: third.slice(-4) })
})

test('a signature can be used again only by who has it, and signs in the same user', async () => {
  const site = await newSite()
  const { visitorToken: first } = await identify(site, 'ada')
  const { visitorToken: again } = await identify(site, 'ada', { token: first })
  assert.equal(await read(site, first), undefined, 'the browser has one token')
  await say(site, again, 'Hello')
  assert.equal((await people(site)).length, 1)
})

test('signing out ends the token of this browser, and the other devices stay', async () => {
  const site = await newSite()
  const { visitorToken: phone } = await identify(site, 'ada')
  const { visitorToken: laptop } = await identify(site, 'ada')
  await say(site, phone, 'Private')
  for (let times = 0; times < 2; times++) assert.equal((await call(site, '/sign-out', phone)).status, 204)
  assert.equal(await read(site, phone), undefined)
  assert.deepEqual(await read(site, laptop), ['Private'])
  const next = await newVisitor(site)
  assert.deepEqual(await read(site, next), [])
  for (const token of [undefined, 'wct_unknown']) assert.equal((await call(site, '/sign-out', token)).status, 204)
})

test('another user on the same browser gets their own chat, and nothing of the first joins it', async () => {
  const site = await newSite()
  const { visitorToken: first } = await identify(site, 'ada')
  await say(site, first, 'Of Ada')
  const { visitorToken: second } = await identify(site, 'grace', { token: first })
  assert.deepEqual(await read(site, second), [])
  assert.equal(await read(site, first), undefined)
  const { visitorToken: again } = await identify(site, 'ada', { token: second })
  assert.deepEqual(await read(site, again), ['Of Ada'])
  assert.equal((await people(site)).length, 2)
})

test('two tabs that sign in at the same moment join one chat, and lose no message', async () => {
  const site = await newSite()
  const anonymous = await newVisitor(site)
  await say(site, anonymous, 'Before')
  const tabs = await Promise.all(
    Array.from({ length: 6 }, () => identify(site, 'ada', { token: anonymous, name: 'Ada' })),
  )
  for (const { visitorToken } of tabs) assert.deepEqual(await read(site, visitorToken), ['Before'])
  assert.equal((await person(site)).fullName, 'Ada')
})

test('different users who sign in at the same moment stay apart', async () => {
  const site = await newSite()
  const users = ['ada', 'grace', 'edith', 'joan']
  const visitors = await Promise.all(
    users.map(async (user) => {
      const token = await newVisitor(site)
      await call(site, '/entries', token, { say: { id: 'v-00000000', said: { type: 'text', text: user } } })
      return identify(site, user, { token })
    }),
  )
  await bench.work()
  for (const [index, { visitorToken }] of visitors.entries())
    assert.deepEqual(await read(site, visitorToken), [users[index]])
  assert.equal((await people(site)).length, users.length)
})

test('the same user id at another agent is another user', async () => {
  const [one, two] = [await newSite(), await newSite()]
  const { visitorToken } = await identify(one, 'ada')
  await say(one, visitorToken, 'Of one')
  assert.deepEqual(await read(two, (await identify(two, 'ada')).visitorToken), [])
  // The token of another agent's visitor joins nothing.
  const { visitorToken: joined } = await identify(two, 'ada', { token: visitorToken })
  assert.deepEqual(await read(two, joined), [])
  assert.deepEqual(await read(one, visitorToken), ['Of one'])
})

test('erasing the Person deletes the chat on every device, and a new sign-in begins anew', async () => {
  const site = await newSite()
  const { visitorToken } = await identify(site, 'ada', { name: 'Ada' })
  await say(site, visitorToken, 'Forget me')
  const { id } = await person(site)
  assertStatus(await site.agent.api.del(`/people/${id}`), 204)
  assert.equal(await read(site, visitorToken), undefined)
  const { visitorToken: next } = await identify(site, 'ada')
  assert.deepEqual(await read(site, next), [])
  assert.notEqual((await person(site)).id, id)
})

test('a file of a visitor reaches the agent under our own URL, and is deleted with the Person', async () => {
  const site = await newSite()
  const { visitorToken } = await identify(site, 'ada')
  const { statusCode } = await bench.app.inject({
    method: 'POST',
    url: `${site.at}/files?id=v-file-00000001&name=boat.png`,
    headers: { 'content-type': 'image/png', authorization: `Bearer ${visitorToken}` },
    payload: png(4, 3),
  })
  assert.equal(statusCode, 200)
  await bench.work()
  const [event] = site.agent.endpoint.requests.flatMap(({ envelope }) => {
    const { event } = envelope.event
    return event.type === 'message' ? [event.message] : []
  })
  const { url = '', ...media } = event?.media ?? {}
  assert.deepEqual(media, { mediaType: 'image/png', name: 'boat.png' })
  const [frame] = (await call(site, '/entries?after=0', visitorToken)).body.frames
  assert.equal(frame.entries[0].view.media.url, url, 'the chat shows the same file')
  const status = async () => (await bench.app.inject(new URL(url).pathname)).statusCode
  assert.equal(await status(), 200)
  assertStatus(await site.agent.api.del(`/people/${(await person(site)).id}`), 204)
  assert.equal(await status(), 404)
})

test('while a chat is closed, nobody signs in', async () => {
  const site = await newSite()
  assertStatus(await site.agent.api.post(`/channels/${site.binding}/_disable`), 200)
  const signature = sign(site.secret, 'ada')
  const { status, body } = await call(site, '/identify', undefined, { userId: 'ada', signature })
  assert.deepEqual([status, body], [409, { refused: { reason: 'closed' } }])
})

test('a new browser learns what the user has already read', async () => {
  const site = await newSite()
  const { visitorToken } = await identify(site, 'ada')
  await say(site, visitorToken, 'Hello')
  await site.agent.send(asids(await person(site))[0] as string, createTextMessage('One'))
  await bench.work()
  const { body } = await call(site, '/entries?after=0', visitorToken)
  const last = body.frames[0].entries.at(-1).n
  await call(site, '/entries', visitorToken, { seen: { delivered: last, read: last } })
  assert.equal((await identify(site, 'ada')).read, last)
})
