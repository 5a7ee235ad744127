import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import * as sdk from '@parley/sdk'
import { realWorld } from '../server/src/platform/world.ts'
import { assertStatus } from '../server/src/testing/client.ts'
import { findFreePort } from '../server/src/testing/free-port.ts'
import { createGatewayBench, type GatewayAgent, type TestPhone } from '../server/src/testing/gateway-bench.ts'
import { openGuide } from '../server/src/testing/guide.ts'

/** The SDK against a real Parley: both hosts, and bots that its gateway calls. */

const bench = await createGatewayBench({ world: realWorld })
const [origin, gatewayOrigin] = [await startListening(bench.server.app), await startListening(bench.app)]

async function startListening(app: typeof bench.app): Promise<string> {
  await app.listen({ port: 0, host: '127.0.0.1' })
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
}

async function serving(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function waitUntil(description: string, condition: () => Promise<boolean>): Promise<void> {
  for (let attemptsLeft = 2400; !(await condition()); attemptsLeft--) {
    if (attemptsLeft === 0) assert.fail(`it never came about that ${description}`)
    await sleep(50)
  }
}

type EventEnvelope = GatewayAgent['endpoint']['requests'][number]['envelope']

const apiKeyOf = ({ api }: GatewayAgent): string => api.client.token ?? ''

function createClients(agent: GatewayAgent, options: Partial<sdk.ParleyOptions> = {}) {
  const parley = new sdk.Parley({ url: origin, apiKey: apiKeyOf(agent), ...options })
  return { parley, agent: parley.org(agent.api.orgId).agent(agent.api.id) }
}

test('the SDK adds, changes, lists and deletes people', async () => {
  const { agent } = createClients(await bench.agent())
  for (const firstName of ['Ada', 'Grace', 'Mary']) await agent.post('/people', { body: { firstName } })
  const names: unknown[] = []
  for await (const { firstName } of agent.each('/people', { query: { limit: 1 } })) names.push(firstName)
  assert.deepEqual(names, ['Mary', 'Grace', 'Ada'])
  const [first] = (await agent.get('/people', { query: { q: 'ada' } })).data
  const path = { personId: first?.id ?? '' }
  assert.deepEqual((await agent.patch('/people/{personId}', { path, body: { tags: ['a'] } })).tags, ['a'])
  assert.equal(await agent.delete('/people/{personId}', { path }), undefined)
  await assert.rejects(agent.get('/people/{personId}', { path }), sdk.NotFound)
})

test('the SDK repeats a request whose response is lost, and nothing happens twice', async () => {
  let lostResponses = 0
  const fetchWithLoss: typeof fetch = async (...args) => {
    const answer = await fetch(...args)
    if (lostResponses++ === 0) throw new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } })
    return answer
  }
  const { agent } = createClients(await bench.agent(), { fetch: fetchWithLoss, sleep: async () => {} })
  const { id } = await agent.post('/people', { body: { firstName: 'Ada' } })
  const { data } = await agent.get('/people')
  assert.deepEqual([lostResponses, data.map((person) => person.id)], [3, [id]])
})

test('the SDK hides two failures of a proxy from the caller', async () => {
  let requestCount = 0
  const url = await serving(async (request, response) => {
    if (++requestCount < 3) return void response.writeHead(502).end('<h1>Bad gateway</h1>')
    const { authorization = '' } = request.headers
    const answer = await fetch(`${origin}${request.url}`, { headers: { authorization } })
    response.writeHead(answer.status).end(await answer.text())
  })
  const { parley } = createClients(await bench.agent(), { url, sleep: async () => {} })
  assert.ok(await parley.get('/me'))
  assert.equal(requestCount, 3)
})

test('the SDK distinguishes refusals, and each says what to do', async () => {
  const gatewayAgent = await bench.agent()
  const { agent } = createClients(gatewayAgent)
  const catchError = (request: Promise<unknown>) =>
    request.then(
      () => assert.fail(),
      (error: unknown) => error,
    )
  const invalid = await catchError(agent.post('/people', { body: { email: 'nobody' } }))
  assert.ok(invalid instanceof sdk.Invalid)
  assert.deepEqual([invalid.status, invalid.code, invalid.errors[0]?.field], [422, 'request.invalid', 'email'])
  assert.match(invalid.requestId ?? '', /./)
  const unknownClient = new sdk.Parley({ url: origin, apiKey: 'sk-svc-nobody' })
  assert.ok((await catchError(unknownClient.get('/me'))) instanceof sdk.Unauthorized)
  const reader = await bench.server.key(
    { id: gatewayAgent.api.orgId, path: `/orgs/${gatewayAgent.api.orgId}`, api: gatewayAgent.api.client },
    ['agents:read'],
  )
  const limitedOrg = new sdk.Parley({ url: origin, apiKey: reader.key }).org(gatewayAgent.api.orgId)
  assert.ok(
    (await catchError(limitedOrg.agent(gatewayAgent.api.id).post('/people', { body: {} }))) instanceof sdk.Forbidden,
  )
})

