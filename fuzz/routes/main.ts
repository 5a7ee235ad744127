import { monitorEventLoopDelay } from 'node:perf_hooks'
import { openDatabase } from '../../server/src/platform/db/database.ts'
import { maskSecrets } from '../../server/src/testing/mask-secrets.ts'
import { withMigratedDatabase } from '../../server/src/testing/scratch-database.ts'
import { addToCorpus } from './corpus.ts'
import { startFuzzServer } from './fuzz-server.ts'
import { createFuzzTenant } from './fuzz-tenant.ts'
import { fuzzHeavyBodies, type StalledRequest } from './heavy-bodies.ts'
import { operationNameOf } from './openapi.ts'
import { createRequestTarget, type FuzzCounts, type FuzzFinding, fuzzRoutes } from './run.ts'
import { listUndocumentedOperations } from './undocumented-operations.ts'

type RouteFuzzOptions = { requests: number; seed: number; only: string }

export async function fuzzAllRoutes({ requests, seed, only }: RouteFuzzOptions): Promise<boolean> {
  let failed = false
  await withMigratedDatabase(async (url) => {
    const database = openDatabase(url, { connections: 8 })
    const parley = await startFuzzServer(database)
    const other = await createFuzzTenant(parley)
    const allOperations = [
      ...parley.operations,
      ...(await listUndocumentedOperations(parley.hosts.api, other.tokens.key)),
    ]
    const operations = allOperations.filter((operation) => operationNameOf(operation).includes(only))
    console.log(`${requests} requests to ${operations.length} routes, seed ${seed}`)
    const startedAt = performance.now()
    const { findings, counts } = await fuzzRoutes(parley, {
      ...{ seed, requests, operations, requestsPerTenant: 3_000, timeoutSeconds: 15 },
      other,
      onTenant: printProgress,
      onFound: (finding) => console.log(describeFinding(finding)),
    })
    console.log(`${counts.requests} requests in ${Math.round((performance.now() - startedAt) / 1000)} s`)
    const neverSucceeded = operations.map(operationNameOf).filter((name) => !counts.succeeded.has(name))
    console.log(
      `${operations.length - neverSucceeded.length} routes answered with success; never: ${neverSucceeded.join(', ')}`,
    )
    addToCorpus(findings.map(({ fault, request }) => ({ fault: fault.kind, request })))
    const target = createRequestTarget(parley, { own: await createFuzzTenant(parley), other, timeoutSeconds: 60 })
    const heavy = await fuzzHeavyBodies({
      target,
      operations,
      seed,
      onStall: (stall) => console.log(describeStall(stall)),
    })
    console.log(`${heavy.requests} heavy requests, ${heavy.stalls.length} stalls`)
    failed = findings.length + heavy.stalls.length > 0
    await parley.close()
    await database.close()
  })
  return failed
}

const eventLoopDelay = monitorEventLoopDelay()
eventLoopDelay.enable()

function printProgress({ requests, statuses, slowest }: FuzzCounts): void {
  const counts = [...statuses]
    .sort(([first], [second]) => first - second)
    .map(([status, count]) => `${status}: ${count}`)
  const memory = `${Math.round(process.memoryUsage().rss / 2 ** 20)} MB`
  const longestStall = `longest stall ${Math.round(eventLoopDelay.max / 1e6)} ms`
  eventLoopDelay.reset()
  console.log(
    `${requests}  ${counts.join('  ')}  slowest ${Math.round(slowest.milliseconds)} ms (${slowest.route})  ${longestStall}  ${memory}`,
  )
}

const describeStall = ({ route, method, milliseconds, references }: StalledRequest): string =>
  `\nstall: ${route} took ${milliseconds} ms of processor time in one event-loop turn, ${references.toFixed(1)} references, for ${method}`

function describeFinding({ fault, request, seed, status, loggedError }: FuzzFinding): string {
  const { route, ...rest } = request
  const lines = [
    `\n${fault.kind}: ${fault.message}`,
    `  ${route} → ${status}, seed ${seed}`,
    `  ${JSON.stringify({ ...rest, query: rest.query.slice(0, 5) }).slice(0, 1_500)}`,
  ]
  return maskSecrets([...lines, ...(loggedError ? [`  ${loggedError.slice(0, 1_500)}`] : [])].join('\n'))
}
