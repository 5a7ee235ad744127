import assert from 'node:assert/strict'
import { lookup as systemLookup } from 'node:dns'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, connect as connectSocket, type LookupFunction } from 'node:net'
import { after, test } from 'node:test'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { fc } from '@parley/test-kit'

import { createPublicConnector, createUnrestrictedConnector, isPublicAddress } from './connector.ts'
import {
  createDeadline,
  createOutbound,
  OutboundBlockedError,
  OutboundFailedError,
  ResponseTooLargeError,
  readLimited,
} from './index.ts'
import { createOutboundOver } from './outbound.ts'

async function serve(answer: RequestListener): Promise<{ server: Server; port: number }> {
  const server = createServer(answer).listen(0, '::')
  await once(server, 'listening')
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  return { server, port: (server.address() as AddressInfo).port }
}

let touched = 0
const canary = await serve((_request, response) => response.end('inside'))
canary.server.on('connection', () => touched++)

const resolvesTo =
  (...addresses: string[]): LookupFunction =>
  (_hostname, options, done) => {
    const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    if (options.all) done(null, found)
    else done(null, addresses[0] as string, 4)
  }

const strict = createOutbound({ allowPrivateNetwork: false })
const lenient = createOutbound({ allowPrivateNetwork: true })
after(() => Promise.all([strict.close(), lenient.close()]))

const get = (signal = new AbortController().signal) => ({ method: 'GET', headers: {}, signal })

const spellings = [
  ...['127.0.0.1', '127.1', '0x7f000001', '0X7F.1', '0177.0.0.1', '017700000001', '2130706433', '127.0.0.1.'],
  ...['①②⑦.⓪.⓪.①', '127。0。0。1', '%31%32%37.0.0.1', '0', '0.0.0.0', '10.0.0.1', '172.16.0.1', '192.168.1.1'],
  ...['169.254.169.254', '0xa9fea9fe', '100.64.0.1', '192.0.0.1', '198.18.0.1', '224.0.0.1', '240.0.0.1'],
  ...['255.255.255.255', '[::]', '[::1]', '[0:0:0:0:0:0:0:1]', '[::ffff:7f00:1]', '[::ffff:127.0.0.1]', '[::7f00:1]'],
  ...['[::ffff:0:7f00:1]', '[64:ff9b::7f00:1]', '[64:ff9b:1::7f00:1]', '[2002:7f00:1::]', '[2001::1]', '[fe80::1]'],
  ...['[fc00::1]', '[fd00:ec2::254]', '[fec0::1]', '[ff02::1]', '[2001:db8::1]', '[100::1]', '[4000::1]'],
]
for (const host of spellings) {
  test(`a call to ${host} is refused, and no connection is opened`, async () => {
    for (const scheme of ['https', 'http']) {
      await assert.rejects(strict.fetch(`${scheme}://${host}:${canary.port}/`), OutboundBlockedError)
      await assert.rejects(strict.open(`${scheme}://${host}:${canary.port}/`, get()), OutboundBlockedError)
    }
    assert.equal(touched, 0)
  })
}

for (const host of ['localhost', 'LOCALHOST']) {
  test(`a call to ${host} fails, and no connection is opened`, async () => {
    await assert.rejects(strict.fetch(`https://${host}:${canary.port}/`), OutboundFailedError)
    await assert.rejects(strict.open(`https://${host}:${canary.port}/`, get()), OutboundFailedError)
    await assert.rejects(strict.fetch(`http://${host}:${canary.port}/`), OutboundBlockedError)
    assert.equal(touched, 0)
  })
}

const lookupFailing =
  (code: string): LookupFunction =>
  (hostname, _options, done) =>
    done(Object.assign(new Error(`getaddrinfo ${code} ${hostname}`), { code }), '', 0)

