import { setTimeout as sleep } from 'node:timers/promises'
import { expireLeases } from '../drain.ts'
import type { FaultEnvironment } from '../environment/environment.ts'
import { type ToolCallPhase, toolServiceNames } from '../environment/tool-services.ts'
import { type FaultScenario, randomBetween } from '../scenario.ts'

/** Where the worker dies: the call was carried out, its response was written, or at any moment around it. */
const moments: readonly (ToolCallPhase | 'any')[] = ['received', 'answered', 'any']
const maxMilliseconds = 60_000

/** F13: the worker dies around a call of a tool that has side effects. */
export const toolCallScenario: FaultScenario = {
  name: 'tool-calls',
  description: 'kill -9 of the worker before, during and after calls of tools',
  processes: { apiProcesses: 1, workers: 1 },
  traffic: 'tools',
  async run({ environment, rounds, random, recordFault }) {
    const [worker] = environment.workers
    if (!worker) throw new Error('the scenario needs a worker')
    for (let round = 0; round < rounds; round++) {
      const service = toolServiceNames[round % toolServiceNames.length]
      const moment = moments[Math.floor(round / toolServiceNames.length) % moments.length] ?? 'any'
      const kill = () => worker.stop('SIGKILL')
      if (moment === 'any') {
        await sleep(randomBetween(random, 0, 400))
        await kill()
      } else await killAtCall(environment, { isTarget: (call, phase) => call === service && phase === moment, kill })
      recordFault(`kill -9 of ${worker.name}, ${moment === 'any' ? 'at any moment' : `${service} had ${moment}`}`)
      // As if its leases had expired.
      await expireLeases(environment.query)
      worker.start()
      await worker.ready()
      await sleep(randomBetween(random, 100, 500))
    }
  },
}

type KillPlan = { isTarget(service: string, phase: ToolCallPhase): boolean; kill(): Promise<unknown> }

/** Resolves when the worker is dead. The service responds only then, so the worker never receives the response. */
function killAtCall({ toolServices }: FaultEnvironment, { isTarget, kill }: KillPlan): Promise<void> {
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => reject(new Error('no tool was called within a minute')), maxMilliseconds)
    toolServices.setListener(async ({ service }, phase) => {
      if (!isTarget(service, phase)) return
      toolServices.setListener()
      clearTimeout(limit)
      await kill()
      resolve()
    })
  })
}
