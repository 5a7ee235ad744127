import assert from 'node:assert/strict'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { ParleyUnreachable } from '@parley/sdk'
import { heeding } from './heeding.ts'

async function served(answer: (response: ServerResponse) => void): Promise<string> {
  const server = createServer((_request, response) => answer(response))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const stream = { 'content-type': 'text/event-stream; charset=utf-8' }
const isLost = (reason: string) => (error: unknown) => error instanceof ParleyUnreachable && error.reason === reason

test('a stream of events that says nothing any more breaks off', async () => {
  const url = await served((response) => response.writeHead(200, stream).write(': hello\n\n'))
  const response = await heeding(fetch, 50)(url)
  await assert.rejects(response.text(), isLost('timeout'))
})

test('a stream that is cut is a Parley that cannot be reached, and one that ends has ended', async () => {
  const begun = Promise.withResolvers<ServerResponse>()
  const cut = await served((response) =>
    response.writeHead(200, stream).write('data: 1\n\n', () => begun.resolve(response)),
  )
  const reading = (await heeding(fetch)(cut)).text()
  const server = await begun.promise
  server.destroy()
  await assert.rejects(reading, isLost('cut'))
  const ended = await served((response) => response.writeHead(200, stream).end('data: 1\n\n'))
  assert.equal(await (await heeding(fetch)(ended)).text(), 'data: 1\n\n')
})

test('whoever stops listening hears of that and of nothing else; what is no stream is left alone', async () => {
  const url = await served((response) => response.writeHead(200, stream).write('data: 1\n\n'))
  const enough = new AbortController()
  const reading = (await heeding(fetch)(url, { signal: enough.signal })).text()
  enough.abort()
  await assert.rejects(reading, { name: 'AbortError' })
  const plain = await served((response) => response.end('{}'))
  assert.equal(await (await heeding(fetch, 1)(plain)).text(), '{}')
})