/** The error that each of the three kinds of outbound calls returns, as callers may store and show it. */
async function toldOf(lookup: LookupFunction): Promise<object[]> {
  const outbound = createOutbound({ allowPrivateNetwork: false, lookup })
  const url = `https://name.example.com:${canary.port}/`
  const short = { method: 'GET', headers: {}, timeoutMilliseconds: 5000, maxBytes: 10 }
  const calls = [outbound.fetch(url), outbound.open(url, get()), outbound.call(url, short)]
  const errors = await Promise.all(
    calls.map((call) =>
      call.then(
        () => assert.fail(),
        (error) => error,
      ),
    ),
  )
  await outbound.close()
  return errors.map((error) => ({ kind: error.constructor.name, message: error.message, code: error.code }))
}

for (const addresses of [['127.0.0.1'], ['::1'], ['::ffff:10.0.0.1'], ['8.8.8.8', '127.0.0.1'], []]) {
  test(`a name that resolves to ${addresses.join(' and ') || 'nothing'} gets the same error as an unknown name`, async () => {
    const refusal = await toldOf(resolvesTo(...addresses))
    for (const code of ['ENOTFOUND', 'EAI_AGAIN', 'ENODATA'])
      assert.deepEqual(refusal, await toldOf(lookupFailing(code)))
    assert.match(JSON.stringify(refusal), /unknown or has no public address/)
    for (const address of addresses) assert.ok(!JSON.stringify(refusal).includes(address))
    assert.equal(touched, 0)
  })
}

test('with private networks allowed, an unknown name has its own error', async () => {
  const outbound = createOutbound({ allowPrivateNetwork: true, lookup: lookupFailing('ENOTFOUND') })
  await assert.rejects(outbound.fetch('http://name.example.com/'), /^Error: the host name is unknown$/)
  await outbound.close()
})

test('a socket that still connects to a private address is closed before a byte is sent', async () => {
  const requests: IncomingMessage[] = []
  const inside = await serve((request) => requests.push(request))
  let reads = 0
  const changing = {
    family: 4,
    get address() {
      return reads++ === 0 ? '8.8.8.8' : '127.0.0.1'
    },
  }
  const connect = createPublicConnector((_hostname, options, done) =>
    options.all ? done(null, [changing]) : done(null, changing.address, 4),
  )
  const target = { hostname: 'rebind.example.com', protocol: 'http:', port: String(inside.port) }
  const error = await new Promise((resolve) => connect(target, (...[refused]) => resolve(refused)))
  assert.ok(error instanceof OutboundFailedError)
  assert.equal(requests.length, 0)
})

test('an address is public exactly if the internet routes it', () => {
  for (const address of ['8.8.8.8', '::ffff:8.8.8.8', '2606:4700::1111']) assert.ok(isPublicAddress(address), address)
  for (const address of ['', 'example.com', '1.2.3', '999.1.1.1']) assert.ok(!isPublicAddress(address), address)
  fc.assert(fc.property(fc.ipV4(), (address) => isPublicAddress(address) === isPublicAddress(`::ffff:${address}`)))
})

test('plain http is refused with a sentence that names the setting to allow it', async () => {
  await assert.rejects(strict.fetch('http://example.com/'), (error: Error) => {
    assert.ok(error instanceof OutboundBlockedError)
    assert.match(error.message, /https.*ALLOW_PRIVATE_NETWORK=on/)
    return true
  })
})

const neverCalled = ['file:///etc/passwd', 'gopher://example.com', 'ftp://example.com', 'data:,x', 'unix:/tmp/x']
for (const address of [...neverCalled, 'https://u:p@example.com', 'https://[::1', 'nonsense', '//example.com', '']) {
  test(`${JSON.stringify(address)} cannot be called with any setting`, async () => {
    for (const outbound of [strict, lenient]) await assert.rejects(outbound.fetch(address), OutboundBlockedError)
  })
}

/** A site with a public name on loopback: all checks before the socket are active. */
async function publicSite(answer: RequestListener) {
  const { port } = await serve(answer)
  const guarded = createPublicConnector(resolvesTo('127.0.0.1'))
  const outbound = createOutboundOver(
    (options, done) => {
      if (!options.hostname.endsWith('.public.example')) return guarded(options, done)
      const socket = connectSocket(port, '127.0.0.1')
      socket.once('connect', () => done(null, socket)).once('error', (error) => done(error, null))
    },
    { allowPrivateNetwork: false },
  )
  after(() => outbound.close())
  return outbound
}

