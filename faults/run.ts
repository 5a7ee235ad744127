import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { drain, stillWaiting } from './drain.ts'
import { violationsIn } from './invariants/index.ts'
import type { Evidence, ShownCampaign, Violation } from './invariants/invariant.ts'
import { markOf } from './invariants/platform.ts'
import { type Scenario, seeded } from './scenario.ts'
import { newPostgres, onServer } from './stage/postgres.ts'
import { buildStage, type Stage } from './stage/stage.ts'
import { deedsOf } from './traffic/deeds.ts'
import { prepareTraffic, type Traffic, type TrafficOptions } from './traffic/traffic.ts'

export type Result = { scenario: string; seed: number; faults: number; acknowledged: number; violations: Violation[] }
export type RunOptions = { seed: number; rounds: number; folder: string; say(line: string): void } & Partial<Sizes>
type Sizes = Omit<TrafficOptions, 'random'> & { drainSeconds: number }

const sizes: Sizes = { paceMilliseconds: 60, campaignPeople: 600, drainSeconds: 180 }

/** One scenario from an empty database to the last check. Its folder keeps all logs. */
export async function runScenario(scenario: Scenario, options: RunOptions): Promise<Result> {
  mkdirSync(options.folder, { recursive: true })
  const place = scenario.databaseFolder?.(join(options.folder, 'postgres'))
  const first = await newPostgres(place?.path ?? join(options.folder, 'postgres'))
  const database = { first }
  try {
    const logFolder = scenario.logsOnDatabaseDisk ? place?.path : undefined
    const stage = await buildStage(options.folder, () => database.first.url, { ...scenario.cast, logFolder })
    try {
      return await played(scenario, { ...sizes, ...options }, { stage, database })
    } finally {
      await stage.close()
    }
  } finally {
    await database.first.stop('immediate')
    await first.stop('immediate')
    place?.clear()
  }
}

type On = { stage: Stage; database: { first: Awaited<ReturnType<typeof newPostgres>> } }

async function played(scenario: Scenario, options: RunOptions & Sizes, on: On): Promise<Result> {
  const { stage } = on
  const random = seeded(options.seed)
  const began = performance.now()
  const say = (what: string) =>
    options.say(`${scenario.name} ${Math.round((performance.now() - began) / 1000)} s: ${what}`)
  await stage.start()
  const traffic = await prepareTraffic(stage, { ...options, random })
  const before = await markOf(stage.query, traffic.setting.canary.agentId)
  const acting = traffic.begin()
  let faults = 0
  const fault = (what: string) => {
    faults += 1
    say(`${faults} ${what}, ${traffic.deeds.length} acknowledged`)
  }
  const acknowledged = () => traffic.deeds.length
  const reports: string[] = []
  const report = (says: string) => void reports.push(says)
  const { folder, rounds } = options
  await scenario.play({ ...on, folder, rounds, random, fault, report, acknowledged })
  say('everything works again')
  await acting.stop()
  const waiting = await stillWaiting(stage.query)
  say(`${traffic.deeds.length} acknowledged; waiting until all of it is done`)
  const left = await drain(stage.query, options.drainSeconds)
  say('looking at all of it')
  const evidence = await evidenceOf({ stage, traffic, left, stillWaiting: waiting, before, reports })
  const violations = await onServer(on.database.first.url, (client) =>
    violationsIn({ ...evidence, query: async (sql, values) => (await client.query(sql, values)).rows }),
  )
  const result = { scenario: scenario.name, seed: options.seed, faults, violations }
  if (violations.length > 0) keep(options.folder, { ...result, deeds: traffic.deeds, carried: stage.carrier.carried })
  return { ...result, acknowledged: traffic.deeds.length - deedsOf(traffic.deeds, 'surprise').length }
}

function keep(folder: string, what: object): void {
  writeFileSync(join(folder, 'failure.json'), JSON.stringify(what, null, 1))
}

type Ended = Pick<Evidence, 'left' | 'stillWaiting' | 'reports'> & { stage: Stage; traffic: Traffic; before: string }

async function evidenceOf({ stage, traffic, left, stillWaiting, before, reports }: Ended): Promise<Evidence> {
  const { query, carrier, receiver, all } = stage
  const { setting, deeds } = traffic
  return {
    query,
    deeds,
    carried: carrier.carried,
    heard: receiver.heard,
    told: receiver.told,
    left,
    stillWaiting,
    campaigns: await shownCampaigns(stage, traffic),
    canary: { agentId: setting.canary.agentId, before },
    secrets: setting.secrets,
    processes: all.map(({ name, printed, ownEnds, giveUps }) => ({ name, printed: printed(), ownEnds, giveUps })),
    reports,
  }
}

async function shownCampaigns({ doors, keys }: Stage, { deeds }: Traffic): Promise<ShownCampaign[]> {
  const headers = { authorization: `Bearer ${keys.api}` }
  return Promise.all(
    deedsOf(deeds, 'campaign').map(async ({ agent, campaignId }) => {
      const url = `${doors[0]?.origin}/v1/orgs/demo/agents/${agent}/campaigns/${campaignId}`
      return (await (await fetch(url, { headers })).json()) as ShownCampaign
    }),
  )
}
