import type { AgentDefinition } from '@parley/definition'
import { decide } from '@parley/guardrails'
import type { AgentKey } from '../../../platform/http/route.ts'
import { readPersonSlots } from '../../people/index.ts'
import type { OutreachDeps } from '../deps.ts'
import { openingOf } from '../opener.ts'
import { factsOf, type Reached } from '../reachability/facts.ts'
import { findPlace, readReached } from '../reachability/queries.ts'
import { type FollowUpRow, findFollowed } from './queries.ts'

export type JudgeDeps = Pick<OutreachDeps, 'db' | 'world' | 'definitions'>

type Outreach = AgentDefinition['outreaches'][number]
type Follows = Outreach & { followUp: NonNullable<Outreach['followUp']> }

/** What is to become of a follow-up that is due. */
export type Verdict =
  | { kind: 'stop'; reason: string }
  | { kind: 'over' }
  | { kind: 'wait'; until: Date }
  | { kind: 'send'; aml: string; outreach: Follows }

/** Document 2, Guardrails by send origin, Scheduled follow-up; with all that may have changed since the send. */
export async function judge(agent: AgentKey, row: FollowUpRow, deps: JudgeDeps): Promise<Verdict> {
  const definition = await deps.definitions.read(deps.db, agent)
  const outreach = definition.outreaches.find(({ id }) => id === row.outreach_id)
  if (!outreach) return stop('outreach_deleted')
  if (!outreach.enabled) return stop('outreach_unavailable')
  const { followUp } = outreach
  if (!followUp) return stop('follow_up_removed')
  if (row.times >= (followUp.maxTimes ?? 1)) return { kind: 'over' }
  return judgePerson(agent, row, { definition, outreach: { ...outreach, followUp } }, deps)
}

type Configured = { definition: AgentDefinition; outreach: Follows }

async function judgePerson(
  agent: AgentKey,
  row: FollowUpRow,
  { definition, outreach }: Configured,
  { db, world }: JudgeDeps,
): Promise<Verdict> {
  const { person_id: personId, asid } = row
  const reached = (await readReached(db, agent, [personId])).get(personId)
  if (!reached) return stop('no_channel_identity')
  if (await hasAnswered(agent, row, { reached, db })) return stop('answered')
  const place = await findPlace(db, agent, { personKey: reached.personKey, asid })
  if (!place) return stop('no_channel_identity')
  const terms = { now: world.now(), class: outreach.class, settings: definition.sendingSettings }
  const decision = decide('followUp', factsOf({ ...reached, identity: place }, 'followUp', terms))
  if (decision.verdict === 'no') return stop(decision.reason)
  if (decision.verdict === 'wait') return { kind: 'wait', until: decision.until }
  const person = await readPersonSlots(db, agent, personId)
  const message = openingOf(definition, outreach.followUp.templateId, person ?? {})
  return 'aml' in message ? { kind: 'send', aml: message.aml, outreach } : stop('template_blocked')
}

/** On any of their channels: nobody is nudged who is talking with us. */
async function hasAnswered(
  agent: AgentKey,
  row: FollowUpRow,
  { reached, db }: { reached: Reached } & Pick<JudgeDeps, 'db'>,
): Promise<boolean> {
  const { sentAt = row.created_at, respondedAt } = (await findFollowed(db, agent, row.send_id)) ?? {}
  return respondedAt !== undefined || (reached.writtenAt !== undefined && reached.writtenAt > sentAt)
}

const stop = (reason: string): Verdict => ({ kind: 'stop', reason })
