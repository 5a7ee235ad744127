import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import type { InstallationCredentials } from '../credentials.ts'
import type { Database } from '../platform/db/database.ts'
import type { World } from '../platform/world.ts'
import { createDemoClient, DemoCallFailed, type DemoClient, type DemoContext, type DemoStep } from './demo-context.ts'
import { isDemoUnfinished, isStepDone, recordDemoComplete, recordStepDone, withDemoLock } from './progress.ts'
import { campaignsStep } from './steps/campaigns.ts'
import { channelsStep, linkStep } from './steps/channels.ts'
import { definitionStep, knowledgeStep } from './steps/definition.ts'
import { appointmentsStep, peopleStep, personasStep } from './steps/people.ts'
import { sendsStep } from './steps/sends.ts'
import { testsStep } from './steps/tests.ts'
import { trafficStep } from './steps/traffic.ts'

/** In order: later steps use the results of earlier ones. */
const demoSteps: readonly DemoStep[] = [
  ...[definitionStep, knowledgeStep, peopleStep, personasStep, channelsStep],
  ...[appointmentsStep, trafficStep, sendsStep, linkStep, campaignsStep, testsStep],
]

export type DemoDeps = {
  database: Database
  world: World
  log: FastifyBaseLogger
  credentials: InstallationCredentials
  api: FastifyInstance
  /** The gateway of this process, which serves the handsets. */
  gateway?: FastifyInstance
  hasLab: boolean
  /** Whether this process answers conversations itself, free of charge. */
  canAnswer: boolean
  config: Pick<Config, 'realSends'>
}

/**
 * Seeds the demo agent in the background, after the first start or where an earlier run was interrupted. It uses the
 * public API, as an operator could. Failures are logged, and the next start retries them.
 */
export function startDemoSeeding(deps: DemoDeps): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const made = seedIfUnfinished(deps, stopping.signal).catch((error: unknown) => {
    if (!stopping.signal.aborted)
      deps.log.warn({ err: error }, 'the demo could not be created; the next start tries again')
  })
  return {
    async stop() {
      stopping.abort()
      await made
    },
  }
}

async function seedIfUnfinished(deps: DemoDeps, stop: AbortSignal): Promise<void> {
  const { database, credentials } = deps
  const { agent: agentId, agentAccessToken } = credentials
  if (!agentId || !agentAccessToken || !(await isDemoUnfinished(database.db))) return
  const prefix = `/v1/orgs/${credentials.org}/agents/${agentId}`
  const agent = createDemoClient({ app: deps.api, prefix, token: credentials.apiKey, stop })
  const { gateway: app, hasLab, canAnswer, config } = deps
  const handsets =
    app && hasLab && canAnswer ? createDemoClient({ app, prefix: '/lab/v1', token: agentAccessToken, stop }) : undefined
  await withDemoLock(database, () =>
    seedAll(deps, { agent, canAnswer, hasLab, handsets, realSends: config.realSends, stop }),
  )
}

async function seedAll(deps: DemoDeps, context: DemoContext): Promise<void> {
  const { db } = deps.database
  if (!(await isDemoUnfinished(db))) return
  const failed = (await isAgentDeleted(context.agent)) ? [] : await runSteps(deps, context)
  if (failed.length > 0) return
  await recordDemoComplete(db)
  deps.log.info('the demo is complete')
}

async function runSteps(deps: DemoDeps, context: DemoContext): Promise<string[]> {
  const { world, log } = deps
  const { db } = deps.database
  const failed: string[] = []
  for (const { name, run } of demoSteps) {
    if (await isStepDone(db, name)) continue
    try {
      await run(context)
      await recordStepDone(db, name, world.now())
    } catch (error) {
      context.stop.throwIfAborted()
      log.warn({ err: error, step: name }, 'part of the demo could not be created; the next start tries again')
      failed.push(name)
    }
  }
  return failed
}

/** An operator who deleted the demo agent does not want the rest of the demo. */
async function isAgentDeleted(agent: DemoClient): Promise<boolean> {
  return agent.get('').then(
    () => false,
    (error: unknown) => {
      if (error instanceof DemoCallFailed && error.status === 404) return true
      throw error
    },
  )
}
