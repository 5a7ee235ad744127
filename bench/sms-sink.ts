// An SMS provider that accepts and counts every message, and reports each as delivered if it has a callback URL.
import { createServer } from 'node:http'
import { Agent, request } from 'undici'
import { signHttpSmsHeaders } from './http-sms-headers.ts'

const [port, secret = ''] = process.argv.slice(2)
const receivedIds = new Set<string>()
let callback = ''
let duplicates = 0
let reported = 0
const reportAgent = new Agent({ connections: 16, pipelining: 1 })
const reports: { type: 'receipt'; id: string; state: 'delivered' }[] = []
let isReporting = false

async function sendReports(): Promise<void> {
  isReporting = true
  while (reports.length > 0) {
    const batch = reports.splice(0, 50)
    const body = JSON.stringify(batch)
    const response = await request(callback, {
      method: 'POST',
      headers: signHttpSmsHeaders(body, secret),
      body,
      dispatcher: reportAgent,
    })
    await response.body.dump()
    if (response.statusCode === 200) reported += batch.length
    else console.error(`a report returned ${response.statusCode}`)
  }
  isReporting = false
}

const server = createServer((incoming, response) => {
  const url = new URL(incoming.url ?? '/', 'http://sink')
  if (incoming.method === 'GET' && url.pathname === '/count') {
    response.end(JSON.stringify({ received: receivedIds.size, duplicates, reported }))
    return
  }
  if (incoming.method === 'GET' && url.pathname === '/callback') {
    callback = url.searchParams.get('url') ?? ''
    response.end('ok')
    return
  }
  const chunks: Buffer[] = []
  incoming.on('data', (chunk) => chunks.push(chunk))
  incoming.on('end', () => {
    const body = Buffer.concat(chunks).toString()
    const id = body ? String(JSON.parse(body).id) : (url.searchParams.get('id') ?? '')
    if (id !== '') {
      if (receivedIds.has(id)) duplicates++
      receivedIds.add(id)
      if (callback) {
        reports.push({ type: 'receipt', id, state: 'delivered' })
        if (!isReporting) void sendReports()
      }
    }
    response.setHeader('content-type', 'application/json')
    response.end('{}')
  })
})
server.keepAliveTimeout = 60_000
server.listen(Number(port), '127.0.0.1')
