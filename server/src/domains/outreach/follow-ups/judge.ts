import type { AgentDefinition } from '@parley/definition'
import { decideSend } from '@parley/guardrails'
import type { AgentKey } from '../../../platform/http/route.ts'
import { readPersonSlots } from '../../people/index.ts'
import type { OutreachDeps } from '../deps.ts'
import { fillOpener } from '../opener.ts'
import { buildGuardrailFacts, type ContactState } from '../reachability/facts.ts'
import { findContactIdentity, readContactStates } from '../reachability/queries.ts'
import { outreachChannel } from '../sends/recipient.ts'
import type { HoldReason } from '../sends/send.ts'
import { addFollowUpDelay } from './follow-up.ts'
import { type FollowUpRow, findFollowedSend } from './queries.ts'

export type FollowUpEvaluationDeps = Pick<OutreachDeps, 'db' | 'world' | 'definitions' | 'channels'>

type Outreach = AgentDefinition['outreaches'][number]
type OutreachWithFollowUp = Outreach & { followUp: NonNullable<Outreach['followUp']> }

/** What is to become of a follow-up. */
export type FollowUpDecision =
  | { kind: 'stop'; reason: string }
  | { kind: 'over' }
  | { kind: 'wait'; until: Date; reason?: HoldReason }
  | { kind: 'send'; aml: string; outreach: OutreachWithFollowUp }

/** Document 2, Guardrails by send origin, Scheduled follow-up; with all that may have changed since the send. */
export async function evaluateFollowUp(
  agent: AgentKey,
  row: FollowUpRow,
  deps: FollowUpEvaluationDeps,
): Promise<FollowUpDecision> {
  const definition = await deps.definitions.read(deps.db, agent)
  const outreach = definition.outreaches.find(({ id }) => id === row.outreach_id)
  if (!outreach) return stop('outreach_deleted')
  const { followUp } = outreach
  if (!followUp) return stop('follow_up_removed')
  if (row.times >= (followUp.maxTimes ?? 1)) return { kind: 'over' }
  return evaluatePerson(agent, row, { definition, outreach: { ...outreach, followUp } }, deps)
}

type FollowUpConfig = { definition: AgentDefinition; outreach: OutreachWithFollowUp }

async function evaluatePerson(
  agent: AgentKey,
  row: FollowUpRow,
  { definition, outreach }: FollowUpConfig,
  deps: FollowUpEvaluationDeps,
): Promise<FollowUpDecision> {
  const { db, world } = deps
  const { person_id: personId, asid } = row
  const held = await findHold(agent, row, outreach, deps)
  const reached = (await readContactStates(db, agent, [personId])).get(personId)
  if (!reached) return stop('no_channel_identity')
  if (await hasAnswered(agent, row, { reached, db })) return stop('answered')
  const place = await findContactIdentity(db, agent, { personKey: reached.personKey, asid })
  if (!place) return held ?? stop('no_channel_identity')
  const terms = { now: world.now(), class: outreach.class, settings: definition.sendingSettings }
  const decision = decideSend('followUp', buildGuardrailFacts({ ...reached, identity: place }, 'followUp', terms))
  if (decision.verdict === 'no') return stop(decision.reason)
  if (held) return held
  if (decision.verdict === 'wait') return { kind: 'wait', until: decision.until, reason: decision.reason as HoldReason }
  const person = await readPersonSlots(db, agent, personId)
  const message = fillOpener(definition, outreach.followUp.templateId, person ?? {})
  return 'aml' in message ? { kind: 'send', aml: message.aml, outreach } : stop('template_blocked')
}

/** Switching it on requests a recheck; the day is a safety net. */
const offMilliseconds = 86_400_000

/** What is waited for before the person is asked about: what is off, then the delay, which may have been changed. */
async function findHold(
  agent: AgentKey,
  row: FollowUpRow,
  outreach: OutreachWithFollowUp,
  { world, channels }: FollowUpEvaluationDeps,
): Promise<FollowUpDecision | undefined> {
  const now = world.now()
  const off = (reason: HoldReason): FollowUpDecision => ({
    kind: 'wait',
    until: new Date(now.getTime() + offMilliseconds),
    reason,
  })
  if (!outreach.enabled) return off('outreach_disabled')
  const binding = await channels.findByChannel(agent, outreachChannel)
  if (binding && binding.status !== 'Active') return off('binding_disabled')
  const dueAt = row.delayed_from && addFollowUpDelay(outreach.followUp, row.delayed_from)
  return dueAt && dueAt > now ? { kind: 'wait', until: dueAt } : undefined
}

/** On any of their channels: nobody is nudged who is talking with us. */
async function hasAnswered(
  agent: AgentKey,
  row: FollowUpRow,
  { reached, db }: { reached: ContactState } & Pick<FollowUpEvaluationDeps, 'db'>,
): Promise<boolean> {
  const { sentAt = row.created_at, respondedAt } = (await findFollowedSend(db, agent, row.send_id)) ?? {}
  return respondedAt !== undefined || (reached.writtenAt !== undefined && reached.writtenAt > sentAt)
}

const stop = (reason: string): FollowUpDecision => ({ kind: 'stop', reason })
