// A fake Twilio with the parts of its API that the adapter uses: accepts and counts every message, and records when the
// last one arrived.
import { createServer } from 'node:http'

const [port] = process.argv.slice(2)
const receivedIds = new Set<string>()
let duplicates = 0
let lastAt = 0

const server = createServer((incoming, response) => {
  if (incoming.url === '/count') {
    response.end(JSON.stringify({ received: receivedIds.size, duplicates, reported: 0, lastAt }))
    return
  }
  const chunks: Buffer[] = []
  incoming.on('data', (chunk) => chunks.push(chunk))
  incoming.on('end', () => {
    response.setHeader('content-type', 'application/json')
    if (incoming.method === 'GET') {
      response.end('{"status":"active"}')
      return
    }
    recordMessage(new URLSearchParams(Buffer.concat(chunks).toString()))
    response.statusCode = 201
    response.end(JSON.stringify({ sid: `SM${receivedIds.size}`, status: 'queued' }))
  })
})

/** Every status callback URL identifies its message. */
function recordMessage(form: URLSearchParams): void {
  const id = new URL(form.get('StatusCallback') ?? '').searchParams.get('message') ?? ''
  if (receivedIds.has(id)) duplicates++
  receivedIds.add(id)
  lastAt = Date.now()
}

server.keepAliveTimeout = 60_000
server.listen(Number(port), '127.0.0.1')
