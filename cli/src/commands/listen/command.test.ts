import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { verifyWebhook, type WebhookEvent } from '@parley/sdk'
import { runCommand } from '../../command-parser/run.ts'
import { CommandError } from '../../exit.ts'
import type { Io } from '../../io.ts'
import { redactSecrets } from '../../parley.ts'
import { type FakeParleyAnswer, startFakeParley } from '../../testing/fake-parley.ts'
import { waitForCondition } from '../../testing/run-cli.ts'
import { findClosedPortUrl, startTestServer } from '../../testing/test-server.ts'

import { listenCommand, resolveGatewayAccess } from './command.ts'

const folder = mkdtempSync(join(tmpdir(), 'parley-listen-'))
after(() => rmSync(folder, { recursive: true }))

type Said = [event: string, data: object]
/**
 * The events that each connection receives before it ends; the last one stays open. A number is the status that refuses
 * the connection.
 */
type Script = (Said[] | number)[]

const hello: Said = [
  'listening',
  { org: 'demo', agent: 'desk', answerSeconds: 30, signingSecret: { set: true, last4: 'wxyz' } },
]

function callOf(callId: string, text: string): Said {
  const event = { eventId: `evt_${callId}`, event: { type: 'message', message: { text } } }
  const body = JSON.stringify({ spec: 'amf/1', userId: 'usr_1', event })
  return ['call', { callId, headers: { 'content-type': 'application/json', 'x-svc-signature': 'v0=1' }, body }]
}

type Fake = { url: string; requests: string[]; answers: Map<string, Record<string, string>> }

async function fakeGateway(script: Script, { status = 204 } = {}): Promise<Fake> {
  const [requests, answers] = [[] as string[], new Map<string, Record<string, string>>()]
  const url = await startTestServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://fake')
    if (request.method === 'POST') {
      answers.set(pathname.split('/').at(-1) ?? '', JSON.parse(await text(request)))
      return void response.writeHead(status, { 'content-type': 'application/json' }).end(status === 204 ? '' : '{}')
    }
    requests.push(`${request.headers.authorization} ${request.url}`)
    const isLast = script.length === 1
    tell(response, isLast ? script[0] : script.shift(), !isLast)
  })
  return { url, requests, answers }
}

function tell(response: ServerResponse, events: Script[0] = [], ends: boolean): void {
  if (typeof events === 'number')
    return void response.writeHead(events, { 'content-type': 'application/json' }).end('{}')
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const [event, data] of events) response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  if (ends) response.end()
}

type Told = { out: string; err: string; ended: Promise<number>; interrupt(): Promise<number> }

const now = new Date(2030, 0, 31, 12, 0, 3)

/** Runs `parley listen` until it is interrupted. */
function listening(args: string[], env: Record<string, string> = {}): Told {
  const interrupted = new AbortController()
  const output = { out: '', err: '' }
  const out = (text: string) => {
    output.out += text
  }
  const world = {
    ...{
      env: { PARLEY_ACCESS_TOKEN: 'at-secret', ...env },
      workingDirectory: folder,
      home: folder,
      machine: 'desk.example.com',
    },
    ...{ columns: () => undefined, outColumns: () => undefined, colors: false },
    ...{ interrupted: interrupted.signal, fetch },
    out,
    reveal: out,
    err: (text: string) => {
      output.err += text
    },
    now: () => performance.now(),
    currentDate: () => now,
    sleep: (_: number, signal?: AbortSignal) => wait(1, undefined, { signal }).catch(() => undefined),
  } as unknown as Io
  if (listenCommand.kind !== 'command') throw new Error('it is a command')
  const ended = runCommand(listenCommand.definition, { path: 'listen', typed: args }, redactSecrets(world))
  return Object.assign(output, {
    ended,
    interrupt() {
      interrupted.abort()
      return ended
    },
  })
}

