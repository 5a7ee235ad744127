import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Route } from '../../server/src/platform/http/route.ts'
import { assertStatus, type TestReply } from '../../server/src/testing/client.ts'
import { createGatewayBench } from '../../server/src/testing/gateway-bench.ts'
import { listIdReferences } from './id-references.ts'
import { buildPath, findExampleBody, publicIds, resolvePathId } from './paths.ts'
import { createTenant, type Tenant } from './tenant.ts'
import { snapshotTenant } from './tenant-snapshot.ts'

/**
 * Every id in every position, of another agent of the organization and of another organization: the response equals
 * that for an id that never existed, and none of their data changes. New routes are covered automatically.
 */

const bench = await createGatewayBench()
const { server } = bench
const org = await server.org()
const tenant = await createTenant(bench, org, 'own')
const neighbour = await createTenant(bench, org, 'neighbour')
const foreignTenant = await createTenant(bench, await server.org(), 'stranger')

const readCanaries = () =>
  Promise.all([
    snapshotTenant(server.database, { agentId: neighbour.agent }),
    snapshotTenant(server.database, { agentId: foreignTenant.agent, orgId: foreignTenant.org.id }),
  ])
let canaries: Awaited<ReturnType<typeof readCanaries>>
before(async () => {
  canaries = await readCanaries()
})

/** Reads first; requests that create something under the given id last. */
const methodOrder = ['GET', 'DELETE', 'PATCH', 'POST', 'PUT']
const routes = server.routes
  .filter(({ access }) => access.kind === 'org')
  .toSorted((first, second) => methodOrder.indexOf(first.method) - methodOrder.indexOf(second.method))

const listPathParameters = ({ path }: Route): string[] =>
  [...path.matchAll(/(?<=\/):(\w+)/g)].map(([, name]) => name as string).filter((name) => !publicIds.has(name))

const readShape = (query: NonNullable<Route['query']>): object => ('shape' in query ? (query.shape as object) : {})

/** The response without the id that it repeats. */
function normalizeReply({ status, text }: TestReply, ...ids: string[]): string {
  const normalized = text.replace(/"requestId":"[^"]*"/, '').replace(/"(createdAt|updatedAt)":"[^"]*"/g, '')
  return `${status} ${ids.reduce((text, id) => text.replaceAll(id, '<id>'), normalized)}`
}

/** `foreignIds` replaces the parameters it names; the call to compare with uses an id that never existed. */
type IdSwap = { route: Route; owner: string; foreignIds: Record<string, string>; comparedParameters: string[] }

function listSwaps(route: Route): IdSwap[] {
  const parameters = listPathParameters(route)
  const innerParameters = parameters.filter((parameter) => parameter !== 'org' && parameter !== 'agent')
  const scopeParameters = parameters.filter((parameter) => parameter === 'org' || parameter === 'agent')
  const createSwap = (
    tenantOfIds: Tenant,
    swappedParameters: string[],
    comparedParameters = swappedParameters,
  ): IdSwap => ({
    route,
    comparedParameters,
    owner: `${swappedParameters} of the ${tenantOfIds.name}`,
    foreignIds: Object.fromEntries(
      swappedParameters.map((parameter) => [parameter, resolvePathId(route, parameter, tenantOfIds)]),
    ),
  })
  const swappedGroups = [
    ...innerParameters.map((parameter) => [parameter]),
    ...(innerParameters.length > 1 ? [innerParameters] : []),
  ]
  const foreignSwaps = [...swappedGroups, ...scopeParameters.map((parameter) => [parameter])].map((swappedParameters) =>
    createSwap(foreignTenant, swappedParameters),
  )
  // Organization resources belong to the neighboring agent as well.
  if (!parameters.includes('agent')) return foreignSwaps
  // The agent's own resource under the neighbor; skipped for routes that create a resource under any id.
  const neighbourSwaps =
    innerParameters.length > 0 && !createsOnPut(route) ? [createSwap(neighbour, ['agent'], innerParameters)] : []
  return [
    ...foreignSwaps,
    ...swappedGroups.map((swappedParameters) => createSwap(neighbour, swappedParameters)),
    ...neighbourSwaps,
  ]
}

const createsOnPut = ({ method, path }: Route) => method === 'PUT' && path.endsWith('/integrations/:id')

