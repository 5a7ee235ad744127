import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import type { Credentials } from '../credentials.ts'
import type { Database } from '../platform/db/database.ts'
import type { World } from '../platform/world.ts'
import { type Door, doorOf, Refused } from './door.ts'
import { isDemoUnfinished, isStepDone, noteDemoWhole, noteStep, onlyHere } from './progress.ts'
import type { Making, Step } from './step.ts'
import { appointments } from './steps/appointments.ts'
import { campaigns } from './steps/campaigns.ts'
import { channels } from './steps/channels.ts'
import { definition } from './steps/definition.ts'
import { knowledge } from './steps/knowledge.ts'
import { link } from './steps/link.ts'
import { people } from './steps/people.ts'
import { personas } from './steps/personas.ts'
import { sends } from './steps/sends.ts'
import { tests } from './steps/tests.ts'
import { traffic } from './steps/traffic.ts'

/** In this order: later steps speak of what earlier ones have made. */
const steps: readonly Step[] = [
  ...[definition, knowledge, people, personas, channels],
  ...[appointments, traffic, sends, link, campaigns, tests],
]

export type DemoDeps = {
  database: Database
  world: World
  log: FastifyBaseLogger
  credentials: Credentials
  /** The management API of this process. */
  api: FastifyInstance
  /** The gateway of this process, which has the handsets. */
  gateway?: FastifyInstance
  hasLab: boolean
  /** Whether this process answers conversations by itself, at no cost. */
  answers: boolean
  config: Pick<Config, 'realSends'>
}

/**
 * Makes what the demo agent has beyond its name, in the background, after the first start or where it was interrupted. It
 * does what an operator could do, through the same doors. What fails is told, and tried again by the next start.
 */
export function makeDemo(deps: DemoDeps): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const made = makeWhatIsMissing(deps, stopping.signal).catch((error: unknown) => {
    if (!stopping.signal.aborted)
      deps.log.warn({ err: error }, 'the demo could not be made; the next start tries again')
  })
  return {
    async stop() {
      stopping.abort()
      await made
    },
  }
}

async function makeWhatIsMissing(deps: DemoDeps, stop: AbortSignal): Promise<void> {
  const { database, credentials } = deps
  const { agent: agentId, agentAccessToken } = credentials
  if (!agentId || !agentAccessToken || !(await isDemoUnfinished(database.db))) return
  const prefix = `/v1/orgs/${credentials.org}/agents/${agentId}`
  const agent = doorOf({ app: deps.api, prefix, token: credentials.apiKey, stop })
  const { gateway: app, hasLab, answers, config } = deps
  const handsets =
    app && hasLab && answers ? doorOf({ app, prefix: '/lab/v1', token: agentAccessToken, stop }) : undefined
  await onlyHere(database, () => makeAll(deps, { agent, answers, hasLab, handsets, realSends: config.realSends, stop }))
}

async function makeAll(deps: DemoDeps, making: Making): Promise<void> {
  const { db } = deps.database
  if (!(await isDemoUnfinished(db))) return
  const failed = (await isGone(making.agent)) ? [] : await runSteps(deps, making)
  if (failed.length > 0) return
  await noteDemoWhole(db)
  deps.log.info('the demo is whole')
}

async function runSteps(deps: DemoDeps, making: Making): Promise<string[]> {
  const { world, log } = deps
  const { db } = deps.database
  const failed: string[] = []
  for (const { name, run } of steps) {
    if (await isStepDone(db, name)) continue
    try {
      await run(making)
      await noteStep(db, name, world.now())
    } catch (error) {
      making.stop.throwIfAborted()
      log.warn({ err: error, step: name }, 'a part of the demo could not be made; the next start tries again')
      failed.push(name)
    }
  }
  return failed
}

/** Whoever has deleted the demo agent wants no more of it. */
async function isGone(agent: Door): Promise<boolean> {
  return agent.get('').then(
    () => false,
    (error: unknown) => {
      if (error instanceof Refused && error.status === 404) return true
      throw error
    },
  )
}