const privateTargets = [
  'https://127.0.0.1/',
  'https://[::1]/',
  'http://a.public.example/',
  'https://inside.example.com/',
  'file:///etc/passwd',
  '//169.254.169.254/latest',
  'https://u:p@a.public.example/',
  'https://',
]
for (const target of privateTargets) {
  test(`a redirect from a public site to ${target} is refused`, async () => {
    const outbound = await publicSite((_request, response) => response.writeHead(302, { location: target }).end())
    const kind = target === 'https://inside.example.com/' ? OutboundFailedError : OutboundBlockedError
    await assert.rejects(outbound.fetch('https://a.public.example/'), kind)
  })
}

test('five redirects are followed, a sixth is not', async () => {
  const outbound = await publicSite((request, response) => {
    const left = Number(request.url?.slice(1))
    if (left === 0) response.end('arrived')
    else response.writeHead(302, { location: `/${left - 1}` }).end('moved')
  })
  assert.equal(await (await outbound.fetch('https://a.public.example/5')).text(), 'arrived')
  await assert.rejects(outbound.fetch('https://a.public.example/6'), OutboundBlockedError)
})

test('the caller can choose to receive or refuse redirects', async () => {
  const outbound = await publicSite((_request, response) => response.writeHead(302, { location: '/next' }).end())
  const response = await outbound.fetch('https://a.public.example/', { redirect: 'manual' })
  assert.deepEqual([response.status, response.headers.get('location')], [302, '/next'])
  await assert.rejects(outbound.fetch('https://a.public.example/', { redirect: 'error' }), OutboundBlockedError)
})

const hops: [title: string, status: number, target: string, expected: object][] = [
  ['307 to the same origin repeats all', 307, '/end', { method: 'POST', body: 'hello', secret: true }],
  ['302 after POST becomes GET', 302, '/end', { method: 'GET', body: '', secret: true }],
  ['303 to another origin becomes GET', 303, 'https://b.public.example/end', { method: 'GET', body: '' }],
]
for (const [title, status, target, expected] of hops) {
  test(`a redirect by ${title}`, async () => {
    const outbound = await publicSite(async (request, response) => {
      if (request.url !== '/end') return void response.writeHead(status, { location: target }).end()
      const body = Buffer.concat(await request.toArray()).toString()
      const { authorization, cookie } = request.headers
      const secret = authorization !== undefined && cookie !== undefined
      response.end(JSON.stringify({ method: request.method, body, ...(secret && { secret }) }))
    })
    const headers = { authorization: 'Bearer x', cookie: 'a=b', 'content-type': 'text/plain' }
    const response = await outbound.fetch('https://a.public.example/', { method: 'POST', body: 'hello', headers })
    assert.deepEqual(await response.json(), expected)
  })
}

test('a redirect to another origin drops the body and the credentials of the first', async () => {
  const seen: string[] = []
  const outbound = await publicSite((request, response) => {
    if (request.url === '/end') {
      seen.push(...Object.keys(request.headers))
      return void response.end('there')
    }
    response.writeHead(308, { location: 'https://b.public.example/end' }).end()
  })
  const headers = { 'x-api-key': 'K', authorization: 'Bearer x', accept: 'text/html' }
  const start = 'https://a.public.example/'
  assert.equal(await (await outbound.fetch(start, { headers })).text(), 'there')
  assert.ok(seen.includes('accept') && !seen.includes('x-api-key') && !seen.includes('authorization'))
  await assert.rejects(outbound.fetch(start, { method: 'POST', body: 'secret', headers }), OutboundBlockedError)
})

test('with private networks allowed, loopback and plain http can be called', async () => {
  const response = await lenient.fetch(new URL(`http://localhost:${canary.port}/`))
  assert.equal(await response.text(), 'inside')
})

