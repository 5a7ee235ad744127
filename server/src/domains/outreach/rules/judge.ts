import { type AgentDefinition, type AutomatedOutreach, findOutreach, type OutreachResponse } from '@parley/definition'
import { decideSend, type SendBlockReason } from '@parley/guardrails'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { findPerson } from '../../people/index.ts'
import type { OutreachDeps } from '../deps.ts'
import { buildGuardrailFacts, type ContactState } from '../reachability/facts.ts'
import { readContactStates } from '../reachability/queries.ts'
import { missingInputs } from '../sends/plan.ts'
import { outreachChannel } from '../sends/recipient.ts'
import type { HoldReason } from '../sends/send.ts'
import { type RuleRow, wasSentAutomatically } from './queries.ts'

/** What is to become of a row. */
export type RuleDecision =
  | { kind: 'skip'; reason: string }
  /** `plannedAt`: when it is to be sent, where that is not when it is looked at next. */
  | { kind: 'wait'; reason?: string; until: Date; plannedAt?: Date }
  | { kind: 'send'; outreach: OutreachResponse; asid: string }

export type RuleEvaluationDeps = Pick<OutreachDeps, 'definitions' | 'world' | 'channels'>

/** What decides on a row that waits. */
type WaitingRow = Pick<RuleRow, 'rule_id' | 'person_id' | 'triggered_at'>

/** Reads all that counts as it is now: rule, Outreach, binding, consent, STOP, hours, whether the person is writing. */
export async function evaluateRuleRow(
  db: Db,
  agent: AgentKey,
  row: WaitingRow,
  deps: RuleEvaluationDeps,
): Promise<RuleDecision> {
  const { person_id: personId } = row
  const definition = await deps.definitions.read(db, agent)
  const rule = definition.automatedOutreach.find(({ id }) => id === row.rule_id)
  if (!rule) return skip('rule_deleted')
  if (!definition.outreaches.some(({ id }) => id === rule.outreachId)) return skip('outreach_unavailable')
  const outreach = findOutreach(definition, rule.outreachId)
  if (await wasSentAutomatically(db, agent, { personId, outreachId: outreach.id })) return skip('already_sent')
  const now = deps.world.now()
  const plannedAt = new Date(row.triggered_at.getTime() + (rule.delayMinutes ?? 0) * 60_000)
  const off = findSwitchedOff(rule, outreach, await bindingOf(db, agent, deps))
  const held = findHold(now, plannedAt, off)
  const reached = (await readContactStates(db, agent, [personId])).get(personId)
  if (!reached) return held ?? skip('no_channel_identity')
  return evaluatePerson(db, agent, { contact: reached, rule, outreach, definition, now, held, isDue: plannedAt <= now })
}

const bindingOf = (db: Db, agent: AgentKey, { channels }: RuleEvaluationDeps) =>
  channels.findByChannel(agent, outreachChannel, db.isTransaction ? db : undefined)

/** A channel that is not bound at all is no switch: the send fails for it. */
function findSwitchedOff(
  rule: AutomatedOutreach,
  outreach: OutreachResponse,
  binding?: { status: string },
): HoldReason | undefined {
  if (rule.enabled === false) return 'rule_disabled'
  if (!outreach.enabled) return 'outreach_disabled'
  return binding && binding.status !== 'Active' ? 'binding_disabled' : undefined
}

/** Switching it on requests a recheck; the day is a safety net. */
const offMilliseconds = 86_400_000

function findHold(now: Date, plannedAt: Date, off?: HoldReason): (RuleDecision & { kind: 'wait' }) | undefined {
  if (off) return { kind: 'wait', reason: off, until: new Date(now.getTime() + offMilliseconds), plannedAt }
  return plannedAt > now ? { kind: 'wait', until: plannedAt } : undefined
}

type EvaluationCase = {
  contact: ContactState
  rule: AutomatedOutreach
  outreach: OutreachResponse
  definition: AgentDefinition
  now: Date
  /** What it waits for before anything else is asked. */
  held?: RuleDecision
  /** Its delay is over. */
  isDue: boolean
}

/** What is final comes before what will pass. */
async function evaluatePerson(
  db: Db,
  agent: AgentKey,
  { contact, outreach, ...given }: EvaluationCase,
): Promise<RuleDecision> {
  const { rule, definition, now, held, isDue } = given
  const { sendWindow, ignoreSafeHours } = rule
  const terms = { now, class: outreach.class, settings: definition.sendingSettings, sendWindow, ignoreSafeHours }
  const decision = decideSend('automated', buildGuardrailFacts(contact, 'automated', terms))
  if (decision.verdict === 'no' && (!held || isFinal(decision.reason, contact, isDue))) return skip(decision.reason)
  if (held) return held
  if (!contact.identity) return skip('no_channel_identity')
  if (await lacksInputs(db, agent, contact, outreach)) return skip('missing_inputs')
  if (decision.verdict === 'wait') return { kind: 'wait', reason: decision.reason, until: decision.until }
  return { kind: 'send', outreach, asid: contact.identity.asid }
}

/** Consent may still be given until the row is due, and a frequency cap ends by itself; a refusal is a refusal. */
function isFinal(reason: SendBlockReason, { consent }: ContactState, isDue: boolean): boolean {
  if (reason === 'no_consent') return isDue || consent.status === 'denied'
  return reason === 'opted_out'
}

async function lacksInputs(
  db: Db,
  agent: AgentKey,
  { personId }: ContactState,
  outreach: OutreachResponse,
): Promise<boolean> {
  if (outreach.inputs.length === 0) return false
  return missingInputs(outreach, await findPerson(db, agent, personId), {}).length > 0
}

const skip = (reason: string): RuleDecision => ({ kind: 'skip', reason })
