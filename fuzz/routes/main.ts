import { monitorEventLoopDelay } from 'node:perf_hooks'
import { openDatabase } from '../../server/src/platform/db/database.ts'
import { maskSecrets } from '../../server/src/testing/mask-secrets.ts'
import { withMigratedDatabase } from '../../server/src/testing/scratch-database.ts'
import { addToCorpus } from './corpus.ts'
import { startFuzzServer } from './fuzz-server.ts'
import { createFuzzTenant } from './fuzz-tenant.ts'
import { fuzzHeavyBodies, type StalledRequest } from './heavy-bodies.ts'
import { operationNameOf } from './openapi.ts'
import { type FuzzCounts, type FuzzFinding, fuzzRoutes, requestTargetOf } from './run.ts'
import { listUndocumentedOperations } from './undocumented-operations.ts'

type Asked = { requests: number; seed: number; only: string }

export async function fuzzAllRoutes({ requests, seed, only }: Asked): Promise<boolean> {
  let failed = false
  await withMigratedDatabase(async (url) => {
    const database = openDatabase(url, { connections: 8 })
    const parley = await startFuzzServer(database)
    const other = await createFuzzTenant(parley)
    const every = [...parley.operations, ...(await listUndocumentedOperations(parley.hosts.api, other.tokens.key))]
    const operations = every.filter((operation) => operationNameOf(operation).includes(only))
    console.log(`${requests} requests to ${operations.length} routes, seed ${seed}`)
    const started = performance.now()
    const { found, tally: counts } = await fuzzRoutes(parley, {
      ...{ seed, requests, operations, requestsPerTenant: 3_000, patienceSeconds: 15 },
      other,
      onTenant: report,
      onFound: (one) => console.log(described(one)),
    })
    console.log(`${counts.requests} requests in ${Math.round((performance.now() - started) / 1000)} s`)
    const never = operations.map(operationNameOf).filter((name) => !counts.succeeded.has(name))
    console.log(`${operations.length - never.length} routes answered with success; never: ${never.join(', ')}`)
    addToCorpus(found.map(({ fault, request }) => ({ was: fault.kind, request })))
    const target = requestTargetOf(parley, { own: await createFuzzTenant(parley), other, patienceSeconds: 60 })
    const heavy = await fuzzHeavyBodies({
      target,
      operations,
      seed,
      onStall: (one) => console.log(describedStall(one)),
    })
    console.log(`${heavy.requests} heavy requests, ${heavy.stalls.length} stalls`)
    failed = found.length + heavy.stalls.length > 0
    await parley.close()
    await database.close()
  })
  return failed
}

const delays = monitorEventLoopDelay()
delays.enable()

function report({ requests, statuses, slowest }: FuzzCounts): void {
  const counts = [...statuses].sort(([one], [two]) => one - two).map(([status, count]) => `${status}: ${count}`)
  const memory = `${Math.round(process.memoryUsage().rss / 2 ** 20)} MB`
  const stood = `longest stall ${Math.round(delays.max / 1e6)} ms`
  delays.reset()
  console.log(
    `${requests}  ${counts.join('  ')}  slowest ${Math.round(slowest.milliseconds)} ms (${slowest.route})  ${stood}  ${memory}`,
  )
}

const describedStall = ({ route, way, milliseconds, references }: StalledRequest): string =>
  `\nstall: ${route} took ${milliseconds} ms of processor time in one event-loop turn, ${references.toFixed(1)} references, for ${way}`

function described({ fault, request, seed, status, logged }: FuzzFinding): string {
  const { route, ...rest } = request
  const lines = [
    `\n${fault.kind}: ${fault.message}`,
    `  ${route} → ${status}, seed ${seed}`,
    `  ${JSON.stringify({ ...rest, query: rest.query.slice(0, 5) }).slice(0, 1_500)}`,
  ]
  return maskSecrets([...lines, ...(logged ? [`  ${logged.slice(0, 1_500)}`] : [])].join('\n'))
}
