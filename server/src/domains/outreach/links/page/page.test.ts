import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertStatus, type ReplyBody } from '../../../../testing/client.ts'
import { createLinkBench, createTestLink, readTestLink } from '../../../../testing/link-bench.ts'

/** The public page where a person enters a number. */

const bench = await createLinkBench()
const { world, page } = bench
const agent = await bench.agent()
const minutes = (count: number) => world.advance(count * 60_000)
const uses = async (id: string): Promise<number> => (await readTestLink(agent, id)).redemptionCount

let numbers = 0
const newNumber = () => `+1303${5_550_000 + ++numbers}`
const personAt = async (number: string): Promise<ReplyBody> => {
  const { data } = assertStatus(await agent.api.get('/people?limit=200'), 200)
  return data.find(({ phone }: ReplyBody) => phone === number)
}

test('the page is a form that needs no script, names the agent and explains what will happen', async () => {
  const named = await bench.agent()
  assertStatus(await named.api.patch('', { name: 'Boats <b>&</b> "More"' }), 200)
  const identity = { smallLogoUrl: 'https://cdn.example.com/logo.png', privacyPolicyUrl: 'https://example.com/privacy' }
  assertStatus(await named.api.put('/identity', identity), 200)
  const { code } = await createTestLink(named)
  const reply = await page(code)
  assert.equal(reply.status, 200)
  assert.match(reply.headers['content-type'] ?? '', /^text\/html/)
  const policy = reply.headers['content-security-policy'] ?? ''
  assert.match(policy, /default-src 'none'; .*img-src 'self' data: https:\/\/cdn\.example\.com; .*form-action 'self'/)
  assert.doesNotMatch(policy, /unsafe|script-src/)
  assert.doesNotMatch(reply.text, /<script|<b>&</)
  assert.match(reply.text, /Get a message from Boats &#60;b&#62;&#38;&#60;\/b&#62; &#34;More&#34;/)
  assert.match(reply.text, /<label for="number">/)
  assert.match(reply.text, /type="tel" inputmode="tel" autocomplete="tel"/)
  for (const words of [/rates may apply/, /Reply STOP/, /you agree/, /Privacy policy/]) assert.match(reply.text, words)
  const head = await bench.app.inject({ method: 'HEAD', url: `/o/${code}` })
  assert.deepEqual([head.statusCode, head.body], [200, ''])
})

test('an invalid number returns 422, with the error next to the field and the entered text in it', async () => {
  const { id, code } = await createTestLink(agent)
  for (const written of ['', 'me', '2025550143', '+1 202', '"><script>', '+1202555014312345678']) {
    const reply = await page(code, written)
    assert.equal(reply.status, 422, written)
    assert.match(reply.text, /<title>Error: /)
    assert.match(reply.text, /role="alert"/)
    assert.match(reply.text, /aria-describedby="fault hint" aria-invalid="true"/)
    assert.ok(reply.text.includes(`value="${written.replace(/[<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)}"`))
    assert.doesNotMatch(reply.text, /<script/)
  }
  const json = await bench.app.inject({ method: 'POST', url: `/o/${code}`, payload: { number: newNumber() } })
  assert.equal(json.statusCode, 422)
  assert.equal(await uses(id), 0)
})

test('every number gets the same response, whatever is known about it', async () => {
  const { id, code } = await createTestLink(agent)
  const [fresh, onFile, stopped] = [newNumber(), newNumber(), newNumber()]
  assertStatus(await agent.api.post('/people', { fullName: 'On File', phone: onFile }), 201)
  const phone = agent.phone('rcs', stopped)
  await phone.sendText('Hello')
  await bench.work()
  await phone.sendText('STOP')
  await bench.work()
  assert.equal((await personAt(stopped)).identities[0].optedOut, true)
  const replies = [await page(code, fresh), await page(code, onFile), await page(code, stopped)]
  for (const { status, text } of replies) assert.deepEqual([status, text], [200, replies[0]?.text])
  assert.match(replies[0]?.text ?? '', /If this number can receive it, a message from Harbour is on its way/)
  assert.equal(await uses(id), 3)
})

test('an unknown number creates a Person with the source link who has not been seen; a known Person is unchanged', async () => {
  const { code } = await createTestLink(agent)
  const [fresh, onFile] = [newNumber(), newNumber()]
  const { id } = assertStatus(await agent.api.post('/people', { fullName: 'On File', phone: onFile }), 201)
  await page(code, fresh)
  await page(code, ` ${onFile.replace('+1303', '00 1 (303) ')} `)
  const person = await personAt(fresh)
  assert.deepEqual([person.source, person.lastSeenAt, person.consent?.status], ['link', undefined, 'unknown'])
  assert.deepEqual(
    person.identities.map(({ channel }: ReplyBody) => channel),
    ['rcs'],
  )
  const known = await personAt(onFile)
  assert.deepEqual([known.id, known.lastSeenAt, known.identities.length], [id, undefined, 1])
})

test('two quick submissions count as one redemption; a later one counts as another', async () => {
  const { id, code } = await createTestLink(agent, { maxUses: 2 })
  const number = newNumber()
  const both = await Promise.all([page(code, number), page(code, number)])
  assert.deepEqual(
    both.map(({ status }) => status),
    [200, 200],
  )
  assert.equal(await uses(id), 1)
  minutes(11)
  assert.equal((await page(code, number)).status, 200)
  assert.equal(await uses(id), 2)
  assert.equal((await bench.redemptions(id)).length, 2)
})

test('a used-up link shows everyone the same page, so that no one can tell who used it', async () => {
  const { id, code } = await createTestLink(agent, { maxUses: 1 })
  const number = newNumber()
  assert.equal((await page(code, number)).status, 200)
  const replies = [await page(code), await page(code, number), await page(code, newNumber())]
  for (const { status, text } of replies) assert.deepEqual([status, text], [404, replies[0]?.text])
  assert.equal((await bench.redemptions(id)).length, 1)
})

test('a link never exceeds its limit of uses, however many arrive concurrently', async () => {
  const { id, code } = await createTestLink(agent, { maxUses: 3 })
  const replies = await Promise.all(Array.from({ length: 9 }, () => page(code, newNumber())))
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 200, 200, 404, 404, 404, 404, 404, 404])
  assert.deepEqual([await uses(id), (await bench.redemptions(id)).length], [3, 3])
})

