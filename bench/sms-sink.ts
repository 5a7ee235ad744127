// An SMS provider that accepts and counts every message, and reports each as delivered if it has a callback URL:
// /callback?url=URL, with &size= receipts in a call (default 50), each &delay= milliseconds after its message, and
// &form=kannel for the form of Kannel. /received counts the reports that Kannel passes on.
import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { signHttpSmsHeaders } from './http-sms-headers.ts'

const [port, secret = ''] = process.argv.slice(2)
const receivedIds = new Set<string>()
const callback = { url: '', size: 50, delay: 0, form: 'http-sms' }
let duplicates = 0
let reported = 0
const connections = 16
const repeatMilliseconds = 250
const reportAgent = new Agent({ connections, pipelining: 1 })
type Receipt = { type: 'receipt'; id: string; state: 'delivered' }
const pending: { receipt: Receipt; due: number }[] = []
let reporters = 0

async function sendReports(): Promise<void> {
  reporters++
  for (let first = pending[0]; first; first = pending[0]) {
    const wait = first.due - Date.now()
    if (wait > 0) await sleep(wait)
    else await sendReport(pending.splice(0, callback.size).map(({ receipt }) => receipt))
  }
  reporters--
}

async function sendReport(receipts: Receipt[]): Promise<void> {
  if (callback.form === 'kannel') {
    const response = await request(`${callback.url}&dlr-mid=${receipts[0]?.id}&dlr-mask=1`, { dispatcher: reportAgent })
    await response.body.dump()
    return
  }
  const body = JSON.stringify(callback.size === 1 ? receipts[0] : receipts)
  const headers = signHttpSmsHeaders(body, secret)
  const response = await request(callback.url, { method: 'POST', headers, body, dispatcher: reportAgent })
  await response.body.dump()
  if (response.statusCode === 200) {
    reported += receipts.length
    return
  }
  console.error(`a report returned ${response.statusCode} and is repeated`)
  for (const receipt of receipts) pending.push({ receipt, due: Date.now() + repeatMilliseconds })
}

function receive(id: string): void {
  if (receivedIds.has(id)) duplicates++
  receivedIds.add(id)
  if (!callback.url) return
  pending.push({ receipt: { type: 'receipt', id, state: 'delivered' }, due: Date.now() + callback.delay })
  // Providers that report one by one do so on several connections.
  if (reporters < (callback.size === 1 ? connections : 1)) void sendReports()
}

function configure(given: URLSearchParams): void {
  callback.url = given.get('url') ?? ''
  callback.size = Number(given.get('size') ?? 50)
  callback.delay = Number(given.get('delay') ?? 0)
  callback.form = given.get('form') ?? 'http-sms'
}

const server = createServer((incoming, response) => {
  const url = new URL(incoming.url ?? '/', 'http://sink')
  if (incoming.method === 'GET' && url.pathname === '/count') {
    response.end(JSON.stringify({ received: receivedIds.size, duplicates, reported }))
    return
  }
  if (incoming.method === 'GET' && url.pathname === '/callback') {
    configure(url.searchParams)
    response.end('ok')
    return
  }
  if (incoming.method === 'GET' && url.pathname === '/received') {
    reported++
    response.end('ok')
    return
  }
  const chunks: Buffer[] = []
  incoming.on('data', (chunk) => chunks.push(chunk))
  incoming.on('end', () => {
    const body = Buffer.concat(chunks).toString()
    const id = body ? String(JSON.parse(body).id) : (url.searchParams.get('id') ?? '')
    if (id !== '') receive(id)
    response.setHeader('content-type', 'application/json')
    response.end('{}')
  })
})
server.keepAliveTimeout = 60_000
server.listen(Number(port), '127.0.0.1')
