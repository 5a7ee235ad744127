// An SMS provider that accepts and counts every message, and reports each as delivered if it has a callback URL.
import { createServer } from 'node:http'
import { Agent, request } from 'undici'
import { signHttpSmsHeaders } from './http-sms-headers.ts'

const [port, secret = ''] = process.argv.slice(2)
const seen = new Set<string>()
let callback = ''
let doubled = 0
let reported = 0
const out = new Agent({ connections: 16, pipelining: 1 })
const reports: { type: 'receipt'; id: string; state: 'delivered' }[] = []
let reporting = false

async function report(): Promise<void> {
  reporting = true
  while (reports.length > 0) {
    const some = reports.splice(0, 50)
    const body = JSON.stringify(some)
    const answer = await request(callback, {
      method: 'POST',
      headers: signHttpSmsHeaders(body, secret),
      body,
      dispatcher: out,
    })
    await answer.body.dump()
    if (answer.statusCode === 200) reported += some.length
    else console.error(`a report was answered ${answer.statusCode}`)
  }
  reporting = false
}

const server = createServer((incoming, answer) => {
  const url = new URL(incoming.url ?? '/', 'http://sink')
  if (incoming.method === 'GET' && url.pathname === '/count') {
    answer.end(JSON.stringify({ seen: seen.size, doubled, reported }))
    return
  }
  if (incoming.method === 'GET' && url.pathname === '/callback') {
    callback = url.searchParams.get('url') ?? ''
    answer.end('ok')
    return
  }
  const chunks: Buffer[] = []
  incoming.on('data', (chunk) => chunks.push(chunk))
  incoming.on('end', () => {
    const body = Buffer.concat(chunks).toString()
    const id = body ? String(JSON.parse(body).id) : (url.searchParams.get('id') ?? '')
    if (id !== '') {
      if (seen.has(id)) doubled++
      seen.add(id)
      if (callback) {
        reports.push({ type: 'receipt', id, state: 'delivered' })
        if (!reporting) void report()
      }
    }
    answer.setHeader('content-type', 'application/json')
    answer.end('{}')
  })
})
server.keepAliveTimeout = 60_000
server.listen(Number(port), '127.0.0.1')
