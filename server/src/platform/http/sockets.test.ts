import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { createTestApp } from '../../testing/app.ts'

/** Input on the wire that is not yet a request. */

const { app } = await createTestApp()
const address = await app.listen({ port: 0, host: '127.0.0.1' })
const port = Number(new URL(address).port)

/** Sends these bytes and returns everything received until the server closes the connection. */
function exchange(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })
}

const head = 'GET /v1/me HTTP/1.1\r\nhost: x\r\n'
const bad: [what: string, bytes: string][] = [
  ['words that are no HTTP', 'hello\r\n\r\n'],
  ['a head of 100 KB', `${head}x: ${'y'.repeat(100_000)}\r\n\r\n`],
  ['a header with a stray control character', `${head}x: a\u0001b\r\n\r\n`],
  [
    'two lengths that differ',
    'POST /v1/auth/sign-in HTTP/1.1\r\nhost: x\r\ncontent-length: 3\r\ncontent-length: 4\r\n\r\nabc',
  ],
  [
    'a chunk with a length that is none',
    'POST /v1/auth/sign-in HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n',
  ],
]
for (const [what, bytes] of bad) {
  test(`${what} gets a 4xx with a problem body`, async () => {
    const answer = await exchange(bytes)
    assert.match(answer, /^HTTP\/1\.1 4\d\d /)
    assert.match(answer, /content-type: application\/problem\+json/i)
    assert.match(answer, /x-request-id: req_/i)
    assert.match(answer, /"code":"request\.malformed"/)
  })
}

test('pipelined requests are answered in order', async () => {
  const answer = await exchange(`${head}\r\n${head}connection: close\r\n\r\n`)
  assert.equal(answer.match(/HTTP\/1\.1 401/g)?.length, 2)
})

test('an aborted upload affects no other request', async () => {
  await new Promise<void>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(
        'POST /v1/auth/sign-in HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{"email"',
      )
      setTimeout(() => socket.destroy(), 20)
    })
    socket.on('close', () => resolve())
  })
  assert.equal((await fetch(`${address}/healthz`)).status, 200)
})

// Must be the last test of this file: nothing is served after it.
test('an unused connection does not keep the server from closing', async () => {
  const unused = connect(port, '127.0.0.1')
  await once(unused, 'connect')
  const closed = once(unused, 'close')
  unused.resume()
  await app.close()
  await closed
})
