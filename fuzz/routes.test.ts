// Quick run too: one round of fuzz.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { isCompleteRun } from '@parley/test-kit'
import { createTestDatabase } from '../server/src/testing/database.ts'
import { maskSecrets } from '../server/src/testing/mask-secrets.ts'
import { readCorpus } from './routes/corpus.ts'
import { readConstraintNames, startFuzzServer } from './routes/fuzz-server.ts'
import { createFuzzTenant } from './routes/fuzz-tenant.ts'
import { type Operation, operationNameOf } from './routes/openapi.ts'
import { createResponseCheck } from './routes/response-check.ts'
import { createRequestTarget, type FuzzFinding, fuzzRoutes } from './routes/run.ts'
import { sendRequest } from './routes/send.ts'
import { listUndocumentedOperations } from './routes/undocumented-operations.ts'

/** Calls per route, one in the quick run; `npm run fuzz` makes any number. */
const requestsPerRoute = isCompleteRun ? 10 : 1

const database = await createTestDatabase()
const parley = await startFuzzServer(database)
after(() => parley.close())
const other = await createFuzzTenant(parley)
const operations = [...parley.operations, ...(await listUndocumentedOperations(parley.hosts.api, other.tokens.key))]
/** Long, because a machine that stalls for seconds is not a bug. */
const timeoutSeconds = 60

const describeFinding = ({ fault, request, seed, loggedError = '' }: FuzzFinding): string =>
  maskSecrets(
    `${fault.kind}: ${fault.message}, seed ${seed}\n${JSON.stringify(request).slice(0, 2_000)}\n${loggedError.slice(0, 500)}`,
  )

test('every request that once got a wrong response now gets the right one', async () => {
  const checkResponse = createResponseCheck(await readConstraintNames(database))
  const target = createRequestTarget(parley, { own: other, other, timeoutSeconds })
  for (const { fault: earlierFault, request } of readCorpus()) {
    const operation = operations.find((candidate) => operationNameOf(candidate) === request.route) as Operation
    const fault = checkResponse(operation, await sendRequest(target, operation, request))
    assert.equal(fault, undefined, `${request.route}, which had the fault ${earlierFault}`)
  }
})

test('every route answers any input as its reference says and reveals no internals', async () => {
  const requests = requestsPerRoute * operations.length
  // Several tenants: a setting such as publishing by drafts only refuses most writes from then on.
  const requestsPerTenant = isCompleteRun ? Math.ceil(requests / 3) : requests
  const run = { seed: 1, requests, requestsPerTenant, operations, other, timeoutSeconds }
  const { findings, counts } = await fuzzRoutes(parley, run)
  // Workers may also log problems of the machine; `npm run fuzz` reports them.
  const faults = findings.filter(({ fault }) => fault.kind !== 'logged')
  assert.deepEqual(faults.map(describeFinding), [])
  // One call each is too few to judge the success rate.
  if (isCompleteRun)
    assert.ok(
      counts.succeeded.size > operations.length * 0.8,
      `${counts.succeeded.size} routes have answered with success`,
    )
})
