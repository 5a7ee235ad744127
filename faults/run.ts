import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { drain, findStuckRows } from './drain.ts'
import { createFaultEnvironment, type FaultEnvironment } from './environment/environment.ts'
import { createFaultPostgres, withClient } from './environment/postgres.ts'
import { findInvariantViolations } from './invariants/index.ts'
import type { CampaignSnapshot, Evidence, InvariantViolation } from './invariants/invariant.ts'
import { fingerprintAgent } from './invariants/platform.ts'
import { createFaultRandom, type FaultScenario } from './scenario.ts'
import { callsOfKind } from './traffic/acknowledged-calls.ts'
import { prepareTraffic, type TrafficOptions, type TrafficRun } from './traffic/traffic.ts'

export type ScenarioResult = {
  scenario: string
  seed: number
  faults: number
  acknowledged: number
  violations: InvariantViolation[]
}
export type ScenarioRunOptions = {
  seed: number
  rounds: number
  folder: string
  say(line: string): void
} & Partial<Sizes>
type Sizes = Omit<TrafficOptions, 'random'> & { drainSeconds: number }

const sizes: Sizes = { paceMilliseconds: 60, campaignPeople: 600, drainSeconds: 180 }

/** Runs one scenario from an empty database to the last check. Its folder keeps all logs. */
export async function runScenario(scenario: FaultScenario, options: ScenarioRunOptions): Promise<ScenarioResult> {
  mkdirSync(options.folder, { recursive: true })
  const place = scenario.databaseFolder?.(join(options.folder, 'postgres'))
  const first = await createFaultPostgres(place?.path ?? join(options.folder, 'postgres'))
  const database = { first }
  try {
    const logFolder = scenario.logsOnDatabaseDisk ? place?.path : undefined
    const environment = await createFaultEnvironment(options.folder, () => database.first.url, {
      ...scenario.processes,
      logFolder,
    })
    try {
      return await played(scenario, { ...sizes, ...options }, { environment, database })
    } finally {
      await environment.close()
    }
  } finally {
    await database.first.stop('immediate')
    await first.stop('immediate')
    place?.clear()
  }
}

type On = { environment: FaultEnvironment; database: { first: Awaited<ReturnType<typeof createFaultPostgres>> } }

async function played(scenario: FaultScenario, options: ScenarioRunOptions & Sizes, on: On): Promise<ScenarioResult> {
  const { environment } = on
  const random = createFaultRandom(options.seed)
  const began = performance.now()
  const say = (what: string) =>
    options.say(`${scenario.name} ${Math.round((performance.now() - began) / 1000)} s: ${what}`)
  await environment.start()
  const traffic = await prepareTraffic(environment, { ...options, random })
  const before = await fingerprintAgent(environment.query, traffic.fixtures.canary.agentId)
  const acting = traffic.begin()
  let faults = 0
  const fault = (what: string) => {
    faults += 1
    say(`${faults} ${what}, ${traffic.acknowledged.length} acknowledged`)
  }
  const acknowledged = () => traffic.acknowledged.length
  const reports: string[] = []
  const report = (says: string) => void reports.push(says)
  const { folder, rounds } = options
  await scenario.run({ ...on, folder, rounds, random, fault, report, acknowledged })
  say('everything works again')
  await acting.stop()
  const stuckRows = await findStuckRows(environment.query)
  say(`${traffic.acknowledged.length} acknowledged; waiting until all work is done`)
  const remainingWork = await drain(environment.query, options.drainSeconds)
  say('checking the invariants')
  const evidence = await evidenceOf({ environment, traffic, remainingWork, stuckRows, before, reports })
  const violations = await withClient(on.database.first.url, (client) =>
    findInvariantViolations({ ...evidence, query: async (sql, values) => (await client.query(sql, values)).rows }),
  )
  const result = { scenario: scenario.name, seed: options.seed, faults, violations }
  if (violations.length > 0)
    keep(options.folder, { ...result, acknowledged: traffic.acknowledged, providerCalls: environment.providers.calls })
  return { ...result, acknowledged: traffic.acknowledged.length - callsOfKind(traffic.acknowledged, 'surprise').length }
}

function keep(folder: string, what: object): void {
  writeFileSync(join(folder, 'failure.json'), JSON.stringify(what, null, 1))
}

type Ended = Pick<Evidence, 'remainingWork' | 'stuckRows' | 'reports'> & {
  environment: FaultEnvironment
  traffic: TrafficRun
  before: string
}

async function evidenceOf({
  environment,
  traffic,
  remainingWork,
  stuckRows,
  before,
  reports,
}: Ended): Promise<Evidence> {
  const { query, providers, receiver, all } = environment
  const { fixtures, acknowledged } = traffic
  return {
    query,
    acknowledged,
    providerCalls: providers.calls,
    webhookEvents: receiver.webhookEvents,
    agentEvents: receiver.agentEvents,
    remainingWork,
    stuckRows,
    campaigns: await shownCampaigns(environment, traffic),
    canary: { agentId: fixtures.canary.agentId, before },
    secrets: fixtures.secrets,
    processes: all.map(({ name, printed, unexpectedExits, allowedExits }) => ({
      name,
      printed: printed(),
      unexpectedExits,
      allowedExits,
    })),
    reports,
  }
}

async function shownCampaigns(
  { apiProcesses, keys }: FaultEnvironment,
  { acknowledged }: TrafficRun,
): Promise<CampaignSnapshot[]> {
  const headers = { authorization: `Bearer ${keys.api}` }
  return Promise.all(
    callsOfKind(acknowledged, 'campaign').map(async ({ agent, campaignId }) => {
      const url = `${apiProcesses[0]?.origin}/v1/orgs/demo/agents/${agent}/campaigns/${campaignId}`
      return (await (await fetch(url, { headers })).json()) as CampaignSnapshot
    }),
  )
}
