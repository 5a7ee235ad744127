import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { drain, findStuckRows } from './drain.ts'
import { createFaultEnvironment, type FaultEnvironment } from './environment/environment.ts'
import { createFaultPostgres, type Postgres, withClient } from './environment/postgres.ts'
import { findInvariantViolations } from './invariants/index.ts'
import type { CampaignSnapshot, Evidence, InvariantViolation } from './invariants/invariant.ts'
import { fingerprintAgent } from './invariants/platform.ts'
import { createFaultRandom, type FaultScenario } from './scenario.ts'
import { filterCallsByKind } from './traffic/acknowledged-calls.ts'
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
  print(line: string): void
} & Partial<Sizes>
type Sizes = Omit<TrafficOptions, 'random' | 'kind'> & { drainSeconds: number }

const sizes: Sizes = { paceMilliseconds: 60, campaignPeople: 600, drainSeconds: 180 }

/** Runs one scenario from an empty database to the last check. Its folder keeps all logs. */
export async function runScenario(scenario: FaultScenario, options: ScenarioRunOptions): Promise<ScenarioResult> {
  mkdirSync(options.folder, { recursive: true })
  const location = scenario.databaseFolder?.(join(options.folder, 'postgres'))
  const primary = await createFaultPostgres(location?.path ?? join(options.folder, 'postgres'))
  const database = { primary }
  try {
    const logFolder = scenario.logsOnDatabaseDisk ? location?.path : undefined
    const environment = await createFaultEnvironment(options.folder, () => database.primary.url, {
      ...scenario.processes,
      logFolder,
    })
    try {
      return await execute(scenario, { ...sizes, ...options }, { environment, database })
    } finally {
      await environment.close()
    }
  } finally {
    await database.primary.stop('immediate')
    await primary.stop('immediate')
    location?.clear()
  }
}

type RunContext = {
  environment: FaultEnvironment
  database: { primary: Postgres }
}

async function execute(
  scenario: FaultScenario,
  options: ScenarioRunOptions & Sizes,
  runContext: RunContext,
): Promise<ScenarioResult> {
  const { environment } = runContext
  const random = createFaultRandom(options.seed)
  const startedAt = performance.now()
  const print = (message: string) =>
    options.print(`${scenario.name} ${Math.round((performance.now() - startedAt) / 1000)} s: ${message}`)
  await environment.start()
  const traffic = await prepareTraffic(environment, { ...options, random, kind: scenario.traffic })
  const canaryFingerprint = await fingerprintAgent(environment.query, traffic.fixtures.canary.agentId)
  const running = traffic.start()
  let faults = 0
  const recordFault = (message: string) => {
    faults += 1
    print(`${faults} ${message}, ${traffic.acknowledged.length} acknowledged`)
  }
  const acknowledged = () => traffic.acknowledged.length
  const reports: string[] = []
  const report = (problem: string) => void reports.push(problem)
  const { folder, rounds } = options
  const { context } = traffic
  await scenario.run({ ...runContext, traffic: context, folder, rounds, random, recordFault, report, acknowledged })
  print('everything works again')
  await running.stop()
  const stuckRows = await findStuckRows(environment.query)
  print(`${traffic.acknowledged.length} acknowledged; waiting until all work is done`)
  const remainingWork = await drain(environment.query, options.drainSeconds)
  print('checking the invariants')
  const evidence = await collectEvidence({ environment, traffic, remainingWork, stuckRows, canaryFingerprint, reports })
  const violations = await withClient(runContext.database.primary.url, (client) =>
    findInvariantViolations({ ...evidence, query: async (sql, values) => (await client.query(sql, values)).rows }),
  )
  const result = { scenario: scenario.name, seed: options.seed, faults, violations }
  if (violations.length > 0)
    writeFailure(options.folder, {
      ...result,
      acknowledged: traffic.acknowledged,
      providerCalls: environment.providers.calls,
    })
  return {
    ...result,
    acknowledged: traffic.acknowledged.length - filterCallsByKind(traffic.acknowledged, 'unexpected').length,
  }
}

function writeFailure(folder: string, failure: object): void {
  writeFileSync(join(folder, 'failure.json'), JSON.stringify(failure, null, 1))
}

type RunEnd = Pick<Evidence, 'remainingWork' | 'stuckRows' | 'reports'> & {
  environment: FaultEnvironment
  traffic: TrafficRun
  canaryFingerprint: string
}

async function collectEvidence({
  environment,
  traffic,
  remainingWork,
  stuckRows,
  canaryFingerprint,
  reports,
}: RunEnd): Promise<Evidence> {
  const { query, providers, receiver, toolServices, all } = environment
  const { fixtures, acknowledged } = traffic
  return {
    query,
    acknowledged,
    providerCalls: providers.calls,
    webhookEvents: receiver.webhookEvents,
    agentEvents: receiver.agentEvents,
    toolCalls: toolServices.calls,
    remainingWork,
    stuckRows,
    campaigns: await fetchCampaigns(environment, traffic),
    canary: { agentId: fixtures.canary.agentId, before: canaryFingerprint },
    secrets: fixtures.secrets,
    processes: all.map(({ name, readLog, unexpectedExits, allowedExits }) => ({
      name,
      output: readLog(),
      unexpectedExits,
      allowedExits,
    })),
    reports,
  }
}

async function fetchCampaigns(
  { apiProcesses, keys }: FaultEnvironment,
  { acknowledged }: TrafficRun,
): Promise<CampaignSnapshot[]> {
  const headers = { authorization: `Bearer ${keys.api}` }
  return Promise.all(
    filterCallsByKind(acknowledged, 'campaign').map(async ({ agent, campaignId }) => {
      const url = `${apiProcesses[0]?.origin}/v1/orgs/demo/agents/${agent}/campaigns/${campaignId}`
      return (await (await fetch(url, { headers })).json()) as CampaignSnapshot
    }),
  )
}
