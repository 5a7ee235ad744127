import { applyPatch } from '@parley/definition'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { World } from '../../../platform/world.ts'

import { createFullProblem } from './problems.ts'
import { countSuites, insertSuite, updateSuite } from './queries.ts'

import { computeNextRun, parseSchedule, type StoredSuite, type SuiteBody, type SuitePatch } from './suite.ts'

export const maxSuites = 200

export async function createSuite(tx: Db, agent: AgentKey, body: SuiteBody, world: World): Promise<StoredSuite> {
  const { schedule, ...named } = body
  const times = toScheduleFields(schedule, world.now())
  if ((await countSuites(tx, agent)) >= maxSuites)
    throw createFullProblem(`An agent has at most ${maxSuites} suites of its own`)
  return insertSuite(tx, agent, { ...named, ...times, id: world.newId('suite'), now: world.now() })
}

export function editSuite(
  tx: Db,
  agent: AgentKey,
  suite: StoredSuite,
  change: SuitePatch & { now: Date },
): Promise<StoredSuite> {
  const { schedule, now, ...named } = change
  const reschedules = schedule !== undefined
  const times = reschedules ? toScheduleFields(schedule, now) : {}
  return updateSuite(tx, agent, suite.id, { ...applyPatch<StoredSuite>(suite, named), ...times, now, reschedules })
}

function toScheduleFields(sent: unknown, now: Date): Pick<StoredSuite, 'schedule' | 'nextRunAt'> {
  if (sent === undefined || sent === null) return { schedule: undefined, nextRunAt: undefined }
  const schedule = parseSchedule(sent)
  return { schedule, nextRunAt: computeNextRun(schedule, now) }
}