test('the SDK returns a response that is not JSON as it is: a document, a stream of events', async () => {
  const { agent } = createClients(await bench.agent())
  const exportResponse = await agent.raw('GET', '/export', { headers: { accept: 'application/yaml' } })
  assert.match(await exportResponse.text(), /^exportVersion: 1/m)
  const { firstRow } = await agent
    .raw('POST', '/people/import', { body: 'firstName\nAda', headers: { 'content-type': 'text/csv' } })
    .then(async (answer) => ({ firstRow: await answer.text() }))
  assert.match(firstRow, /"created":1/)
  const missing = agent.events('/tests/runs/{run}/progress', { path: { run: 'run_none' } })
  await assert.rejects(missing.next(), sdk.NotFound)
})

test('the gateway compiles and accepts the messages of the builders', async () => {
  const agent = await bench.agent('rcs')
  const gateway = new sdk.Gateway({ url: gatewayOrigin, accessToken: agent.token })
  const { message } = await gateway.post('/compile', { body: sdk.aml`Hello ${'[[chips: x]]'}\n[[chips: Yes | No]]` })
  assert.equal(JSON.stringify(message).includes('"label":"Yes"'), true)
  const phone = agent.phone('rcs')
  const userId = await phone.sendText('Hello')
  const messages = [sdk.message('One', sdk.chips('Yes')), sdk.aml`Two`]
  const { results } = await gateway.post('/messages', { body: { userId, messages } })
  assert.deepEqual(
    results.map(({ accepted }) => accepted),
    [true, true],
  )
  await assert.rejects(gateway.get('/capabilities', { query: { userId: 'usr_nobody' } }), sdk.NotFound)
})

test('the SDK verifies what the gateway signs, and the payload matches the types', async () => {
  const agent = await bench.agent('rcs')
  const { signingSecret } = assertStatus(await agent.api.post('/gateway/_rotateSigningSecret'), 200)
  const received: sdk.Envelope[] = []
  const webhookUrl = await serving(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    received.push(
      await sdk.verifyGatewayRequest({ headers: request.headers, body: Buffer.concat(chunks), secret: signingSecret }),
    )
    response.end()
  })
  await new sdk.Gateway({ url: gatewayOrigin, accessToken: agent.token }).patch('/webhook', { body: { webhookUrl } })
  await agent.phone('rcs').sendText('Grüße 👋')
  await bench.work()
  // Both directions: the sent and the received event have the same type.
  const last: EventEnvelope | undefined = received.at(-1)
  const previousEnvelope: sdk.Envelope | undefined = last
  assert.deepEqual(previousEnvelope?.event.event, { type: 'message', message: { text: 'Grüße 👋' } })
})

/** Runs a separate program with only these environment variables. */
function run(file: string, env: Record<string, string>) {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env
  const child = spawn(process.execPath, [file], { env: { PATH, NODE_COMPILE_CACHE, ...env } })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  after(() => void child.kill())
  return { child, output: () => output }
}

/** Creates an agent whose events go to the program, once it listens. */
async function startExampleBot(file: string) {
  const agent = await bench.agent('rcs', 'sms')
  const { signingSecret } = assertStatus(await agent.api.post('/gateway/_rotateSigningSecret'), 200)
  const PORT = String(await findFreePort())
  const webhookUrl = `http://127.0.0.1:${PORT}`
  const gateway = new sdk.Gateway({ url: gatewayOrigin, accessToken: agent.token })
  const userId = await agent.phone('rcs').sendText('I was here before')
  const names = {
    PARLEY_URL: origin,
    PARLEY_API_KEY: apiKeyOf(agent),
    GATEWAY_URL: gatewayOrigin,
    ORG: agent.api.orgId,
  }
  const keys = { SIGNING_SECRET: signingSecret, ACCESS_TOKEN: agent.token, USER_ID: userId }
  const { child, output } = run(file, { ...names, ...keys, PORT })
  await waitUntil(`${file} listens`, async () => {
    await bench.work()
    if (child.exitCode !== null) assert.fail(output())
    const answer = await fetch(webhookUrl).catch(() => undefined)
    return answer?.status === 405
  })
  await gateway.patch('/webhook', { body: { webhookUrl } })
  return { agent, output }
}

