import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { z } from 'zod'
import type { Route } from './platform/http/route.ts'
import { testApp } from './testing/app.ts'
import type { Client } from './testing/client.ts'
import { masked } from './testing/masked.ts'

/** Every route, whatever is sent to it: a documented status, a problem body for a refusal, and never an error of ours. */

const server = await testApp()
const org = await server.org()
const owner = await server.member(org, 'owner')
const { body: agent } = await org.api.post(`${org.path}/agents`, { name: 'Target' })
const { body: link } = await org.api.post(`${org.path}/agents/${agent.id}/emulator-links`, {})
const runs = Number(process.env.FUZZ_RUNS ?? 40)

const hostile = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\u202e',
  '😀'.repeat(50),
  'x'.repeat(5000),
  '__proto__',
  'constructor',
  'toString',
  "' or 1=1 --",
  `\${7*7}`,
  '{{7*7}}',
  '../../etc/passwd',
  '%00',
  '\r\nx: y',
  '<script>',
  '=cmd()',
  '2030-01-01T00:00:00Z',
  '-1',
  'null',
]
const scalar = fc.oneof(
  fc.constantFrom(...hostile),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.double(),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
)
const anyValue = fc.oneof(
  { weight: 4, arbitrary: scalar },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.array(scalar, { maxLength: 4 }) },
)

/** Bodies near the mark: the fields the route knows, with the values of its example or with anything at all. */
function bodiesFor(route: Route): fc.Arbitrary<unknown> {
  if (!route.body) return fc.oneof(fc.constant(undefined), anyValue)
  const { properties = {} } = z.toJSONSchema(route.body, { io: 'input', unrepresentable: 'any' }) as {
    properties?: object
  }
  const [example = {}] = ((route.body.meta() as { examples?: object[] } | undefined)?.examples ?? []) as object[]
  const known = [...new Set([...Object.keys(properties), ...Object.keys(example)])]
  const key = fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...known, 'extra') },
    { weight: 1, arbitrary: fc.constantFrom(...hostile) },
  )
  const changes = fc.dictionary(key, anyValue, { maxKeys: 4 })
  return fc.oneof(
    { weight: 5, arbitrary: changes.map((change) => ({ ...example, ...change })) },
    { weight: 1, arbitrary: anyValue },
  )
}

const segment = fc.oneof(
  fc.constantFrom(org.id, agent.id, owner.userId, 'nothing'),
  fc.constantFrom(...hostile).map((text) => encodeURIComponent(text.toWellFormed())),
)

function pathsFor(route: Route): fc.Arbitrary<string> {
  const count = route.path.split(':').length
  return fc
    .tuple(
      fc.array(segment, { minLength: count, maxLength: count }),
      fc.boolean(),
      fc.constantFrom('', '?limit=2', '?limit=%00', '?pageToken=x', '?x=1&x=2'),
    )
    .map(([segments, real, query]) => {
      let at = 0
      const path = route.path.replace(/(?<=\/):(\w+)/g, (_, name) => {
        if (name === 'org' && route.access.door === 'org' && real) return org.id
        if (name === 'agent' && real) return agent.id
        return segments[at++] || 'x'
      })
      return path + query
    })
}

function callersFor(route: Route): Client[] {
  if (route.access.door === 'system') return [server.system]
  return route.access.door === 'emulator' ? [server.anyone.as(link.token)] : [org.api, owner]
}

for (const route of server.routes) {
  // What would end the very things that the other calls need is aimed at nothing.
  const spares = route.method === 'DELETE' && /:(org|agent|userId)$/.test(route.path)
  test(`${route.method} ${route.path} never fails on its own account`, async () => {
    await fc.assert(
      fc.asyncProperty(
        pathsFor(route),
        bodiesFor(route),
        fc.constantFrom(...callersFor(route)),
        async (path, body, caller) => {
          const url = spares
            ? path.replaceAll(org.id, 'ghost').replaceAll(agent.id, 'ghost').replaceAll(owner.userId, 'ghost')
            : path
          const reply = await caller.call(route.method, url, body)
          assert.ok(reply.status < 500, `${reply.status} for ${url}: ${masked(reply.text)}`)
          // A page for a browser says in words what a problem body says to a program.
          if (reply.status >= 400 && !reply.headers['content-type']?.startsWith('text/html'))
            assert.ok(reply.body.code && reply.body.title && reply.headers['x-request-id'], masked(reply.text))
        },
      ),
      { numRuns: runs },
    )
    assert.equal(Object.keys(Object.prototype).length, 0)
  })
}
