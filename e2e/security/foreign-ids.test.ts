import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Route } from '../../server/src/platform/http/route.ts'
import { assertStatus, type TestReply } from '../../server/src/testing/client.ts'
import { gatewayBench } from '../../server/src/testing/gateway-bench.ts'
import { listIdReferences } from './id-references.ts'
import { exampleBodyOf, pathIdOf, pathTo, publicIds } from './paths.ts'
import { createTenant, type Tenant } from './tenant.ts'
import { snapshotTenant } from './tenant-snapshot.ts'

/**
 * Every id in every position, of another agent of the organization and of another organization: the response equals
 * that for an id that never existed, and none of their data changes. New routes are covered automatically.
 */

const bench = await gatewayBench()
const { server } = bench
const org = await server.org()
const tenant = await createTenant(bench, org, 'own')
const neighbour = await createTenant(bench, org, 'neighbour')
const stranger = await createTenant(bench, await server.org(), 'stranger')

const untouched = () =>
  Promise.all([
    snapshotTenant(server.database, { agentId: neighbour.agent }),
    snapshotTenant(server.database, { agentId: stranger.agent, orgId: stranger.org.id }),
  ])
let canaries: Awaited<ReturnType<typeof untouched>>
before(async () => {
  canaries = await untouched()
})

/** Reads first; requests that create something under the given id last. */
const turn = ['GET', 'DELETE', 'PATCH', 'POST', 'PUT']
const routes = server.routes
  .filter(({ access }) => access.kind === 'org')
  .toSorted((one, other) => turn.indexOf(one.method) - turn.indexOf(other.method))

const placesIn = ({ path }: Route): string[] =>
  [...path.matchAll(/(?<=\/):(\w+)/g)].map(([, name]) => name as string).filter((name) => !publicIds.has(name))

const shapeOf = (query: NonNullable<Route['query']>): object => ('shape' in query ? (query.shape as object) : {})

/** The response without the id that it repeats. */
function normalizeReply({ status, text }: TestReply, ...ids: string[]): string {
  const plain = text.replace(/"requestId":"[^"]*"/, '').replace(/"(createdAt|updatedAt)":"[^"]*"/g, '')
  return `${status} ${ids.reduce((left, id) => left.replaceAll(id, '<id>'), plain)}`
}

/** `foreign` replaces the parameters it names; the call to compare with uses an id that never existed. */
type Swap = { route: Route; whose: string; foreign: Record<string, string>; compared: string[] }

function swapsOf(route: Route): Swap[] {
  const places = placesIn(route)
  const inside = places.filter((place) => place !== 'org' && place !== 'agent')
  const around = places.filter((place) => place === 'org' || place === 'agent')
  const swap = (by: Tenant, which: string[], compared = which): Swap => ({
    route,
    compared,
    whose: `${which} of the ${by.name}`,
    foreign: Object.fromEntries(which.map((place) => [place, pathIdOf(route, place, by)])),
  })
  const theirs = [...inside.map((place) => [place]), ...(inside.length > 1 ? [inside] : [])]
  const ofStranger = [...theirs, ...around.map((place) => [place])].map((which) => swap(stranger, which))
  // Organization resources belong to the neighboring agent as well.
  if (!places.includes('agent')) return ofStranger
  // The agent's own resource under the neighbor; skipped for routes that create a resource under any id.
  const carried = inside.length > 0 && !makes(route) ? [swap(neighbour, ['agent'], inside)] : []
  return [...ofStranger, ...theirs.map((which) => swap(neighbour, which)), ...carried]
}

const makes = ({ method, path }: Route) => method === 'PUT' && path.endsWith('/integrations/:id')

let unknowns = 0
const newUnknown = () => `nothing-like-it-${++unknowns}`

/**
 * Returns undefined if the response to the foreign id equals that to an id that never existed, otherwise the
 * difference.
 */