test('a paused, expired, used-up, deleted or unknown link, or one without a channel, shows the same page', async () => {
  const own = await bench.agent()
  const paused = await createTestLink(own)
  assertStatus(await own.api.patch(`/outreach-links/${paused.id}`, { disabled: true }), 200)
  const usedUp = await createTestLink(own, { maxUses: 1 })
  await page(usedUp.code, newNumber())
  const deleted = await createTestLink(own)
  assertStatus(await own.api.del(`/outreach-links/${deleted.id}`), 204)
  const expired = await createTestLink(own, { expiresAt: new Date(world.now().getTime() + 1000).toISOString() })
  minutes(11)
  const off = await bench.agent()
  const dark = await createTestLink(off)
  await off.verb('rcs', '_disable')
  const codes = [paused, usedUp, deleted, expired, dark].map(({ code }) => code)
  for (const code of [...codes, 'unknown', 'x'.repeat(400), '%00']) {
    for (const written of [undefined, newNumber(), 'nonsense']) {
      const { status, text } = await page(code, written)
      assert.deepEqual([status, text.includes('This link is no longer available')], [404, true], `${code} ${written}`)
      assert.ok(!text.includes('Harbour'))
    }
  }
  assert.equal((await bench.redemptions(paused.id)).length, 0)
})

test('one IP address may enter ten numbers a minute, and then gets the time to retry', async () => {
  const { id, code } = await createTestLink(agent)
  const ip = '198.51.100.7'
  for (let count = 0; count < 10; count++) assert.equal((await page(code, newNumber(), { ip })).status, 200)
  const over = await page(code, newNumber(), { ip })
  assert.equal(over.status, 429)
  assert.equal(over.headers['retry-after'], '6')
  assert.match(over.text, /Too many attempts/)
  assert.equal((await page(code, newNumber())).status, 200, 'others are not held up')
  minutes(1)
  assert.equal((await page(code, newNumber(), { ip })).status, 200)
  assert.equal(await uses(id), 12)
})

test('a number receives at most three messages an hour, and the page does not reveal it', async () => {
  const links = [
    await createTestLink(agent),
    await createTestLink(agent),
    await createTestLink(agent),
    await createTestLink(agent),
  ]
  const number = newNumber()
  const replies = []
  for (const { code } of links) replies.push(await page(code, number))
  for (const { status, text } of replies) assert.deepEqual([status, text], [200, replies[0]?.text])
  const counts = await Promise.all(links.map(({ id }) => uses(id)))
  assert.deepEqual(counts, [1, 1, 1, 0])
})

test('a form submitted from another site is refused', async () => {
  const { id, code } = await createTestLink(agent)
  const from = (headers: Record<string, string>) => page(code, newNumber(), { headers })
  const foreign: Record<string, string>[] = [
    { origin: 'https://elsewhere.example.com' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site', origin: 'https://other.example.com' },
  ]
  for (const headers of foreign) assert.equal((await from(headers)).status, 403, JSON.stringify(headers))
  assert.equal(await uses(id), 0)
  const { origin } = new URL(bench.server.context.config.publicUrl)
  assert.equal((await from({ origin })).status, 200)
  assert.equal((await from({ origin: 'https://parley.example.com', host: 'parley.example.com' })).status, 200)
  assert.equal((await from({ origin: 'null', 'sec-fetch-site': 'same-origin' })).status, 200)
})
