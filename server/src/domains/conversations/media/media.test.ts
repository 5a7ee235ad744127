import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import {
  createGatewayBench,
  type GatewayAgent,
  type GatewaySendResult,
  gif,
  png,
} from '../../../testing/gateway-bench.ts'

/** Media: fetched, stored by the full URL, and served from Parley's own address. */

const paths: string[] = []
const answers: Record<string, (response: ServerResponse) => unknown> = {
  '/boat.png': (response) => response.setHeader('content-type', 'image/png').end(png(4, 3)),
  '/named.png': (response) => response.setHeader('content-type', 'text/html').end(png(4, 3)),
  '/page.png': (response) => response.setHeader('content-type', 'image/png').end('<script>alert(1)</script>'),
  '/gone.png': (response) => response.writeHead(404).end(png(4, 3)),
  '/broken.png': (response) => response.writeHead(500).end(),
  '/cut.png': (response) => {
    response.setHeader('content-length', '1000').write(png(4, 3))
    setImmediate(() => response.destroy())
  },
  '/empty.png': (response) => response.setHeader('content-type', 'image/png').end(),
  '/huge.png': (response) => response.setHeader('content-type', 'image/png').end(png(4, 3, 16 * 1024 * 1024)),
  '/moved.png': (response) => response.writeHead(302, { location: '/boat.png' }).end(),
  '/dynamic.gif': (response) => response.end(gif(paths.length, 1)),
}
const web = createServer((request, response) => {
  paths.push(request.url as string)
  const answer = answers[new URL(request.url as string, 'http://x').pathname] ?? answers['/gone.png']
  answer?.(response)
}).listen(0, '127.0.0.1')
await once(web, 'listening')
after(() => {
  web.closeAllConnections()
  web.close()
})
const at = (path: string) => `http://127.0.0.1:${(web.address() as AddressInfo).port}${path}`

const bench = await createGatewayBench()
const agent = await bench.agent('rcs')
const { gatewayPublicUrl } = bench.server.context.config
const picture = (path: string) => ({ spec: 'amf/1', parts: [{ type: 'media', url: at(path), alt: 'A boat' }] })

async function somebody(of: GatewayAgent = agent) {
  const phone = of.phone('rcs')
  await phone.set({ receipts: 'manual' })
  return { ...phone, userId: await phone.sendText('Hello') }
}
const reason = ([result]: GatewaySendResult[]) => (result?.accepted ? 'accepted' : result?.reason)

/** Every URL below Parley's media path that a phone was shown, in order. */
async function ours(phone: { read(): Promise<unknown> }): Promise<string[]> {
  await bench.work()
  const native = JSON.stringify(await phone.read())
  assert.doesNotMatch(native, /127\.0\.0\.1:\d+\/[a-z]+\.(png|gif)/)
  const found = native.split(`${gatewayPublicUrl}/media/`).slice(1)
  return [...new Set(found.map((rest) => `${gatewayPublicUrl}/media/${rest.split(/["\\\s]/)[0]}`))]
}
const fetched = (url: string) => bench.app.inject({ method: 'GET', url: url.slice(gatewayPublicUrl.length) })

test('a picture is served from our own URL with the same bytes and cannot run scripts', async () => {
  const person = await somebody()
  assert.equal(reason(await agent.send(person.userId, picture('/boat.png'))), 'accepted')
  const [url, ...others] = await ours(person)
  assert.deepEqual(others, [])
  const served = await fetched(url as string)
  assert.equal(served.statusCode, 200)
  assert.ok(served.rawPayload.equals(png(4, 3)))
  assert.equal(served.headers['content-type'], 'image/png')
  assert.equal(served.headers['x-content-type-options'], 'nosniff')
  assert.equal(served.headers['content-security-policy'], "default-src 'none'; sandbox")
})

test('the content determines the type of a file, not the header or the name', async () => {
  const person = await somebody()
  assert.equal(reason(await agent.send(person.userId, picture('/named.png'))), 'accepted')
  const [url] = await ours(person)
  assert.equal((await fetched(url as string)).headers['content-type'], 'image/png')
})

