import { createSeededRandomSource, type Random } from '../random.ts'
import { type FuzzServer, readConstraintNames } from './fuzz-server.ts'
import { createFuzzTenant, type FuzzTenant } from './fuzz-tenant.ts'
import { type Operation, operationNameOf } from './openapi.ts'
import { type FuzzRequest, generateRequest } from './request.ts'
import { createResponseCheck, type ResponseCheck, type ResponseFault } from './response-check.ts'
import { type FuzzReply, type RequestTarget, sendRequest } from './send.ts'
import { shrinkRequest } from './shrink.ts'

/** A request that got a wrong response, shrunk as far as possible. */
export type FuzzFinding = {
  fault: ResponseFault
  request: FuzzRequest
  seed: number
  status?: number
  loggedError?: string
}
export type FuzzCounts = {
  requests: number
  statuses: Map<number, number>
  succeeded: Set<string>
  slowest: { route: string; milliseconds: number }
}
export type FuzzResult = { findings: FuzzFinding[]; counts: FuzzCounts }

export type FuzzRunOptions = {
  seed: number
  requests: number
  /** Requests before the tenant is replaced. */
  requestsPerTenant: number
  operations: readonly Operation[]
  /** The owner of foreign ids. */
  other: FuzzTenant
  timeoutSeconds: number
  /** Called after each tenant, and when a fault is first found. */
  onTenant?: (counts: FuzzCounts) => void
  onFound?: (finding: FuzzFinding) => void
}

/** Sends the given number of requests, spread evenly over the operations, and checks each response. */
export async function fuzzRoutes(parley: FuzzServer, run: FuzzRunOptions): Promise<FuzzResult> {
  const checkResponse = createResponseCheck(await readConstraintNames(parley.database))
  const counts: FuzzCounts = {
    requests: 0,
    statuses: new Map(),
    succeeded: new Set(),
    slowest: { route: '', milliseconds: 0 },
  }
  const findings = new Map<string, FuzzFinding>()
  for (let tenantSeed = run.seed; counts.requests < run.requests; tenantSeed++) {
    const target = createRequestTarget(parley, { ...run, own: await createFuzzTenant(parley) })
    const count = Math.min(run.requestsPerTenant, run.requests - counts.requests)
    for await (const finding of fuzzTenant(parley, {
      target,
      checkResponse,
      counts,
      ...run,
      seed: tenantSeed,
      requests: count,
    })) {
      const key = `${finding.request.route} ${finding.fault.kind}`
      if (findings.has(key)) continue
      findings.set(key, await shrinkFinding(parley, finding, { target, checkResponse, operations: run.operations }))
      run.onFound?.(findings.get(key) as FuzzFinding)
    }
    run.onTenant?.(counts)
  }
  return { findings: [...findings.values()], counts }
}

type TargetTenants = { own: FuzzTenant; other: FuzzTenant; timeoutSeconds: number }

export function createRequestTarget(
  { hosts, systemKey }: FuzzServer,
  { own, other, timeoutSeconds }: TargetTenants,
): RequestTarget {
  return {
    hosts,
    timeoutSeconds,
    pools: { own: own.pool, other: other.pool },
    tokens: { ...own.tokens, other: other.tokens.key, system: systemKey },
  }
}

type CheckedTarget = { target: RequestTarget; checkResponse: ResponseCheck }

async function* fuzzTenant(
  parley: FuzzServer,
  run: FuzzRunOptions & CheckedTarget & { counts: FuzzCounts },
): AsyncGenerator<FuzzFinding> {
  const { target, checkResponse, counts, operations, seed } = run
  const random = createSeededRandomSource(seed)
  for (const operation of orderOperations(operations, run.requests, random)) {
    const request = generateRequest(operation, target.pools.own, random)
    // A machine can stall for seconds: a request without a response is sent again.
    const reply = (await sendRequest(target, operation, request)) ?? (await sendRequest(target, operation, request))
    countReply(counts, operation, reply)
    const errors = parley.takeErrors()
    const fault = checkResponse(operation, reply) ?? findLoggedFault(errors)
    if (fault) yield { fault, request, seed, status: reply?.status, loggedError: errors[0] }
  }
}

/** Errors of background work, which no response reports. */
const findLoggedFault = ([first]: string[]): ResponseFault | undefined =>
  first ? { kind: 'logged', message: 'an error was logged' } : undefined

/** Returns the operations in equal numbers; deletes come last, so that data remains until then. */
function orderOperations(operations: readonly Operation[], count: number, random: Random): Operation[] {
  const order = shuffle(operations, random)
  const repeated = Array.from({ length: count }, (_, index) => order[index % order.length] as Operation)
  return [
    ...repeated.filter(({ method }) => method !== 'DELETE'),
    ...repeated.filter(({ method }) => method === 'DELETE'),
  ]
}

function shuffle<T>(items: readonly T[], random: Random): T[] {
  return items
    .map((item) => [random.next(), item] as const)
    .sort(([first], [second]) => first - second)
    .map(([, item]) => item)
}

function countReply(counts: FuzzCounts, operation: Operation, reply: FuzzReply | undefined): void {
  counts.requests += 1
  const status = reply?.status ?? 0
  counts.statuses.set(status, (counts.statuses.get(status) ?? 0) + 1)
  const route = operationNameOf(operation)
  if (status >= 200 && status < 300) counts.succeeded.add(route)
  if (reply && reply.milliseconds > counts.slowest.milliseconds)
    counts.slowest = { route, milliseconds: reply.milliseconds }
}

async function shrinkFinding(
  parley: FuzzServer,
  finding: FuzzFinding,
  { target, checkResponse, operations }: CheckedTarget & Pick<FuzzRunOptions, 'operations'>,
): Promise<FuzzFinding> {
  const { kind } = finding.fault
  // Not shrunk: a hang costs ten seconds per attempt, and a worker's error has no request.
  if (kind === 'hang' || kind === 'logged') return finding
  const operation = operations.find((candidate) => operationNameOf(candidate) === finding.request.route) as Operation
  const fails = async (request: FuzzRequest) =>
    checkResponse(operation, await sendRequest(target, operation, request))?.kind === kind
  const request = await shrinkRequest(finding.request, fails)
  parley.takeErrors()
  return { ...finding, request }
}
