import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { deliveryStatuses } from '@parley/definition/vocabulary'
import type { z } from 'zod'
import { abridgeTo } from '../../testing/abridge.ts'
import { createTestAgent } from '../../testing/agent.ts'
import { assertStatus, type ReplyBody } from '../../testing/client.ts'
import {
  type CodeBlock,
  codeRowsOf,
  firstCellsOf,
  type GuideRequest,
  openGuide,
  runGuide,
} from '../../testing/guide.ts'
import {
  openWebhookReceiver,
  type ReceivedWebhook,
  type RespondToWebhook,
  respondWith,
} from '../../testing/webhook-receiver.ts'
import { createWebhookBench } from '../../testing/webhooks-bench.ts'
import { builtInCatalog } from '../catalogs/index.ts'
import { computeNextAttempt, maxDeliveryAttempts } from './deliveries/worker.ts'
import { WebhookCreate } from './webhook.ts'

/** Checks docs/webhooks.md: makes its requests in order, runs its programs, and compares its tables with the code. */

const guide = openGuide('webhooks')

test('the requests in the guide work as documented, and its programs accept the resulting deliveries', async () => {
  const reading = await newReading()
  const { endpoint, work } = reading
  const blocks = guide.blocks('sh', 'json', 'delivery', 'ts')
  assert.ok(blocks.length > 25)
  await runGuide(blocks, {
    call: (request) => call(reading, request),
    async onResponse(_request, body) {
      if (body?.signingSecret) reading.secret = body.signingSecret
      await work()
    },
    handlers: {
      delivery: async ({ text }) => heardLast(text, endpoint.calls.at(-1) ?? assert.fail('nobody called')),
      ts: (block) => run(reading, block),
    },
  })
  assert.ok(reading.printed.some((line) => line.startsWith('webhook.test ')))
})

type Reading = Awaited<ReturnType<typeof newReading>>

async function newReading() {
  // Starts at the current date, since the programs of the guide check the clock.
  const { server, world, work } = await createWebhookBench({ start: new Date().toISOString() })
  const endpoint = await openWebhookReceiver()
  const agent = await createTestAgent(server)
  const printed: string[] = []
  return { agent, world, work, endpoint, secret: '', printed }
}

async function call(reading: Reading, { method, path: written, body, headers }: GuideRequest) {
  const { agent, endpoint } = reading
  await before(reading, written, method)
  const path = written.replace(/^A/, agent.path).replace(/^O/, `/orgs/${agent.orgId}`)
  const text = JSON.stringify(body)?.replace('https://crm.example.com', endpoint.url)
  return agent.client.call(method, path, text && JSON.parse(text), headers)
}

/** Performs what the guide describes in prose as having happened meanwhile. */
async function before({ endpoint, agent, work, world }: Reading, path: string, method: string): Promise<void> {
  const hears = async (respond: RespondToWebhook) => {
    endpoint.respond = respond
    assertStatus(await agent.post('/people', { firstName: 'Bo' }), 201)
    await work()
  }
  if (path.endsWith('?status=pending')) await hears(respondWith(503))
  if (path.endsWith('?status=failed')) {
    for (let tries = 1; tries < maxDeliveryAttempts; tries++) {
      world.advance((computeNextAttempt(tries, new Date(0), 1) ?? assert.fail()).getTime())
      await work()
    }
    endpoint.respond = respondWith(200)
  }
  if (method === 'GET' && /^O\/webhooks\/\w+$/.test(path)) await hears(respondWith(410))
}

/** Checks the path and headers against the guide, and returns the body. */
function heardLast(text: string, { path, headers, json }: ReceivedWebhook): ReplyBody {
  assert.ok(text.startsWith(`POST ${path}\n`))
  const written = Object.fromEntries([...text.matchAll(/^([\w-]+): (.*)$/gm)].map(([, name, value]) => [name, value]))
  assert.deepEqual(abridgeTo(headers, written), written)
  return json
}

const folder = fileURLToPath(new URL(`../../../../.cache/webhooks-guide-${process.pid}/`, import.meta.url))
mkdirSync(folder, { recursive: true })
after(() => rmSync(folder, { recursive: true }))

/** Runs a program of the guide from a file; it receives in place of the endpoint. */
async function run(reading: Reading, { text }: CodeBlock): Promise<void> {
  const [, name = ''] = /^\/\/ ([\w.]+)/.exec(text) ?? assert.fail('a program has a name')
  const { endpoint, secret, printed } = reading
  writeFileSync(folder + name, text.replace('console.log(', 'globalThis.told('))
  Object.assign(globalThis, { told: (...words: unknown[]) => printed.push(words.map(String).join(' ')) })
  Object.assign(process.env, { WEBHOOK_SECRET: secret, PORT: '0' })
  const program = await import(pathToFileURL(folder + name).href)
  const last = endpoint.calls.at(-1) ?? assert.fail('nobody called')
  if (program.eventIn) return assert.deepEqual(program.eventIn(secret, last.headers, last.raw), last.json)
  endpoint.respond = await through(program.server)
}

async function through(server: Server): Promise<RespondToWebhook> {
  if (!server.listening) await once(server, 'listening')
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return async (response, { headers, raw }) => {
    const signed = Object.entries(headers).filter(([name]) => name.startsWith('webhook-'))
    const given = Object.fromEntries(signed) as Record<string, string>
    const forged = await fetch(url, { method: 'POST', headers: given, body: `${raw} ` })
    assert.equal(forged.status, 401)
    const { status } = await fetch(url, { method: 'POST', headers: given, body: raw })
    response.writeHead(status).end()
  }
}

test('the guide lists every event of the catalog with its description and data, and no other', () => {
  const documented = codeRowsOf(guide.section('Events')).map(([id = '', when, data = '']) => {
    return { id: id.replaceAll('`', ''), description: when, data: JSON.parse(data.replace(/^`|`$/g, '')) }
  })
  const events = builtInCatalog.list('webhook-events')
  assert.deepEqual(
    documented,
    events.map(({ id, description, example }) => ({ id, description, data: Object(example).data })),
  )
})

test('the guide lists every field, every status and every attempt', () => {
  assert.deepEqual(firstCellsOf(guide.section('Subscribing')).sort(), writtenFields(WebhookCreate))
  assert.deepEqual(firstCellsOf(guide.section('The log')), [...deliveryStatuses])
  const seconds: Record<string, number> = { seconds: 1, minutes: 60, hours: 3600 }
  const waits = [...guide.section('Attempts').matchAll(/^\| \d \| (\d+) (\w+) \|$/gm)].map(
    ([, count, unit = '']) => Number(count) * (seconds[unit] ?? assert.fail(unit)),
  )
  const usual = Array.from({ length: maxDeliveryAttempts - 1 }, (_, n) =>
    computeNextAttempt(n + 1, new Date(0), 0.5)?.getTime(),
  )
  assert.deepEqual(
    waits.map((wait) => wait * 1000),
    usual,
  )
})

/** The fields of a body that are not dropped. */
function writtenFields(body: { in: { shape: Record<string, z.ZodType> } }): string[] {
  const fields = Object.entries(body.in.shape)
  return fields.flatMap(([name, field]) => (field.meta()?.readOnly ? [] : [name])).sort()
}