test('each full URL is fetched once, its query string included', async () => {
  const person = await somebody()
  const before = paths.length
  for (const path of ['/dynamic.gif?n=1', '/dynamic.gif?n=1', '/dynamic.gif?n=2', '/dynamic.gif']) {
    assert.equal(reason(await agent.send(person.userId, picture(path))), 'accepted')
  }
  assert.deepEqual(paths.slice(before), ['/dynamic.gif?n=1', '/dynamic.gif?n=2', '/dynamic.gif'])
  assert.equal((await ours(person)).length, 3)
})

test('another agent fetches the same URL again', async () => {
  const other = await bench.agent('rcs')
  const person = await somebody(other)
  const before = paths.length
  assert.equal(reason(await other.send(person.userId, picture('/boat.png'))), 'accepted')
  assert.deepEqual(paths.slice(before), ['/boat.png'])
  assert.equal((await ours(person)).length, 1)
})

test('pictures in cards, carousels, options, items and fallbacks are copied too', async () => {
  const person = await somebody()
  const card = (n: number) => ({ title: `Boat ${n}`, mediaUrl: at(`/boat.png?${n}`) })
  const fallback = [{ type: 'card', card: card(6) }]
  const parts = [
    { type: 'card', card: card(1) },
    { type: 'carousel', cards: [card(2), card(3)] },
    {
      type: 'showcase',
      intentId: 's',
      prompt: 'Which?',
      items: [
        { id: 'a', ...card(4) },
        { id: 'b', ...card(5) },
      ],
    },
    { type: 'native', channel: 'messengerA', payload: { text: 'x' }, fallback },
  ]
  assert.equal(reason(await agent.send(person.userId, { spec: 'amf/1', parts })), 'accepted')
  assert.equal((await ours(person)).length, 6)
})

test('a redirect is followed', async () => {
  const person = await somebody()
  assert.equal(reason(await agent.send(person.userId, picture('/moved.png'))), 'accepted')
})

for (const path of ['/gone.png', '/broken.png', '/cut.png', '/page.png', '/empty.png', '/huge.png']) {
  test(`${path.slice(1)} is mediaUnreachable, and is requested again the next time`, async () => {
    const person = await somebody()
    const before = paths.length
    for (let time = 0; time < 2; time++) {
      const results = await agent.send(person.userId, picture(path))
      assert.equal(reason(results), 'mediaUnreachable')
      assert.ok(results[0]?.detail)
    }
    assert.equal(paths.length - before, 2)
    assert.deepEqual(await ours(person), [])
  })
}

test('a picture that cannot be fetched refuses only its own message', async () => {
  const person = await somebody()
  const results = await agent.send(person.userId, picture('/gone.png'), picture('/boat.png'))
  assert.deepEqual(
    results.map(({ accepted }) => accepted),
    [false, true],
  )
})

test('media in use is stored for more than 30 days, and unused media is deleted', async () => {
  const day = 86_400_000
  const person = await somebody()
  await agent.send(person.userId, picture('/boat.png?kept'), picture('/boat.png?lost'))
  const [stored, lost] = await ours(person)
  bench.world.advance(30 * day)
  await agent.send(person.userId, picture('/boat.png?kept'))
  await bench.chore('delete-old-conversations')
  assert.deepEqual(
    [(await fetched(stored as string)).statusCode, (await fetched(lost as string)).statusCode],
    [200, 200],
  )
  bench.world.advance(2 * day)
  await bench.chore('delete-old-conversations')
  assert.deepEqual(
    [(await fetched(stored as string)).statusCode, (await fetched(lost as string)).statusCode],
    [200, 404],
  )
})

test('private networks are not requested unless the configuration allows it', async () => {
  const closed = await createGatewayBench({ config: { allowPrivateNetwork: false } })
  const own = await closed.agent('rcs')
  const person = await somebody(own)
  const before = paths.length
  const addresses = [at('/boat.png'), 'https://127.0.0.1/x.png', 'https://169.254.169.254/x.png', 'https://[::1]/x.png']
  for (const url of addresses) {
    const results = await own.send(person.userId, { spec: 'amf/1', parts: [{ type: 'media', url }] })
    assert.equal(reason(results), 'mediaUnreachable', url)
  }
  assert.equal(paths.length, before)
})
