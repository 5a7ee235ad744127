import type { AgentDefinition, OutreachTrigger, TriggerDate } from '@parley/definition'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { continueAt, defineWork, finish, nudge, type WorkOutcome } from '../../../platform/work/index.ts'
import type { World } from '../../../platform/world.ts'
import { type DefinitionListener, findAgentByKey } from '../../agents/index.ts'
import { personProfiles } from '../../people/index.ts'
import type { OutreachDeps } from '../deps.ts'
import { enqueueRuleRows } from '../rules/worker.ts'
import { enrollPeople } from '../sequences/listener.ts'
import { type Day, findLastDueDay, findNextDueTime, listWantedDates } from './days.ts'
import {
  type DateTrigger,
  type DateTriggerKind,
  type DateTriggerRow,
  deleteDateTrigger,
  findDatedPeople,
  lockExistingPeople,
  replaceDateTriggers,
} from './queries.ts'

/** Rules and sequences that start a number of days before or after a date of the person. */

const work = { kind: 'outreach.dates', table: 'date_triggers', key: ['agent_key', 'kind', 'id'] } as const

function listDateTriggers({ automatedOutreach, sequences }: AgentDefinition): DateTrigger[] {
  const of = (kind: DateTriggerKind, id: string, trigger?: OutreachTrigger): DateTrigger[] =>
    trigger?.date ? [{ kind, id, date: trigger.date }] : []
  return [
    ...automatedOutreach.flatMap(({ id, trigger }) => of('rule', id, trigger)),
    ...sequences.flatMap(({ id, entry }) => of('sequence', id, entry)),
  ]
}

/** A new trigger begins with the next day whose hour comes: it sends nothing that was due before it existed. */
export const createDateTriggerListener =
  ({ world }: { world: Pick<World, 'now'> }): DefinitionListener =>
  async (tx, agent, { before, definition, changed }) => {
    if (!changed.includes('automatedOutreach') && !changed.includes('sequences')) return
    const triggers = listDateTriggers(definition)
    if (triggers.length === 0 && listDateTriggers(before).length === 0) return
    const rows = triggers.map((trigger) => {
      const doneUntil = findLastDueDay(trigger.date, world.now())
      return { ...trigger, doneUntil, dueAt: findNextDueTime(trigger.date, doneUntil) }
    })
    await replaceDateTriggers(tx, agent, rows)
    nudge(tx, work.kind)
  }

type DateWorkDeps = Pick<OutreachDeps, 'db' | 'world' | 'definitions'>
type DateTriggerUpdate = { done_until?: Day; until_day?: Day | null; cursor?: number }

const peoplePerChunk = 2_000

/** Looks through the people once a day, in chunks that commit with what they triggered. */
export function dateTriggerWork({ db, world, definitions }: DateWorkDeps) {
  return defineWork({
    ...work,
    concurrency: 2,
    retry: { attempts: Number.POSITIVE_INFINITY, baseSeconds: 5, maxSeconds: 600 },
    maxCrashes: 100_000,
    async perform(row): Promise<WorkOutcome<DateTriggerUpdate>> {
      const agent = await findAgentByKey(db, row.agent_key)
      if (!agent) return finish()
      const target = findTarget(await definitions.read(db, agent), row)
      if (!target) {
        const key = { kind: row.kind as DateTriggerKind, id: row.id }
        return finish({ write: (tx) => deleteDateTrigger(tx, agent, key) })
      }
      return lookThrough(agent, row, target, { db, world })
    },
  })
}

type DatedTarget = {
  trigger: OutreachTrigger
  date: TriggerDate
  isEnabled: boolean
  start(tx: Db, agent: AgentKey, personIds: readonly string[], world: World): Promise<void>
}

function findTarget(definition: AgentDefinition, { kind, id }: DateTriggerRow): DatedTarget | undefined {
  if (kind === 'rule') {
    const rule = definition.automatedOutreach.find((one) => one.id === id)
    if (!rule?.trigger.date) return undefined
    const { trigger, enabled = true } = rule
    return {
      ...{ trigger, date: rule.trigger.date, isEnabled: enabled },
      start: (tx, agent, personIds, world) => enqueueRuleRows(tx, agent, { rule, personIds, now: world.now() }),
    }
  }
  const sequence = definition.sequences.find((one) => one.id === id)
  if (!sequence?.entry?.date) return undefined
  const { entry, enabled = true } = sequence
  return {
    ...{ trigger: entry, date: sequence.entry.date, isEnabled: enabled },
    start: (tx, agent, personIds, world) => enrollPeople(tx, agent, { sequence, personIds }, { world }),
  }
}

async function lookThrough(
  agent: AgentKey,
  row: DateTriggerRow,
  { trigger, date, isEnabled, start }: DatedTarget,
  { db, world }: Pick<DateWorkDeps, 'db' | 'world'>,
): Promise<WorkOutcome<DateTriggerUpdate>> {
  const { done_until: done, cursor } = row
  const until = row.until_day ?? findLastDueDay(date, world.now())
  if (until <= done) return continueAt(findNextDueTime(date, done))
  const end = { done_until: until, until_day: null, cursor: 0 }
  const next = findNextDueTime(date, until)
  if (!isEnabled) return continueAt(next, { set: end })
  const wanted = listWantedDates(date, { done, until })
  const { ids, upTo, looked } = await findDatedPeople(db, agent, { ...wanted, after: cursor, most: peoplePerChunk })
  const isLast = looked < peoplePerChunk
  return continueAt(isLast ? next : world.now(), {
    set: isLast ? end : { until_day: until, cursor: upTo },
    async write(tx) {
      if (ids.length === 0) return
      const there = await lockExistingPeople(tx, agent, ids)
      await start(tx, agent, await personProfiles.matching(tx, agent, trigger.filter ?? {}, there), world)
    },
  })
}
