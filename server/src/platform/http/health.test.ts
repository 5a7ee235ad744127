import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { createApi, createGateway, createServices } from '../../app.ts'
import { createTestApp } from '../../testing/app.ts'
import { assertProblem, createTestClient } from '../../testing/client.ts'

const server = await createTestApp()
const org = await server.org()

test('/metrics shows request times by route pattern, and no id and no token', async () => {
  await org.api.post(`${org.path}/agents`, { name: 'Measured' })
  await org.api.get(`${org.path}/agents/measured`)
  const { body } = await server.app.inject('/metrics')
  assert.match(
    body,
    /parley_http_request_seconds_count\{method="GET",route="\/v1\/orgs\/:org\/agents\/:agent",status="200"\} 1/,
  )
  assert.match(body, /parley_database_query_seconds_count \d+/)
  const buckets = [
    ...body.matchAll(
      /^parley_http_request_seconds_bucket\{le="([^"]+)",method="GET",route="\/v1\/orgs\/:org\/agents\/:agent",status="200"\} (\d+)$/gm,
    ),
  ]
  assert.deepEqual([buckets.length, buckets.at(-1)?.slice(1)], [14, ['+Inf', '1']])
  assert.ok(!body.includes('measured') && !body.includes(org.id) && !body.includes(org.api.token as string))
})

test('a request writes one line to the log, with its id and without token, query or body', async () => {
  const lines: string[] = []
  const log = pino({ level: 'info', base: null }, { write: (line: string) => lines.push(line) })
  const app = createApi(createServices({ ...server.context, log }), server.routes)
  const client = createTestClient(app, org.api.token)
  const reply = await client.post(
    `${org.path}/agents?access_token=topsecret`,
    { name: 'Secretive' },
    { 'x-svc-agent': 'mcp' },
  )
  await client.get('/me', { 'x-svc-agent': 'Not Well Formed' })
  await app.close()
  const [first, second] = lines.filter((line) => line.includes('"request"')).map((line) => JSON.parse(line))
  assert.equal(first.requestId, reply.headers['x-request-id'])
  assert.deepEqual(
    [first.method, first.route, first.status, first.org, first.svcAgent],
    ['POST', '/v1/orgs/:org/agents', reply.status, org.id, 'mcp'],
  )
  assert.equal(second.svcAgent, undefined)
  for (const secret of ['topsecret', 'Secretive', org.api.token as string])
    assert.ok(!lines.join('').includes(secret), secret)
})

test('without the database calls are 503 with Retry-After, /readyz says why, and /healthz stays healthy', async () => {
  const away = await createTestApp()
  const token = (await away.org()).api.token as string
  const url = away.database.url()
  away.database.repoint('postgres://nobody:x@127.0.0.1:9/none')
  await away.database.pool
    .query('select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()')
    .catch(() => {})
  const reply = await away.anyone.as(token).get('/me')
  assertProblem(reply, 503, 'service.unavailable')
  assert.ok(Number(reply.headers['retry-after']) >= 1)
  const ready = await away.app.inject('/readyz')
  assert.deepEqual([ready.statusCode, ready.json().reason], [503, 'the database cannot be reached'])
  assert.equal((await away.app.inject('/healthz')).statusCode, 200)
  away.database.repoint(url)
  assert.equal((await away.anyone.as(token).get('/me')).status, 200, 'when it comes back, so does Parley')
})

test('with a read-only database /readyz says so until it accepts writes', async () => {
  const follower = await createTestApp()
  const url = follower.database.url()
  const goOver = async (to: string) => {
    follower.database.repoint(to)
    await follower.database.pool
      .query('select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()')
      .catch(() => {})
    // The first client to use a closed connection gets an error.
    await follower.app.inject('/readyz')
    return follower.app.inject('/readyz')
  }
  const readOnly = new URL(url)
  readOnly.searchParams.set('options', '-c default_transaction_read_only=on')
  const ready = await goOver(readOnly.href)
  assert.deepEqual([ready.statusCode, ready.json().status], [503, 'not ready'])
  assert.match(ready.json().reason, /is read-only/)
  assert.equal((await goOver(url)).statusCode, 200)
})

test('an unexpected error is a 500 that reveals no internals', async () => {
  const app = createApi(
    createServices({
      ...server.context,
      keyring: { ...server.context.keyring, encrypt: () => assert.fail('inside detail') },
    }),
    server.routes,
  )
  const reply = await createTestClient(app, org.api.token).post(
    `${org.path}/agents`,
    { name: 'Broken' },
    { 'idempotency-key': 'broken' },
  )
  await app.close()
  assertProblem(reply, 500, 'internal')
  assert.ok(!reply.text.includes('inside detail'))
  assert.equal((await org.api.get(`${org.path}/agents/broken`)).status, 404, 'nothing is left behind')
})

test('the gateway serves its health routes on its own port, and requires a token under /v4', async () => {
  const app = createGateway(server.services)
  for (const path of ['/healthz', '/readyz', '/metrics', '/', '/lab'])
    assert.equal((await app.inject(path)).statusCode, 200, path)
  assert.equal((await app.inject('/v4/messages')).statusCode, 401)
  await app.close()
})

test('pages forbid foreign scripts and framing; API responses are not cached', async () => {
  const page = await server.app.inject('/docs')
  assert.match(page.headers['content-security-policy'] as string, /default-src 'none'.*frame-ancestors 'none'/)
  const reply = await org.api.get('/me')
  assert.deepEqual([reply.headers['cache-control'], reply.headers['x-content-type-options']], ['no-store', 'nosniff'])
})
