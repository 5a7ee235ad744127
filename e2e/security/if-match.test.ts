import assert from 'node:assert/strict'
import { test } from 'node:test'
import { supportsIfMatch } from '../../server/src/platform/http/openapi.ts'
import type { Route } from '../../server/src/platform/http/route.ts'
import type { TestReply } from '../../server/src/testing/client.ts'
import { createGatewayBench } from '../../server/src/testing/gateway-bench.ts'
import { buildPath, findExampleBody } from './paths.ts'
import { createTenant } from './tenant.ts'

/**
 * Every write that accepts `If-Match` compares it under a lock: in tests the pipeline fails a comparison in a
 * transaction without one. New routes are covered automatically.
 */

const bench = await createGatewayBench()
const { server } = bench
const org = await server.org()
const tenant = await createTenant(bench, org, 'own')

const guarded = server.routes.filter((route) => route.access.kind === 'org' && supportsIfMatch(route, server.routes))

/** A missing resource has no ETag to compare: 404 comes first. */
const absentPaths = new Set(['/calendar', '/tool-bindings/:toolId', '/_enable', '/_disable'])
/** An API key must name a member first; the test of the weekly mail compares its ETags. */
const memberPaths = new Set(['/settings/weekly-mail'])

function callWithExample(route: Route, headers: Record<string, string>): Promise<TestReply> {
  const { method, bodyFormat } = route
  const path = buildPath(route, tenant)
  const [file] = Object.entries(bodyFormat?.spools ? (bodyFormat.types ?? {}) : {})
  if (!file) return org.api.call(method, path, findExampleBody(route), headers)
  const [type, schema] = file
  return org.api.raw(method, path, String(schema.meta()?.examples), { 'content-type': type, ...headers })
}

test('a write with an outdated If-Match is refused, and the comparison happens under a lock', async () => {
  const failures: string[] = []
  for (const route of guarded) {
    const { status, text } = await callWithExample(route, { 'if-match': '"another"' })
    const isAbsent = status === 404 && [...absentPaths].some((end) => route.path.endsWith(end))
    const lacksMember = status === 422 && [...memberPaths].some((end) => route.path.endsWith(end))
    if (status !== 412 && !isAbsent && !lacksMember)
      failures.push(`${route.method} ${route.path}: ${status} ${text.slice(0, 200)}`)
  }
  assert.deepEqual(failures, [])
  assert.ok(guarded.length > 60, `${guarded.length} were tried`)
})

const callGateway = async (method: 'GET' | 'PUT' | 'PATCH' | 'DELETE', url: string, body?: object, etag?: string) => {
  const headers = { authorization: `Bearer ${tenant.token}`, ...(etag && { 'if-match': etag }) }
  const { statusCode, headers: responseHeaders } = await bench.app.inject({
    method,
    url,
    headers,
    ...(body && { payload: body }),
  })
  return { status: statusCode, etag: String(responseHeaders.etag) }
}

const gatewayResources: [url: string, method: 'PUT' | 'PATCH', bodyOf: (at: number) => object][] = [
  ['/v4/webhook', 'PATCH', (at) => ({ webhookUrl: `https://agent.example.com/${at}` })],
  ['/lab/v1/handsets/rcs/%2B12025550188', 'PUT', (at) => ({ latencyMs: at + 1 })],
]
for (const [url, method, buildBody] of gatewayResources) {
  test(`exactly one of several concurrent writes to ${url} with the same If-Match succeeds`, async () => {
    for (let round = 0; round < 3; round++) {
      const { etag } = await callGateway('GET', url)
      const positions = [1, 2, 3, 4, 5].map((at) => 10 * round + at)
      const replies = await Promise.all(positions.map((at) => callGateway(method, url, buildBody(at), etag)))
      const statuses = replies.map(({ status }) => status).toSorted((first, second) => first - second)
      assert.deepEqual(statuses, [200, 412, 412, 412, 412])
    }
  })
}

test('a webhook of an agent is deleted only with its own ETag', async () => {
  assert.equal((await callGateway('DELETE', '/v4/webhook', undefined, '"another"')).status, 412)
  const { etag } = await callGateway('GET', '/v4/webhook')
  assert.equal((await callGateway('DELETE', '/v4/webhook', undefined, etag)).status, 200)
})
