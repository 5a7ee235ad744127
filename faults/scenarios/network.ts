import { setTimeout as sleep } from 'node:timers/promises'
import { clearNetwork, type NetworkCondition, type NetworkProxy } from '../environment/network-proxy.ts'
import { readSlowly, sendSlowly } from '../environment/slow-client.ts'
import { type FaultScenario, randomBetween, type ScenarioContext } from '../scenario.ts'

const processes = { apiProcesses: 2, workers: 2 }

type ConditionPeriod = { name: string; condition: NetworkCondition; seconds: [least: number, most: number] }

/** Silence lasts longer than any response or connection timeout. */
const conditionPeriods: ConditionPeriod[] = [
  { name: 'refusals', condition: { kind: 'refusal' }, seconds: [1, 6] },
  { name: 'delays of 300 ms', condition: { kind: 'delay', milliseconds: 300 }, seconds: [3, 8] },
  { name: 'silence', condition: { kind: 'silence' }, seconds: [4, 12] },
  { name: 'a trickle', condition: { kind: 'trickle', bytesPerSecond: 4_000 }, seconds: [3, 8] },
]

/** Applies in rotation each network condition, a cut, and silently lost connections. */
async function disturbNetwork(
  proxy: NetworkProxy,
  peer: string,
  { rounds, random, recordFault }: ScenarioContext,
): Promise<void> {
  const disturbances = [...conditionPeriods, 'cutConnections', 'abandonConnections'] as const
  for (let round = 0; round < rounds; round++) {
    await sleep(randomBetween(random, 500, 2_000))
    const disturbance = disturbances[round % disturbances.length] as (typeof disturbances)[number]
    if (typeof disturbance === 'string') {
      proxy[disturbance]()
      recordFault(`all connections to the ${peer} ${disturbance === 'cutConnections' ? 'cut' : 'dropped silently'}`)
      continue
    }
    const seconds = randomBetween(random, ...disturbance.seconds)
    proxy.setCondition(disturbance.condition)
    await sleep(seconds * 1000)
    proxy.setCondition(clearNetwork)
    recordFault(`${disturbance.name} on the connection to the ${peer} for ${seconds.toFixed(1)} s`)
  }
}

export const databaseNetworkScenario: FaultScenario = {
  name: 'database-network',
  description: 'the connection to PostgreSQL is cut, slow, or silent forever',
  processes,
  run: (context) => disturbNetwork(context.environment.networks.database, 'database', context),
}

export const providerNetworkScenario: FaultScenario = {
  name: 'provider-network',
  description: 'the connection to the providers is cut, slow, or silent forever',
  processes,
  run: (context) => disturbNetwork(context.environment.networks.providers, 'providers', context),
}

/** The limits of docs/operations.md, with some tolerance for a busy machine. */
const limits = { headSeconds: 10, bodySeconds: 60, unreadSeconds: 60 }
const toleranceSeconds = 15

const buildHead = (request: string) => `${request} HTTP/1.1\r\nhost: x\r\n`
const buildBody = (request: string) => `${buildHead(request)}content-length: 100000\r\n\r\n`

type SlowRequest = { name: string; request: string; seconds: number }

const slowRequests: SlowRequest[] = [
  { name: 'head', request: buildHead('GET /healthz'), seconds: limits.headSeconds },
  { name: 'silence', request: '', seconds: limits.headSeconds },
  { name: 'body to /v1', request: buildBody('POST /v1/auth/sign-in'), seconds: limits.bodySeconds },
  { name: 'body to /v4', request: buildBody('POST /v4/messages'), seconds: limits.bodySeconds },
  { name: 'body to an unknown path', request: buildBody('POST /nowhere'), seconds: limits.bodySeconds },
  { name: 'body to an invalid path', request: buildBody('POST /%zz'), seconds: limits.bodySeconds },
]

/** B8: one slow client of each kind per round, at every port, while everything else works. */
export const slowClientScenario: FaultScenario = {
  name: 'slow-clients',
  description: 'clients send one byte per second, or do not read responses',
  processes,
  async run({ environment, rounds, recordFault, report }) {
    const apiOrigins = environment.apiProcesses.flatMap((apiProcess) => [apiProcess.origin, apiProcess.gateway])
    const origins = [...apiOrigins, ...environment.workers.map(({ origin }) => origin)]
    const all = origins.flatMap((origin) => slowRequests.map((slowRequest) => ({ ...slowRequest, origin })))
    const slowSends = Array.from({ length: rounds }, () => all)
      .flat()
      .map(async ({ name, request, seconds, origin }) => {
        const heldSeconds = await sendSlowly(origin, request, seconds + 2 * toleranceSeconds)
        recordFault(`${name}, held for ${heldSeconds.toFixed(1)} s`)
        if (heldSeconds > seconds + toleranceSeconds)
          report(`a slow ${name} held a connection for ${heldSeconds.toFixed(0)} s`)
      })
    const path = '/openapi.json'
    // A worker serves nothing large; requesting that many metrics at once would slow its work.
    const unreadResponses = apiOrigins.map(async (origin) => {
      const isComplete = await readSlowly(origin, path, limits.unreadSeconds + toleranceSeconds)
      recordFault(`unread responses of ${path}`)
      if (isComplete) report(`${path} was kept open for more than a minute although nobody read it`)
    })
    await Promise.all([...slowSends, ...unreadResponses])
  },
}