async function waitForText(phone: TestPhone, pattern: RegExp): Promise<void> {
  await waitUntil(`the phone shows ${pattern}`, async () => {
    await bench.work()
    return pattern.test((await phone.readTexts()).join('\n'))
  })
}

test('examples/bot.ts greets, shows its offers and accepts an answer', async () => {
  const example = fileURLToPath(new URL('../examples/bot.ts', import.meta.url))
  assert.ok(readFileSync(example, 'utf8').split('\n').length < 40)
  const { agent } = await startExampleBot(example)
  const phone = agent.phone('rcs')
  await phone.sendText('Hello')
  await waitForText(phone, /Welcome to the harbour!/)
  await phone.act({ type: 'tap', label: 'Show me the boats' })
  await waitForText(phone, /Which one would you like\?/)
  await phone.sendText('2')
  await waitForText(phone, /A sloop for six it is/)
})

/** Writes the code of a guide as one program, which is deleted after the tests. */
function writeProgram(blocks: readonly { text: string }[], replacements: readonly [string, string][]): string {
  const folder = fileURLToPath(new URL('../.cache/', import.meta.url))
  mkdirSync(folder, { recursive: true })
  const file = `${folder}guide-${process.pid}-${++writtenPrograms}.ts`
  const text = blocks.map((block) => block.text).join('\n')
  writeFileSync(
    file,
    replacements.reduce((all, [from, to]) => all.replaceAll(from, to), text),
  )
  after(() => rmSync(file))
  return file
}
let writtenPrograms = 0

test('the example of the README of the SDK runs, and does what its comments say', async () => {
  const gatewayAgent = await bench.agent()
  const file = writeProgram(openGuide('../packages/sdk/README').blocks('ts'), [
    ["'http://127.0.0.1:4000'", 'process.env.PARLEY_URL'],
    ["'demo'", 'process.env.ORG'],
    ["'front-desk'", 'process.env.AGENT'],
  ])
  const { orgId: ORG, id: AGENT } = gatewayAgent.api
  const { child, output } = run(file, { PARLEY_URL: origin, PARLEY_API_KEY: apiKeyOf(gatewayAgent), ORG, AGENT })
  const [code] = await once(child, 'exit')
  assert.equal(code, 0, output())
  assert.equal(output(), 'Grace\n')
  const { agent } = createClients(gatewayAgent)
  const { data } = await agent.people.list({ query: { tag: 'navy' } })
  assert.deepEqual(
    data.map(({ firstName, tags }) => [firstName, tags]),
    [['Grace', ['navy']]],
  )
})

test('the examples of docs/sdk.md, run in order, do what the guide says', async () => {
  const file = writeProgram(openGuide('sdk').blocks('ts'), [["'demo'", 'String(process.env.ORG)']])
  const { agent, output } = await startExampleBot(file)
  const printed = [
    /^Ada$/m,
    /^exportVersion: 1$/m,
    /status: 'completed'/,
    /^email .*must/m,
    /^\[ true, true, true \]$/m,
  ]
  for (const line of printed) assert.match(output(), line)
  const phone = agent.phone('sms')
  const userId = await phone.sendText('Hello')
  await waitForText(phone, new RegExp(`^One moment\\.\n${userId} said: Hello$`))
})

test('docs/sdk.md names every class and every builder, and no other', () => {
  const { text, section } = openGuide('sdk')
  const classes = Object.keys(sdk).filter((name) => /^[A-Z]/.test(name))
  for (const name of classes) assert.match(text, new RegExp(`\\b${name}\\b`))
  const [, list = ''] = /by the names of its parts: (.*?)\. /.exec(section('Messages')) ?? []
  const builders = [...list.matchAll(/`(\w+)`/g)].map(([, name = '']) => name)
  assert.equal(builders.length, 14)
  for (const name of builders) assert.ok(name in sdk, name)
})
