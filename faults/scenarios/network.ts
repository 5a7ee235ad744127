import { setTimeout as sleep } from 'node:timers/promises'
import { clearNetwork, type NetworkCondition, type NetworkProxy } from '../environment/network-proxy.ts'
import { readSlowly, sendSlowly } from '../environment/slow-client.ts'
import { between, type FaultScenario, type ScenarioContext } from '../scenario.ts'

const processes = { apiProcesses: 2, workers: 2 }

type Spell = { what: string; weather: NetworkCondition; seconds: [least: number, most: number] }

/** Silence lasts longer than any response or connection timeout. */
const spells: Spell[] = [
  { what: 'refusals', weather: { kind: 'refusal' }, seconds: [1, 6] },
  { what: 'delays of 300 ms', weather: { kind: 'delay', milliseconds: 300 }, seconds: [3, 8] },
  { what: 'silence', weather: { kind: 'silence' }, seconds: [4, 12] },
  { what: 'a trickle', weather: { kind: 'trickle', bytesPerSecond: 4_000 }, seconds: [3, 8] },
]

/** Applies in rotation each network condition, a cut, and silently lost connections. */
async function weatherOn(line: NetworkProxy, name: string, { rounds, random, fault }: ScenarioContext): Promise<void> {
  const breaks = [...spells, 'cut', 'strand'] as const
  for (let round = 0; round < rounds; round++) {
    await sleep(between(random, 500, 2_000))
    const how = breaks[round % breaks.length] as (typeof breaks)[number]
    if (typeof how === 'string') {
      line[how]()
      fault(`all connections to the ${name} ${how === 'cut' ? 'cut' : 'dropped silently'}`)
      continue
    }
    const seconds = between(random, ...how.seconds)
    line.become(how.weather)
    await sleep(seconds * 1000)
    line.become(clearNetwork)
    fault(`${how.what} on the connection to the ${name} for ${seconds.toFixed(1)} s`)
  }
}

export const databaseNetwork: FaultScenario = {
  name: 'database-line',
  description: 'the connection to PostgreSQL is cut, slow, or silent forever',
  processes,
  run: (context) => weatherOn(context.environment.networks.database, 'database', context),
}

export const providerNetwork: FaultScenario = {
  name: 'carrier-line',
  description: 'the connection to the providers is cut, slow, or silent forever',
  processes,
  run: (context) => weatherOn(context.environment.networks.providers, 'carrier', context),
}

/** The limits of docs/operations.md, with some tolerance for a busy machine. */
const promised = { headSeconds: 10, bodySeconds: 60, unreadSeconds: 60 }
const leewaySeconds = 15

const head = (request: string) => `${request} HTTP/1.1\r\nhost: x\r\n`
const body = (request: string) => `${head(request)}content-length: 100000\r\n\r\n`

type Slowness = { what: string; request: string; seconds: number }

const slownesses: Slowness[] = [
  { what: 'head', request: head('GET /healthz'), seconds: promised.headSeconds },
  { what: 'silence', request: '', seconds: promised.headSeconds },
  { what: 'body to /v1', request: body('POST /v1/auth/sign-in'), seconds: promised.bodySeconds },
  { what: 'body to /v4', request: body('POST /v4/messages'), seconds: promised.bodySeconds },
  { what: 'body to an unknown path', request: body('POST /nowhere'), seconds: promised.bodySeconds },
  { what: 'body to an invalid path', request: body('POST /%zz'), seconds: promised.bodySeconds },
]

/** B8: one slow client of each kind per round, at every port, while everything else works. */
export const slowClients: FaultScenario = {
  name: 'slow-clients',
  description: 'clients send one byte per second, or do not read responses',
  processes,
  async run({ environment, rounds, fault, report }) {
    const served = environment.apiProcesses.flatMap((door) => [door.origin, door.gateway])
    const origins = [...served, ...environment.workers.map(({ origin }) => origin)]
    const all = origins.flatMap((origin) => slownesses.map((slowness) => ({ ...slowness, origin })))
    const dripping = Array.from({ length: rounds }, () => all)
      .flat()
      .map(async ({ what, request, seconds, origin }) => {
        const held = await sendSlowly(origin, request, seconds + 2 * leewaySeconds)
        fault(`${what}, held for ${held.toFixed(1)} s`)
        if (held > seconds + leewaySeconds) report(`a slow ${what} held a connection for ${held.toFixed(0)} s`)
      })
    const path = '/openapi.json'
    // A worker serves nothing large; requesting that many metrics at once would slow its work.
    const unread = served.map(async (origin) => {
      const isWhole = await readSlowly(origin, path, promised.unreadSeconds + leewaySeconds)
      fault(`unread responses of ${path}`)
      if (isWhole) report(`${path} was kept open for more than a minute although nobody read it`)
    })
    await Promise.all([...dripping, ...unread])
  },
}
