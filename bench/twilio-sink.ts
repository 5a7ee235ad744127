// A fake Twilio with the parts of its API that the adapter uses: accepts and counts every message, and records when the
// last one arrived.
import { createServer } from 'node:http'

const [port] = process.argv.slice(2)
const seen = new Set<string>()
let doubled = 0
let lastAt = 0

const server = createServer((incoming, answer) => {
  if (incoming.url === '/count') {
    answer.end(JSON.stringify({ seen: seen.size, doubled, reported: 0, lastAt }))
    return
  }
  const chunks: Buffer[] = []
  incoming.on('data', (chunk) => chunks.push(chunk))
  incoming.on('end', () => {
    answer.setHeader('content-type', 'application/json')
    if (incoming.method === 'GET') {
      answer.end('{"status":"active"}')
      return
    }
    take(new URLSearchParams(Buffer.concat(chunks).toString()))
    answer.statusCode = 201
    answer.end(JSON.stringify({ sid: `SM${seen.size}`, status: 'queued' }))
  })
})

/** Every status callback URL identifies its message. */
function take(form: URLSearchParams): void {
  const id = new URL(form.get('StatusCallback') ?? '').searchParams.get('message') ?? ''
  if (seen.has(id)) doubled++
  seen.add(id)
  lastAt = Date.now()
}

server.keepAliveTimeout = 60_000
server.listen(Number(port), '127.0.0.1')