test('a response is read up to its limit and not a byte further', async () => {
  let sent = 0
  const { port } = await serve((request, response) => {
    if (request.url === '/ten') return void response.end('0123456789')
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536))) sent += 65_536
    }
    response.on('drain', more)
    more()
  })
  const ten = await lenient.fetch(`http://127.0.0.1:${port}/ten`)
  assert.equal((await readLimited(ten, 10)).toString(), '0123456789')
  await assert.rejects(readLimited(await lenient.fetch(`http://127.0.0.1:${port}/ten`), 9), ResponseTooLargeError)
  await assert.rejects(
    readLimited(await lenient.fetch(`http://127.0.0.1:${port}/endless`), 100_000),
    ResponseTooLargeError,
  )
  assert.ok(sent < 50_000_000)
})

test('a response without a body has no bytes', async () => {
  const { port } = await serve((_request, response) => response.writeHead(204).end())
  assert.equal((await readLimited(await lenient.fetch(`http://127.0.0.1:${port}/`), 0)).length, 0)
})

test('the deadline ends a call whose response trickles', async () => {
  const { port } = await serve((_request, response) => {
    const drip = setInterval(() => response.write('.'), 20)
    response.on('close', () => clearInterval(drip))
  })
  const hurried = createOutbound({ allowPrivateNetwork: true, deadlineMilliseconds: 150 })
  after(() => hurried.close())
  const response = await hurried.fetch(`http://127.0.0.1:${port}/`)
  await assert.rejects(readLimited(response, 1_000_000), OutboundFailedError)
})

test('the deadline ends a call without a response, and so does the signal of the caller', async () => {
  const { port } = await serve(() => {})
  const hurried = createOutbound({ allowPrivateNetwork: true, deadlineMilliseconds: 100 })
  after(() => hurried.close())
  await assert.rejects(hurried.fetch(`http://127.0.0.1:${port}/`), OutboundFailedError)
  const controller = new AbortController()
  const reason = new Error('enough')
  const calling = lenient.fetch(`http://127.0.0.1:${port}/`, { signal: controller.signal })
  controller.abort(reason)
  await assert.rejects(calling, reason)
})

test('an open response is read while it arrives, and the call requests no compression', async () => {
  const read = Promise.withResolvers<void>()
  const { port } = await serve(async (request, response) => {
    response.writeHead(200, { 'content-type': `text/${request.headers['accept-encoding']}` }).write('first')
    await read.promise
    response.end('last')
  })
  const answer = await lenient.open(`http://127.0.0.1:${port}/`, get())
  assert.deepEqual([answer.status, answer.header('content-type')], [200, 'text/identity'])
  const chunks: string[] = []
  for await (const chunk of answer.body) {
    chunks.push(Buffer.from(chunk).toString())
    read.resolve()
  }
  assert.deepEqual(chunks, ['first', 'last'])
})

for (const [coding, encode] of [
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
] as const) {
  test(`an open response that is ${coding} anyway is decoded, and one that breaks off throws`, async () => {
    const bytes = encode('{"messages":[]}')
    const { port } = await serve(({ url }, response) => {
      response.writeHead(200, { 'content-encoding': coding })
      response.end(url === '/whole' ? bytes : bytes.subarray(0, -3))
    })
    const read = async (path: string) => {
      const chunks: Uint8Array[] = []
      for await (const chunk of (await lenient.open(`http://127.0.0.1:${port}${path}`, get())).body) chunks.push(chunk)
      return Buffer.concat(chunks).toString()
    }
    assert.equal(await read('/whole'), '{"messages":[]}')
    await assert.rejects(read('/half'))
    ;(await lenient.open(`http://127.0.0.1:${port}/whole`, get())).abort()
  })
}

test('an open call ends when it is dropped, left half read, or past its deadline', async () => {
  const ended: Promise<unknown>[] = []
  const { port } = await serve((_request, response) => {
    ended.push(once(response, 'close'))
    response.write('first')
  })
  const open = (signal?: AbortSignal) => lenient.open(`http://127.0.0.1:${port}/`, get(signal))
  ;(await open()).abort()
  for await (const _ of (await open()).body) break
  const limit = createDeadline(500)
  const late = await open(limit.signal)
  await assert.rejects(async () => {
    for await (const _ of late.body);
  }, limit.signal.reason)
  assert.equal(limit.signal.reason.name, 'TimeoutError')
  await Promise.all(ended)
  assert.equal(ended.length, 3)
})

