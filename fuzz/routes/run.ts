import { createSeededRandomSource, type Random } from '../random.ts'
import { type FuzzServer, readConstraintNames } from './fuzz-server.ts'
import { createFuzzTenant, type FuzzTenant } from './fuzz-tenant.ts'
import { type Operation, operationNameOf } from './openapi.ts'
import { type FuzzRequest, generateRequest } from './request.ts'
import { createResponseCheck, type ResponseCheck, type ResponseFault } from './response-check.ts'
import { type FuzzReply, type RequestTarget, sendTo } from './send.ts'
import { shrinkRequest } from './shrink.ts'

/** A request that got a wrong response, shrunk as far as possible. */
export type FuzzFinding = { fault: ResponseFault; request: FuzzRequest; seed: number; status?: number; logged?: string }
export type FuzzCounts = {
  requests: number
  statuses: Map<number, number>
  succeeded: Set<string>
  slowest: { route: string; milliseconds: number }
}
export type FuzzResult = { found: FuzzFinding[]; tally: FuzzCounts }

export type FuzzRunOptions = {
  seed: number
  requests: number
  /** Requests before the tenant is replaced. */
  requestsPerTenant: number
  operations: readonly Operation[]
  /** The owner of foreign ids. */
  other: FuzzTenant
  patienceSeconds: number
  /** Called after each tenant, and when a fault is first found. */
  onTenant?: (counts: FuzzCounts) => void
  onFound?: (found: FuzzFinding) => void
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
  const found = new Map<string, FuzzFinding>()
  for (let stageSeed = run.seed; counts.requests < run.requests; stageSeed++) {
    const target = requestTargetOf(parley, { ...run, own: await createFuzzTenant(parley) })
    const count = Math.min(run.requestsPerTenant, run.requests - counts.requests)
    for await (const one of onStage(parley, {
      target,
      judge: checkResponse,
      tally: counts,
      ...run,
      seed: stageSeed,
      requests: count,
    })) {
      const key = `${one.request.route} ${one.fault.kind}`
      if (found.has(key)) continue
      found.set(key, await smallest(parley, one, { target, judge: checkResponse, operations: run.operations }))
      run.onFound?.(found.get(key) as FuzzFinding)
    }
    run.onTenant?.(counts)
  }
  return { found: [...found.values()], tally: counts }
}

type Stages = { own: FuzzTenant; other: FuzzTenant; patienceSeconds: number }

export function requestTargetOf(
  { hosts, systemKey }: FuzzServer,
  { own, other, patienceSeconds }: Stages,
): RequestTarget {
  return {
    hosts,
    patienceSeconds,
    pools: { own: own.pool, other: other.pool },
    tokens: { ...own.tokens, other: other.tokens.key, system: systemKey },
  }
}

type Judged = { target: RequestTarget; judge: ResponseCheck }

async function* onStage(
  parley: FuzzServer,
  run: FuzzRunOptions & Judged & { tally: FuzzCounts },
): AsyncGenerator<FuzzFinding> {
  const { target, judge: checkResponse, tally: counts, operations, seed } = run
  const random = createSeededRandomSource(seed)
  for (const operation of inOrder(operations, run.requests, random)) {
    const request = generateRequest(operation, target.pools.own, random)
    // A machine can stall for seconds: a request without a response is sent again.
    const reply = (await sendTo(target, operation, request)) ?? (await sendTo(target, operation, request))
    note(counts, operation, reply)
    const errors = parley.errors()
    const fault = checkResponse(operation, reply) ?? loggedFault(errors)
    if (fault) yield { fault, request, seed, status: reply?.status, logged: errors[0] }
  }
}

/** Errors of background work, which no response reports. */
const loggedFault = ([first]: string[]): ResponseFault | undefined =>
  first ? { kind: 'logged', message: 'an error was logged' } : undefined

/** Returns the operations in equal numbers; deletes come last, so that data remains until then. */
function inOrder(operations: readonly Operation[], count: number, random: Random): Operation[] {
  const order = shuffled(operations, random)
  const often = Array.from({ length: count }, (_, at) => order[at % order.length] as Operation)
  return [...often.filter(({ method }) => method !== 'DELETE'), ...often.filter(({ method }) => method === 'DELETE')]
}

function shuffled<T>(list: readonly T[], random: Random): T[] {
  return list
    .map((each) => [random.next(), each] as const)
    .sort(([one], [two]) => one - two)
    .map(([, each]) => each)
}

function note(counts: FuzzCounts, operation: Operation, reply: FuzzReply | undefined): void {
  counts.requests += 1
  const status = reply?.status ?? 0
  counts.statuses.set(status, (counts.statuses.get(status) ?? 0) + 1)
  const route = operationNameOf(operation)
  if (status >= 200 && status < 300) counts.succeeded.add(route)
  if (reply && reply.milliseconds > counts.slowest.milliseconds)
    counts.slowest = { route, milliseconds: reply.milliseconds }
}

async function smallest(
  parley: FuzzServer,
  found: FuzzFinding,
  { target, judge: checkResponse, operations }: Judged & Pick<FuzzRunOptions, 'operations'>,
): Promise<FuzzFinding> {
  const { kind } = found.fault
  // Not shrunk: a hang costs ten seconds per attempt, and a worker's error has no request.
  if (kind === 'hang' || kind === 'logged') return found
  const operation = operations.find((one) => operationNameOf(one) === found.request.route) as Operation
  const fails = async (request: FuzzRequest) =>
    checkResponse(operation, await sendTo(target, operation, request))?.kind === kind
  const request = await shrinkRequest(found.request, fails)
  parley.errors()
  return { ...found, request }
}
