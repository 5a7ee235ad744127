import { type Random, randomOf } from '../random.ts'
import { nameOf, type Operation } from './document.ts'
import { type Fault, type Judge, judgeBy } from './judge.ts'
import { insideNames, type Parley } from './parley.ts'
import { type FuzzRequest, requestFor } from './request.ts'
import { type Reply, sendTo, type Target } from './send.ts'
import { shrunk } from './shrink.ts'
import { openStage, type Stage } from './stage.ts'

/** A request that was answered wrongly, as small as it could be made. */
export type Found = { fault: Fault; request: FuzzRequest; seed: number; status?: number; logged?: string }
export type Tally = {
  requests: number
  statuses: Map<number, number>
  succeeded: Set<string>
  slowest: { route: string; milliseconds: number }
}
export type Fuzzed = { found: Found[]; tally: Tally }

export type Run = {
  seed: number
  requests: number
  /** After so many requests the stage is another one. */
  perStage: number
  operations: readonly Operation[]
  /** Whose things foreign ids are of. */
  other: Stage
  patienceSeconds: number
  /** Hears of each stage that is done, and of each fault when it is found first. */
  onStage?: (tally: Tally) => void
  onFound?: (found: Found) => void
}

/** Sends so many requests, spread evenly over the operations, and judges each answer. */
export async function fuzzRoutes(parley: Parley, run: Run): Promise<Fuzzed> {
  const judge = judgeBy(await insideNames(parley.database))
  const tally: Tally = {
    requests: 0,
    statuses: new Map(),
    succeeded: new Set(),
    slowest: { route: '', milliseconds: 0 },
  }
  const found = new Map<string, Found>()
  for (let stageSeed = run.seed; tally.requests < run.requests; stageSeed++) {
    const target = targetOf(parley, { ...run, own: await openStage(parley) })
    const count = Math.min(run.perStage, run.requests - tally.requests)
    for await (const one of onStage(parley, { target, judge, tally, ...run, seed: stageSeed, requests: count })) {
      const key = `${one.request.route} ${one.fault.kind}`
      if (found.has(key)) continue
      found.set(key, await smallest(parley, one, { target, judge, operations: run.operations }))
      run.onFound?.(found.get(key) as Found)
    }
    run.onStage?.(tally)
  }
  return { found: [...found.values()], tally }
}

type Stages = { own: Stage; other: Stage; patienceSeconds: number }

export function targetOf({ hosts, systemKey }: Parley, { own, other, patienceSeconds }: Stages): Target {
  return {
    hosts,
    patienceSeconds,
    pools: { own: own.pool, other: other.pool },
    tokens: { ...own.tokens, other: other.tokens.key, system: systemKey },
  }
}

type Judged = { target: Target; judge: Judge }

async function* onStage(parley: Parley, run: Run & Judged & { tally: Tally }): AsyncGenerator<Found> {
  const { target, judge, tally, operations, seed } = run
  const random = randomOf(seed)
  for (const operation of inOrder(operations, run.requests, random)) {
    const request = requestFor(operation, target.pools.own, random)
    // A machine can stand still for seconds: whatever gives no answer is asked once more.
    const reply = (await sendTo(target, operation, request)) ?? (await sendTo(target, operation, request))
    note(tally, operation, reply)
    const errors = parley.errors()
    const fault = judge(operation, reply) ?? loggedFault(errors)
    if (fault) yield { fault, request, seed, status: reply?.status, logged: errors[0] }
  }
}

/** What went wrong where nobody waits for an answer. */
const loggedFault = ([first]: string[]): Fault | undefined =>
  first ? { kind: 'logged', says: 'an error was logged' } : undefined

/** So many of them, each as often as the others; what deletes comes last, so that there is something left until then. */
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

function note(tally: Tally, operation: Operation, reply: Reply | undefined): void {
  tally.requests += 1
  const status = reply?.status ?? 0
  tally.statuses.set(status, (tally.statuses.get(status) ?? 0) + 1)
  const route = nameOf(operation)
  if (status >= 200 && status < 300) tally.succeeded.add(route)
  if (reply && reply.milliseconds > tally.slowest.milliseconds)
    tally.slowest = { route, milliseconds: reply.milliseconds }
}

async function smallest(
  parley: Parley,
  found: Found,
  { target, judge, operations }: Judged & Pick<Run, 'operations'>,
): Promise<Found> {
  const { kind } = found.fault
  // Ten seconds for each try would be too long, and a worker's error has no request of its own.
  if (kind === 'hang' || kind === 'logged') return found
  const operation = operations.find((one) => nameOf(one) === found.request.route) as Operation
  const fails = async (request: FuzzRequest) =>
    judge(operation, await sendTo(target, operation, request))?.kind === kind
  const request = await shrunk(found.request, fails)
  parley.errors()
  return { ...found, request }
}
