import type { AgentDefinition } from '@parley/definition'
import { decide } from '@parley/guardrails'
import type { AgentKey } from '../../../platform/http/route.ts'
import { readPersonSlots } from '../../people/index.ts'
import type { OutreachDeps } from '../deps.ts'
import { openingOf } from '../opener.ts'
import { factsOf, type Reached } from '../reachability/facts.ts'
import { findPlace, readReached } from '../reachability/queries.ts'
import { outreachChannel } from '../sends/recipient.ts'
import type { Hold } from '../sends/send.ts'
import { afterDelay } from './follow-up.ts'
import { type FollowUpRow, findFollowed } from './queries.ts'

export type JudgeDeps = Pick<OutreachDeps, 'db' | 'world' | 'definitions' | 'channels'>

type Outreach = AgentDefinition['outreaches'][number]
type Follows = Outreach & { followUp: NonNullable<Outreach['followUp']> }

/** What is to become of a follow-up. */
export type Verdict =
  | { kind: 'stop'; reason: string }
  | { kind: 'over' }
  | { kind: 'wait'; until: Date; reason?: Hold }
  | { kind: 'send'; aml: string; outreach: Follows }

/** Document 2, Guardrails by send origin, Scheduled follow-up; with all that may have changed since the send. */
export async function judge(agent: AgentKey, row: FollowUpRow, deps: JudgeDeps): Promise<Verdict> {
  const definition = await deps.definitions.read(deps.db, agent)
  const outreach = definition.outreaches.find(({ id }) => id === row.outreach_id)
  if (!outreach) return stop('outreach_deleted')
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
  deps: JudgeDeps,
): Promise<Verdict> {
  const { db, world } = deps
  const { person_id: personId, asid } = row
  const held = await heldUntil(agent, row, outreach, deps)
  const reached = (await readReached(db, agent, [personId])).get(personId)
  if (!reached) return stop('no_channel_identity')
  if (await hasAnswered(agent, row, { reached, db })) return stop('answered')
  const place = await findPlace(db, agent, { personKey: reached.personKey, asid })
  if (!place) return held ?? stop('no_channel_identity')
  const terms = { now: world.now(), class: outreach.class, settings: definition.sendingSettings }
  const decision = decide('followUp', factsOf({ ...reached, identity: place }, 'followUp', terms))
  if (decision.verdict === 'no') return stop(decision.reason)
  if (held) return held
  if (decision.verdict === 'wait') return { kind: 'wait', until: decision.until, reason: decision.reason as Hold }
  const person = await readPersonSlots(db, agent, personId)
  const message = openingOf(definition, outreach.followUp.templateId, person ?? {})
  return 'aml' in message ? { kind: 'send', aml: message.aml, outreach } : stop('template_blocked')
}

/** Switching it on requests a recheck; the day is a safety net. */
const offMilliseconds = 86_400_000

/** What is waited for before the person is asked about: what is off, then the delay, which may have been changed. */
async function heldUntil(
  agent: AgentKey,
  row: FollowUpRow,
  outreach: Follows,
  { world, channels }: JudgeDeps,
): Promise<Verdict | undefined> {
  const now = world.now()
  const off = (reason: Hold): Verdict => ({ kind: 'wait', until: new Date(now.getTime() + offMilliseconds), reason })
  if (!outreach.enabled) return off('outreach_disabled')
  const binding = await channels.on(agent, outreachChannel)
  if (binding && binding.status !== 'Active') return off('binding_disabled')
  const dueAt = row.delayed_from && afterDelay(outreach.followUp, row.delayed_from)
  return dueAt && dueAt > now ? { kind: 'wait', until: dueAt } : undefined
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
