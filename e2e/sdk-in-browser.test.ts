import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { stripTypeScriptTypes } from 'node:module'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { openBrowser } from './browser.ts'

/** Serves the package as a browser gets it: types stripped, nothing bundled, no dependencies. */
const root = fileURLToPath(new URL('../', import.meta.url))

const server = createServer((request, response) => {
  const path = new URL(request.url ?? '/', 'http://localhost').pathname
  const json = (status: number, body: object) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  if (path === '/v1/me') return json(200, { by: request.headers.authorization })
  if (path.startsWith('/v1/')) return json(404, { code: 'resource.not_found', title: 'The thing' })
  const isSourceFile = /^\/packages\/sdk\/src\/[\w./-]+\.ts$/.test(path)
  response.setHeader('content-type', isSourceFile ? 'text/javascript' : 'text/html; charset=utf-8')
  return response.end(isSourceFile ? stripTypeScriptTypes(readFileSync(`${root}${path}`, 'utf8')) : '<!doctype html>')
}).listen(0, '127.0.0.1')
after(() => server.close())

test('in a browser the SDK sends requests, distinguishes errors, builds messages and verifies signatures', async (t) => {
  const browser = await openBrowser(t)
  if (!browser) return
  const page = await browser.newPage()
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  const timestamp = String(Math.floor(Date.now() / 1000))
  const body = '{"spec":"amf/1"}'
  const hex = createHmac('sha256', 'secret').update(`v0:${timestamp}:${body}`).digest('hex')
  const headers = { 'x-svc-request-timestamp': timestamp, 'x-svc-signature': `v0=${hex}` }
  const results = await page.evaluate(async (inputs) => {
    const sdk = await import('/packages/sdk/src/index.ts' as string)
    const { origin } = (globalThis as unknown as { location: { origin: string } }).location
    const parley = new sdk.Parley({ url: origin, apiKey: 'sk-svc-nobody' })
    const error = await parley.org('demo').get('/api-keys').catch((error: unknown) => error)
    return {
      me: await parley.get('/me'),
      sameByName: await parley.me.get(),
      error: [error instanceof sdk.NotFound, error.code],
      built: sdk.message('Hello', sdk.chips('Yes')),
      verified: await sdk.verifyGatewayRequest({ ...inputs, secret: 'secret' }),
    }
  }, { headers, body }) // biome-ignore format: one call
  assert.deepEqual(results, {
    me: { by: 'Bearer sk-svc-nobody' },
    sameByName: { by: 'Bearer sk-svc-nobody' },
    error: [true, 'resource.not_found'],
    built: { spec: 'amf/1', parts: [{ type: 'text', text: 'Hello' }], chips: [{ label: 'Yes' }] },
    verified: { spec: 'amf/1' },
  })
})