let unknownCount = 0
const createUnknownId = () => `nothing-like-it-${++unknownCount}`

/**
 * Returns undefined if the response to the foreign id equals that to an id that never existed, otherwise the
 * difference.
 */
async function findDifference({ route, owner, foreignIds, comparedParameters }: IdSwap): Promise<string | undefined> {
  const body = findExampleBody(route)
  const otherParameters = Object.entries(foreignIds).filter(([parameter]) => !comparedParameters.includes(parameter))
  const unknownIds = comparedParameters.map((parameter) => [parameter, createUnknownId()] as const)
  const expectedReply = await org.api.call(
    route.method,
    buildPath(route, tenant, Object.fromEntries([...otherParameters, ...unknownIds])),
    body,
  )
  const expected = normalizeReply(expectedReply, ...unknownIds.map(([, id]) => id))
  const usedIds = comparedParameters.map(
    (parameter) => foreignIds[parameter] ?? resolvePathId(route, parameter, tenant),
  )
  const actualReply = normalizeReply(
    await org.api.call(route.method, buildPath(route, tenant, foreignIds), body),
    ...usedIds,
  )
  return actualReply === expected
    ? undefined
    : `${route.method} ${route.path}, ${owner}: ${actualReply} and not ${expected}`
}

test('an id of another tenant in a body or a query gets the same answer as an id that never existed', async () => {
  const failures: string[] = []
  let checkedCount = 0
  for (const { method, path, body, kind } of listIdReferences(tenant.ids)) {
    const callWithId = (id: string) => org.api.call(method, tenant.path + path(id), body?.(id))
    const unknownId = createUnknownId()
    const expected = normalizeReply(await callWithId(unknownId), unknownId)
    // Connections and models belong to the org, so the neighbour's are the tenant's too.
    const isOfOrg = kind === 'connectionId' || kind === 'modelId'
    for (const second of isOfOrg ? [foreignTenant] : [neighbour, foreignTenant]) {
      const id = second.ids[kind] ?? assert.fail(kind)
      const actualReply = normalizeReply(await callWithId(id), id)
      if (actualReply !== expected)
        failures.push(`${method} ${path(':id')}, ${kind} of the ${second.name}: ${actualReply} and not ${expected}`)
      checkedCount++
    }
  }
  assert.deepEqual(failures, [])
  assert.ok(checkedCount > 60, `${checkedCount} were tried`)
})

test('an id of another tenant in a path gets the same answer as an id that never existed', async () => {
  const swaps = routes.flatMap(listSwaps)
  const failures: string[] = []
  for (const createSwap of swaps)
    failures.push(...[await findDifference(createSwap)].filter((first) => first !== undefined))
  assert.deepEqual(failures, [])
  assert.ok(swaps.length > 400, `${swaps.length} swaps were tried`)
})

const lists = routes.filter(({ method, query }) => method === 'GET' && query && 'pageToken' in readShape(query))

test('a page token of another tenant continues only the caller’s own list', async () => {
  const swappedGroups = [neighbour, foreignTenant].flatMap(({ ids }) => Object.values(ids))
  const cursors = [neighbour, foreignTenant].map(({ ids }) =>
    JSON.stringify(['9999-12-31T23:59:59.999Z', ids.personId]),
  )
  for (const route of lists) {
    const at = buildPath(route, tenant)
    const ownReply = (await org.api.get(at)).text
    for (const cursor of cursors) {
      const token = Buffer.from(cursor).toString('base64url')
      const { status, text } = await org.api.get(`${at}?pageToken=${token}`)
      assert.ok(status === 200 || status === 422, `${status} of ${at}`)
      for (const first of swappedGroups)
        assert.ok(!text.includes(`"${first}"`) || ownReply.includes(`"${first}"`), `${first} in ${at}`)
    }
  }
  assert.ok(lists.length > 20, `${lists.length} lists were tried`)
})

test('a campaign for people of another org has no recipients', async () => {
  const audience = { personIds: [neighbour, foreignTenant].map(({ ids }) => ids.personId) }
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
  for (const [at, canary] of (await readCanaries()).entries()) {
    for (const [table, rows] of Object.entries(canary)) assert.deepEqual(rows, canaries[at]?.[table], table)
    assert.ok(Object.values(canary).flat().length > 100, 'they have one of everything')
  }
})
