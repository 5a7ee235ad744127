import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { closeOnSlowBody, readAtPace } from './slow-clients.ts'

/** Sends these chunks one after another; returns everything received until the connection ends. */
async function exchange(
  act: (request: IncomingMessage) => Promise<string>,
  pieces: string[],
  { keepsAlive = false } = {},
): Promise<string> {
  const server = createServer(async (request, response) => response.end(await act(request).catch(() => 'broken off')))
  server.listen(0, '127.0.0.1')
  after(() => server.close())
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  // Writing to a connection that was closed meanwhile causes a reset.
  const answer = text(socket).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ECONNRESET') return ''
    throw error
  })
  const connection = keepsAlive ? 'keep-alive' : 'close'
  socket.write(`POST / HTTP/1.1\r\nhost: x\r\nconnection: ${connection}\r\ncontent-length: 6\r\n\r\n`)
  for (const piece of pieces) {
    await wait(20)
    socket.write(piece)
  }
  return answer
}

const slowly = (milliseconds: number) => (request: IncomingMessage) => {
  closeOnSlowBody(request, milliseconds)
  return text(request)
}
const piecemeal = (pace: { milliseconds: number; bytes: number }) => (request: IncomingMessage) =>
  text(readAtPace(request, pace))

test('a body that is incomplete at its deadline ends the connection', async () => {
  assert.equal(await exchange(slowly(50), ['abc']), '')
})

test('a body that arrives in time is read, and its processing does not end the connection', async () => {
  const act = async (request: IncomingMessage) => {
    const body = await slowly(1_000)(request)
    await wait(1_100)
    return body
  }
  assert.match(await exchange(act, ['abc', 'def']), /abcdef$/)
})

test('a body that was answered before it was complete still ends the connection', async () => {
  const act = async (request: IncomingMessage) => {
    closeOnSlowBody(request, 100)
    return 'refused'
  }
  assert.match(await exchange(act, [], { keepsAlive: true }), /refused$/)
})

test('a stopped watch ends no connection', async () => {
  const act = async (request: IncomingMessage) => {
    closeOnSlowBody(request, 30)()
    return text(request)
  }
  assert.match(await exchange(act, [...'abcdef']), /abcdef$/)
})

test('a spooled body that stalls or is too slow ends the connection', async () => {
  assert.equal(await exchange(piecemeal({ milliseconds: 50, bytes: 1 }), ['abc']), '')
  assert.equal(await exchange(piecemeal({ milliseconds: 50, bytes: 1000 }), [...'abcde']), '')
})

test('a spooled body may take long while data keep arriving, and its processing may take longer', async () => {
  const act = async (request: IncomingMessage) => {
    const body = await piecemeal({ milliseconds: 2000, bytes: 1 })(request)
    await wait(50)
    return body
  }
  assert.match(await exchange(act, [...'abcdef']), /abcdef$/)
})
