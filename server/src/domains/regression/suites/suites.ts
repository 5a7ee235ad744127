import { patched } from '@parley/definition'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { World } from '../../../platform/world.ts'
import type { SuiteBody, SuitePatch } from './body.ts'
import { countSuites, insertSuite, updateSuite } from './queries.ts'
import { full } from './refusals.ts'
import { nextRunOf, readSchedule } from './schedule.ts'
import type { Suite } from './suite.ts'

export const mostSuites = 200

export async function createSuite(tx: Db, agent: AgentKey, body: SuiteBody, world: World): Promise<Suite> {
  const { schedule, ...named } = body
  const times = timesOf(schedule, world.now())
  if ((await countSuites(tx, agent)) >= mostSuites) throw full(`An agent has at most ${mostSuites} suites of its own`)
  return insertSuite(tx, agent, { ...named, ...times, id: world.newId('suite'), now: world.now() })
}

export function editSuite(tx: Db, agent: AgentKey, suite: Suite, change: SuitePatch & { now: Date }): Promise<Suite> {
  const { schedule, now, ...named } = change
  const reschedules = schedule !== undefined
  const times = reschedules ? timesOf(schedule, now) : {}
  return updateSuite(tx, agent, suite.id, { ...patched<Suite>(suite, named), ...times, now, reschedules })
}

function timesOf(sent: unknown, now: Date): Pick<Suite, 'schedule' | 'nextRunAt'> {
  if (sent === undefined || sent === null) return { schedule: undefined, nextRunAt: undefined }
  const schedule = readSchedule(sent)
  return { schedule, nextRunAt: nextRunOf(schedule, now) }
}
