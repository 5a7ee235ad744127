import { setTimeout as sleep } from 'node:timers/promises'
import {
  hasProcessorTimes,
  readFamilyMilliseconds,
  readProcessorMilliseconds,
} from '../../server/src/testing/processor-time.ts'
import type { LoadEnvironment } from '../environment.ts'
import { loadOperations } from '../mix/index.ts'
import type { LoadOperation, OperationContext } from '../mix/operation-context.ts'
import { runOperation } from '../pace/run-operation.ts'
import type { Meter } from './meter.ts'

/** Milliseconds of processor time. */
export type ProcessTimes = { api: number; gateway: number; worker: number; postgres: number }
export type KindCost = { name: string; weight: number; times: ProcessTimes }
/** Per operation of each kind alone, and their mean by the weights of the mix; `idlePerSecond` is not part of them. */
export type OperationCosts = { idlePerSecond: ProcessTimes; kinds: KindCost[]; mean: ProcessTimes }
/** `operations` of each kind by so many callers, 0 for no measurement, and how long to measure the idle processes. */
export type CostOptions = { operations: number; callers: number; idleSeconds: number }

const processNames = ['api', 'gateway', 'worker', 'postgres'] as const
/** Logs and other background work are done within this time. */
const settleMilliseconds = 250
const warmUpShare = 0.25

/** Runs each kind of operation alone; returns undefined where the system does not tell the times of processes. */
export async function measureOperationCosts(
  context: OperationContext,
  meter: Meter,
  options: CostOptions,
  stop: AbortSignal,
): Promise<OperationCosts | undefined> {
  if (!hasProcessorTimes || options.operations === 0) return undefined
  await sleep(settleMilliseconds)
  const idle = await measureTimes(context.environment, () => sleep(options.idleSeconds * 1000))
  const idlePerSecond = mapTimes((name) => (idle.times[name] * 1000) / idle.milliseconds)
  const kinds: KindCost[] = []
  for (const operation of loadOperations) {
    const runKind = (operations: number) => runAlone(context, meter, { operation, ...options, operations, stop })
    await runKind(Math.ceil(options.operations * warmUpShare))
    const { times, milliseconds } = await measureTimes(context.environment, async () => {
      await runKind(options.operations)
      await sleep(settleMilliseconds)
    })
    if (stop.aborted) break
    const perOperation = mapTimes((name) =>
      Math.max(0, (times[name] - (idlePerSecond[name] * milliseconds) / 1000) / options.operations),
    )
    kinds.push({ name: operation.name, weight: operation.weight, times: perOperation })
  }
  return { idlePerSecond, kinds, mean: computeMean(kinds) }
}

/** The cost of an operation of the mix, in which kinds occur as often as their weights say. */
export function computeMean(kinds: readonly KindCost[]): ProcessTimes {
  const total = kinds.reduce((sum, { weight }) => sum + weight, 0)
  return mapTimes((name) => kinds.reduce((sum, { weight, times }) => sum + times[name] * weight, 0) / total)
}

export const sumTimes = (times: ProcessTimes): number => processNames.reduce((sum, name) => sum + times[name], 0)

const mapTimes = (compute: (name: keyof ProcessTimes) => number): ProcessTimes =>
  Object.fromEntries(processNames.map((name) => [name, compute(name)])) as ProcessTimes

type KindRun = { operation: LoadOperation; operations: number; callers: number; stop: AbortSignal }

async function runAlone(
  context: OperationContext,
  meter: Meter,
  { operation, operations, callers, stop }: KindRun,
): Promise<void> {
  let started = 0
  const call = async () => {
    while (started++ < operations && !stop.aborted) await runOperation(context, meter, performance.now(), operation)
  }
  await Promise.all(Array.from({ length: callers }, call))
}

async function measureTimes(
  environment: LoadEnvironment,
  run: () => Promise<unknown>,
): Promise<{ times: ProcessTimes; milliseconds: number }> {
  const before = readTimes(environment)
  const startedAt = performance.now()
  await run()
  const after = readTimes(environment)
  return { times: mapTimes((name) => after[name] - before[name]), milliseconds: performance.now() - startedAt }
}

function readTimes({ api, gateway, worker, postgres }: LoadEnvironment): ProcessTimes {
  const [apiTime, gatewayTime, workerTime] = [api, gateway, worker].map((parley) =>
    readProcessorMilliseconds(parley.pid() ?? 0),
  ) as [number, number, number]
  return {
    api: apiTime,
    gateway: gatewayTime,
    worker: workerTime,
    postgres: readFamilyMilliseconds(postgres.pid() ?? 0),
  }
}
