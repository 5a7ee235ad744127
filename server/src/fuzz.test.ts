import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Route } from './platform/http/route.ts'
import { testApp } from './testing/app.ts'
import type { Client } from './testing/client.ts'
import { assertOwnAnswer, bodiesFor, fuzzRuns, hostileSegment } from './testing/fuzzing.ts'

/** Every route, whatever is sent to it: a documented status, a problem body for a refusal, and never an error of ours. */

const server = await testApp()
const org = await server.org()
const owner = await server.member(org, 'owner')
const { body: agent } = await org.api.post(`${org.path}/agents`, { name: 'Target' })
const { body: link } = await org.api.post(`${org.path}/agents/${agent.id}/emulator-links`, {})

const segment = fc.oneof(fc.constantFrom(org.id, agent.id, owner.userId, 'nothing'), hostileSegment)

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
          assertOwnAnswer(reply, url)
        },
      ),
      { numRuns: fuzzRuns },
    )
    assert.equal(Object.keys(Object.prototype).length, 0)
  })
}