/** Connections are established when the test says so. */
function slowly() {
  const held = Promise.withResolvers<void>()
  const [plain, opened] = [createUnrestrictedConnector(systemLookup as LookupFunction), { count: 0 }]
  const connect: typeof plain = (options, done) => {
    opened.count += 1
    held.promise.then(() => plain(options, done))
  }
  const outbound = createOutboundOver(connect, { allowPrivateNetwork: true })
  after(() => outbound.close())
  return { outbound, connected: held.resolve, opened }
}

const short = { method: 'POST', headers: {}, body: 'words', timeoutMilliseconds: 5_000, maxBytes: 100 }

test('beforeWrite of a short call runs once the connection is established', async () => {
  const order: string[] = []
  const { port } = await serve((_request, response) => {
    order.push('asked')
    response.end('yes')
  })
  const { outbound, connected } = slowly()
  const calling = outbound.call(`http://127.0.0.1:${port}/`, { ...short, beforeWrite: () => void order.push('before') })
  await new Promise((resolve) => setTimeout(resolve, 10))
  order.push('connected')
  connected()
  assert.equal((await calling).text, 'yes')
  assert.deepEqual(order, ['connected', 'before', 'asked'])
})

test('an error in beforeWrite ends the call before it is written, and the connection serves the next call', async () => {
  let requestCount = 0
  const { port } = await serve((_request, response) => {
    requestCount += 1
    response.end('yes')
  })
  const { outbound, connected, opened } = slowly()
  connected()
  const url = `http://127.0.0.1:${port}/`
  const reason = new Error('not any more')
  const refuse = () => {
    throw reason
  }
  await assert.rejects(outbound.call(url, { ...short, beforeWrite: refuse }), reason)
  assert.equal(requestCount, 0)
  assert.equal((await outbound.call(url, short)).text, 'yes')
  assert.deepEqual([requestCount, opened.count], [1, 1])
})

test('a short call that is aborted before it is connected, or while it waits, throws the reason', async () => {
  let requestCount = 0
  const { port } = await serve(() => {
    requestCount += 1
  })
  const url = `http://127.0.0.1:${port}/`
  const reason = new Error('enough')
  const [early, late] = [new AbortController(), new AbortController()]
  const { outbound, connected } = slowly()
  const unconnected = outbound.call(url, { ...short, signal: early.signal })
  early.abort(reason)
  await assert.rejects(unconnected, reason)
  await assert.rejects(outbound.call(url, { ...short, signal: early.signal }), reason)
  connected()
  const waiting = outbound.call(url, { ...short, signal: late.signal })
  while (requestCount === 0) await new Promise((resolve) => setTimeout(resolve, 5))
  late.abort(reason)
  await assert.rejects(waiting, reason)
  assert.equal(requestCount, 1)
})

test('a deadline aborts together with its parent signal, and not after it is cleared', async () => {
  const controller = new AbortController()
  const [followed, over] = [createDeadline(60_000, controller.signal), createDeadline(1, controller.signal)]
  over.clear()
  controller.abort(new Error('enough'))
  await new Promise((resolve) => setTimeout(resolve, 10))
  assert.deepEqual([followed.signal.reason?.message, over.signal.aborted], ['enough', false])
  assert.equal(createDeadline(60_000, controller.signal).signal.aborted, true)
})

test('a failed connection has a short message without the address', async () => {
  const closedServer = await serve(() => {})
  closedServer.server.close()
  await once(closedServer.server, 'close')
  await assert.rejects(lenient.fetch(`http://localhost:${closedServer.port}/`), (error: Error) => {
    assert.ok(error instanceof OutboundFailedError)
    assert.equal(error.message, 'the connection was refused')
    assert.equal(error.code, 'ECONNREFUSED')
    return true
  })
})