test('listen forwards a call to the program unchanged, returns its answer unchanged, and prints one line for each', async () => {
  const gateway = await fakeGateway([[hello, callOf('call_1', 'Hello \u001b[31mthere')]])
  const requests: { headers: IncomingMessage['headers']; body: string }[] = []
  const program = await startTestServer(async (request, response) => {
    requests.push({ headers: request.headers, body: await text(request) })
    response
      .writeHead(200, { 'content-type': 'text/svc-aml; charset=latin1' })
      .end(Buffer.from('Gr\u00fc\u00df', 'latin1'))
  })
  const listener = listening(['--gateway', gateway.url, '--forward-to', `${program}/hook`])
  await waitForCondition(() => / in \d+ ms/.test(listener.out))
  assert.equal(await listener.interrupt(), 0)
  const call = callOf('call_1', 'Hello \u001b[31mthere')[1] as { body: string }
  assert.deepEqual([requests[0]?.body, requests[0]?.headers['x-svc-signature']], [call.body, 'v0=1'])
  assert.deepEqual(gateway.answers.get('call_1'), {
    status: 200,
    headers: { 'content-type': 'text/svc-aml; charset=latin1' },
    body: Buffer.from('Gr\u00fc\u00df', 'latin1').toString('base64'),
  })
  assert.match(listener.out, /^Events of demo\/desk go to .*\/hook; press Ctrl-C to stop\n {2}Instead of Parley itself/)
  assert.match(listener.out, /that ends in wxyz/)
  assert.match(listener.out, /^12:00:03 {2}message {2}usr_1 {2}Hello \[31mthere {2}200 in \d+ ms$/m)
  assert.equal(gateway.requests[0], 'Bearer at-secret /v4/listen?name=parley+listen+on+desk.example.com')
  assert.ok(!listener.out.includes('at-secret') && listener.err === '')
})

test('with --json each event is an object on the standard output, and the readable lines go to the standard error', async () => {
  const gateway = await fakeGateway([[hello, callOf('call_1', 'Hello')]], { status: 404 })
  const program = await startTestServer((_, response) => response.writeHead(500).end('no'))
  const listener = listening(['--json', '--gateway', gateway.url, '--forward-to', program])
  await waitForCondition(() => listener.out.includes('\n'))
  await listener.interrupt()
  const { milliseconds, ...printed } = JSON.parse(listener.out)
  assert.equal(typeof milliseconds, 'number')
  assert.partialDeepStrictEqual(printed, { type: 'message', userId: 'usr_1', text: 'Hello', status: 500, taken: false })
  assert.deepEqual(gateway.answers.get('call_1'), { status: 500 })
  assert.match(listener.err, /500 in \d+ ms {2}too late: the event will be delivered again/)
})

test('listen reports a program that is not running and one that redirects', async () => {
  const gateway = await fakeGateway([[hello, callOf('call_1', 'Hello')]])
  const listener = listening(['--gateway', gateway.url, '--forward-to', await findClosedPortUrl()])
  await waitForCondition(() => gateway.answers.has('call_1'))
  await listener.interrupt()
  assert.deepEqual(gateway.answers.get('call_1'), { failed: 'the connection was refused' })
  const program = await startTestServer((_, response) => response.writeHead(302, { location: '/elsewhere' }).end())
  const other = await fakeGateway([[hello, callOf('call_2', 'Hello')]])
  const redirected = listening(['--gateway', other.url, '--forward-to', program])
  await waitForCondition(() => other.answers.has('call_2'))
  await redirected.interrupt()
  assert.deepEqual(other.answers.get('call_2'), { status: 302 })
})

test('an answer of more than a megabyte is cut just above the limit, so that the gateway sees that it is too large', async () => {
  const gateway = await fakeGateway([[hello, callOf('call_1', 'Hello')]])
  const program = await startTestServer((_, response) => response.end(Buffer.alloc(3_000_000, 'a')))
  const listener = listening(['--gateway', gateway.url, '--forward-to', program])
  await waitForCondition(() => gateway.answers.has('call_1'))
  await listener.interrupt()
  assert.equal(Buffer.from(gateway.answers.get('call_1')?.body ?? '', 'base64').length, 1_000_001)
})

test('listen reconnects after a lost connection, also while the gateway is down', async () => {
  const gateway = await fakeGateway([[hello], 503, 503, 503, [hello, ['ended', { reason: 'closed' }]], [hello]])
  const listener = listening(['--gateway', gateway.url, '--forward-to', '3000'])
  await waitForCondition(() => listener.out.match(/Listening again/g)?.length === 2)
  assert.equal(await listener.interrupt(), 0)
  assert.equal(listener.out.match(/^Events of/gm)?.length, 1)
})

test('a listener that another one replaces ends and names the other; a refused token ends it too', async () => {
  const replaced: Said = ['ended', { reason: 'replaced', by: 'parley listen on attic.example.com' }]
  const gateway = await fakeGateway([[hello, replaced]])
  const listener = listening(['--gateway', gateway.url, '--forward-to', '3000'])
  assert.equal(await listener.ended, 3)
  assert.match(listener.err, /Another listener took over this agent: parley listen on attic\.example\.com/)
  const closed = listening(['--gateway', (await fakeGateway([[hello], 401])).url, '--forward-to', '3000'])
  assert.equal(await closed.ended, 2)
  assert.match(closed.err, /The access token was not accepted/)
})

test('--new-secret creates the secret with the API key and shows it once; without a valid key listen ends', async () => {
  const gateway = await fakeGateway([[hello]])
  const routes: string[] = []
  const parley = await startTestServer((request, response) => {
    routes.push(`${request.method} ${request.url}`)
    const isKnown = request.headers.authorization === 'Bearer sk-svc-known'
    const body = isKnown ? { signingSecret: 'ss-fresh' } : { code: 'auth.unauthenticated' }
    response.writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  const args = ['--gateway', gateway.url, '--forward-to', '3000', '--new-secret']
  const listener = listening(args, { PARLEY_URL: parley, PARLEY_API_KEY: 'sk-svc-known' })
  await waitForCondition(() => listener.out.includes('ss-fresh\n'))
  assert.equal(await listener.interrupt(), 0)
  assert.deepEqual(routes, ['POST /v1/orgs/demo/agents/desk/gateway/_rotateSigningSecret'])
  const refused = listening(args, { PARLEY_URL: parley, PARLEY_API_KEY: 'sk-svc-wrong' })
  assert.equal(await refused.ended, 2)
  assert.match(refused.err, /The API key was not accepted/)
})

test('without a target or a token listen says what is missing and replaces no other listener', async () => {
  const gateway = await fakeGateway([[hello]])
  const nowhere = listening(['--gateway', gateway.url])
  assert.equal(await nowhere.ended, 2)
  assert.match(nowhere.err, /Set where events go: --forward-to/)
  const nobody = listening(['--gateway', gateway.url, '--forward-to', '3000'], { PARLEY_ACCESS_TOKEN: '' })
  assert.equal(await nobody.ended, 2)
  assert.match(nobody.err, /There is no access token for the agent: set PARLEY_ACCESS_TOKEN/)
  assert.deepEqual(gateway.requests, [])
})

test('a stored token belongs to its gateway and agent and is sent to no other', () => {
  mkdirSync(join(folder, 'data'))
  const api = { baseUrl: 'http://127.0.0.1:4700/v1', apiKey: 'sk-svc-kept' }
  const credentials = { ...api, gatewayUrl: 'http://127.0.0.1:4711/v4', agentAccessToken: 'at-kept', agent: 'desk' }
  writeFileSync(join(folder, 'data/credentials.json'), JSON.stringify(credentials))
  const here = { env: {}, workingDirectory: folder }
  assert.deepEqual(resolveGatewayAccess({}, here), { url: 'http://127.0.0.1:4711', token: 'at-kept' })
  assert.deepEqual(resolveGatewayAccess({ agent: 'desk', gateway: 'http://localhost:4711' }, here).token, 'at-kept')
  for (const options of [{ gateway: 'https://gateway.example.com' }, { agent: 'other' }]) {
    assert.throws(() => resolveGatewayAccess(options, here), /There is no access token/)
  }
  const own = resolveGatewayAccess({ token: 'at-own' }, here)
  assert.deepEqual(own, { url: 'http://127.0.0.1:4400', token: 'at-own' })
  for (const badOptions of [{ token: 'sec ret' }, { token: 'a', gateway: 'http://me:secret@example.com' }]) {
    const isSilent = (error: unknown) =>
      error instanceof CommandError && error.exitCode === 2 && !/sec/.test(error.message)
    assert.throws(() => resolveGatewayAccess(badOptions, here), isSilent)
  }
})

const orgEvent = (second: number, type = 'person.created'): WebhookEvent => {
  const timestamp = `2030-01-31T09:00:0${second}.000Z`
  return { id: `evt_${second}`, type, timestamp, orgId: 'demo', data: { personId: `per_${second}` } }
}
const page = (...data: WebhookEvent[]): FakeParleyAnswer => ({ body: { data } })

/** Listens to the events of an org, which Parley lists page by page, until the program got so many. */
async function listenToOrg(pages: FakeParleyAnswer[], { list = 'all', count = 1, env = {}, status = 204 } = {}) {
  const parley = await startFakeParley({ 'GET /v1/orgs/demo/webhook-events': pages })
  const calls: { headers: IncomingMessage['headers']; body: string }[] = []
  const program = await startTestServer(async (request, response) => {
    calls.push({ headers: request.headers, body: await text(request) })
    response.writeHead(status).end()
  })
  const access = { PARLEY_URL: parley.url, PARLEY_API_KEY: 'sk-svc-known', PARLEY_ORG: 'demo' }
  const listener = listening(['--org-events', list, '--forward-to', program], { ...access, ...env })
  await waitForCondition(() => (listener.out.match(/ in \d+ ms/g)?.length ?? 0) >= count || listener.err !== '')
  return { listener, parley, calls, exit: await listener.interrupt() }
}

test('with --org-events, what is new in the org reaches the program once, signed as a webhook is', async () => {
  const [old, first, second, late] = [orgEvent(1), orgEvent(3), orgEvent(4, 'desk.waiting'), orgEvent(2)]
  const pages = [page(old), page(old), page(first, old), page(second, first, late, old), page(second, first, late, old)]
  const { listener, parley, calls, exit } = await listenToOrg(pages, { count: 3 })
  assert.equal(exit, 0)
  const secret = /^whsec_\S+$/m.exec(listener.out)?.[0] ?? ''
  const read = calls.map(({ headers, body }) => verifyWebhook({ headers, body, secret, now }))
  assert.deepEqual(
    (await Promise.all(read)).toSorted((one, other) => one.id.localeCompare(other.id)),
    [late, first, second],
  )
  assert.deepEqual(calls[0]?.headers['webhook-id'], first.id)
  assert.match(listener.out, /^Events of the org demo go to .*; press Ctrl-C to stop\n {2}Signed with this secret/)
  assert.match(listener.out, /^12:00:03 {2}desk\.waiting {2}evt_4 {2}204 in \d+ ms$/m)
  const starts = parley.calls.map(({ query }) => new URLSearchParams(query).get('start'))
  assert.deepEqual(starts.slice(0, 4), [null, ...Array(2).fill('2030-01-31T08:59:01.000Z'), '2030-01-31T08:59:03.000Z'])
})

test('events of other names are left out, every page is read, and an org without events is fine', async () => {
  const more = { body: { data: [orgEvent(4)], nextPageToken: 'next' } }
  const pages = [page(), more, page(orgEvent(3, 'desk.waiting')), page()]
  const { calls, parley, listener } = await listenToOrg(pages, { list: 'desk.waiting, desk.taken', status: 500 })
  assert.deepEqual(
    calls.map(({ body }) => JSON.parse(body).id),
    ['evt_3'],
  )
  assert.match(listener.out, /evt_3 {2}500 in/)
  assert.match(parley.calls[2]?.query ?? '', /pageToken=next/)
})

test('the secret of the environment signs events of an org, and is not printed; with --json, each event is a line', async () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  const pages = [page(), page(orgEvent(1)), page(orgEvent(1))]
  const { calls, listener } = await listenToOrg(pages, { env: { PARLEY_WEBHOOK_SECRET: secret } })
  const [{ headers, body } = assert.fail('nothing came')] = calls
  assert.deepEqual(await verifyWebhook({ headers, body, secret, now }), orgEvent(1))
  assert.ok(listener.out.includes('Signed with PARLEY_WEBHOOK_SECRET') && !listener.out.includes(secret))
})

test('listening to an org survives a restart of Parley, and ends when the key has no access', async () => {
  const down = { status: 503, body: { code: 'service.unavailable' } }
  const refused = { status: 403, body: { code: 'auth.scope_missing', title: 'The token lacks a scope' } }
  const { listener } = await listenToOrg([page(), ...Array(8).fill(down), page(orgEvent(1)), page(orgEvent(1))])
  assert.equal(listener.out.match(/cannot be reached; trying again/g)?.length ?? 0, 1)
  const closed = await listenToOrg([refused])
  assert.deepEqual([closed.exit, /The API key does not allow this/.test(closed.listener.err)], [2, true])
})

test('a wrong event or secret is refused before anything is asked of Parley', async () => {
  for (const [args, says, env] of [
    [['--org-events', 'person.creatd'], /Unknown event person\.creatd\. Did you mean person\.created\?/, {}],
    [['--org-events', 'all'], /must be a secret of a webhook/, { PARLEY_WEBHOOK_SECRET: 'secret' }],
  ] as const) {
    const listener = listening([...args, '--forward-to', '3000'], { PARLEY_API_KEY: 'sk-svc-known', ...env })
    assert.equal(await listener.ended, 2)
    assert.match(listener.err, says)
  }
})