async function difference({ route, whose, foreign, compared }: Swap): Promise<string | undefined> {
  const body = exampleBodyOf(route)
  const otherPlaces = Object.entries(foreign).filter(([place]) => !compared.includes(place))
  const nothing = compared.map((place) => [place, newUnknown()] as const)
  const blank = await org.api.call(
    route.method,
    pathTo(route, tenant, Object.fromEntries([...otherPlaces, ...nothing])),
    body,
  )
  const expected = normalizeReply(blank, ...nothing.map(([, id]) => id))
  const own = compared.map((place) => foreign[place] ?? pathIdOf(route, place, tenant))
  const got = normalizeReply(await org.api.call(route.method, pathTo(route, tenant, foreign), body), ...own)
  return got === expected ? undefined : `${route.method} ${route.path}, ${whose}: ${got} and not ${expected}`
}

test('an id of another tenant in a body or a query gets the same answer as an id that never existed', async () => {
  const wrong: string[] = []
  let tried = 0
  for (const { method, path, body, kind } of listIdReferences(tenant.ids)) {
    const ask = (id: string) => org.api.call(method, tenant.path + path(id), body?.(id))
    const unknown = newUnknown()
    const expected = normalizeReply(await ask(unknown), unknown)
    for (const other of kind === 'connectionId' ? [stranger] : [neighbour, stranger]) {
      const id = other.ids[kind] ?? assert.fail(kind)
      const got = normalizeReply(await ask(id), id)
      if (got !== expected)
        wrong.push(`${method} ${path(':id')}, ${kind} of the ${other.name}: ${got} and not ${expected}`)
      tried++
    }
  }
  assert.deepEqual(wrong, [])
  assert.ok(tried > 60, `${tried} were tried`)
})

test('an id of another tenant in a path gets the same answer as an id that never existed', async () => {
  const swaps = routes.flatMap(swapsOf)
  const wrong: string[] = []
  for (const swap of swaps) wrong.push(...[await difference(swap)].filter((one) => one !== undefined))
  assert.deepEqual(wrong, [])
  assert.ok(swaps.length > 400, `${swaps.length} swaps were tried`)
})

const lists = routes.filter(({ method, query }) => method === 'GET' && query && 'pageToken' in shapeOf(query))

test('a page token of another tenant continues only the caller’s own list', async () => {
  const theirs = [neighbour, stranger].flatMap(({ ids }) => Object.values(ids))
  const cursors = [neighbour, stranger].map(({ ids }) => JSON.stringify(['9999-12-31T23:59:59.999Z', ids.personId]))
  for (const route of lists) {
    const at = pathTo(route, tenant)
    const ownWhole = (await org.api.get(at)).text
    for (const cursor of cursors) {
      const token = Buffer.from(cursor).toString('base64url')
      const { status, text } = await org.api.get(`${at}?pageToken=${token}`)
      assert.ok(status === 200 || status === 422, `${status} of ${at}`)
      for (const one of theirs)
        assert.ok(!text.includes(`"${one}"`) || ownWhole.includes(`"${one}"`), `${one} in ${at}`)
    }
  }
  assert.ok(lists.length > 20, `${lists.length} lists were tried`)
})

test('a campaign for people of another org has no recipients', async () => {
  const audience = { personIds: [neighbour, stranger].map(({ ids }) => ids.personId) }
  const body = { name: 'Theirs', outreachId: tenant.ids.outreachId, audience }
  const { id } = assertStatus(await org.api.post(`${tenant.path}/campaigns`, body), 201)
  let isStaged = false
  const staging = org.api.post(`${tenant.path}/campaigns/${id}/stage`).finally(() => {
    isStaged = true
  })
  while (!isStaged) await bench.work()
  assertStatus(await staging, 200)
  const { counts } = assertStatus(await org.api.get(`${tenant.path}/campaigns/${id}`), 200)
  assert.equal(counts.sendable, 0)
  const { data } = assertStatus(await org.api.get(`${tenant.path}/campaigns/${id}/recipients`), 200)
  assert.ok(!data.some(({ state }: { state: string }) => state !== 'excluded'), JSON.stringify(data))
})

test('the data of the other tenant stay unchanged', async () => {
  await bench.work()
  for (const [at, found] of (await untouched()).entries()) {
    for (const [table, rows] of Object.entries(found)) assert.deepEqual(rows, canaries[at]?.[table], table)
    assert.ok(Object.values(found).flat().length > 100, 'they have one of everything')
  }
})
