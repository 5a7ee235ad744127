import { createHash } from 'node:crypto'
import type { Channel } from '@parley/amf'
import { type AgentDefinition, type AutomatedOutreach, findOutreach, type OutreachResponse } from '@parley/definition'
import { type ChannelChoice, chooseChannel, decideSend, findCapEnd, type SendBlockReason } from '@parley/guardrails'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { continueAt, defineWork, finish, newWorkColumns, nudge } from '../../../platform/work/index.ts'
import { findAgentByKey } from '../../agents/index.ts'
import type { LiveBinding } from '../../channels/index.ts'
import { findPerson, type Person, personProfiles } from '../../people/index.ts'
import { buildChannelFacts, channelsOf } from '../channels/policy.ts'
import type { EnqueueSend, OutreachDeps } from '../deps.ts'
import { buildGuardrailFacts, type ChannelContact, type ContactState } from '../reachability/facts.ts'
import { readChannelContacts, readContactStates } from '../reachability/queries.ts'
import { missingInputs } from '../sends/plan.ts'
import type { HoldReason } from '../sends/send.ts'
import { insertRuleRows, type RuleRow, type RuleRowKey, updateRuleRow, wasSentAutomatically } from './queries.ts'

export type RuleDecision =
  /** `capEnd`: when the frequency cap that caused the skip ends. */
  | { kind: 'skip'; reason: string; capEnd?: Date }
  /** `plannedAt`: the planned send time, when it differs from the next evaluation. */
  | { kind: 'wait'; reason?: string; until: Date; plannedAt?: Date }
  | { kind: 'send'; outreach: OutreachResponse; asid: string; channel: Channel }

export type RuleEvaluationDeps = Pick<OutreachDeps, 'definitions' | 'world' | 'channels'>

type WaitingRow = Pick<RuleRow, 'rule_id' | 'person_id' | 'triggered_at'>

/**
 * Evaluates the current state: rule, Outreach, binding, consent, STOP, hours, and whether the person is in a
 * conversation.
 */
async function evaluateRuleRow(
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
  const since = repeatsBefore(rule, row.triggered_at)
  if (await wasSentAutomatically(db, agent, { personId, outreachId: outreach.id, since })) return skip('already_sent')
  const plannedAt = new Date(row.triggered_at.getTime() + (rule.delayMinutes ?? 0) * 60_000)
  return evaluateAutomatedSend(db, agent, { personId, rule, outreach, definition, plannedAt }, deps)
}

export type AutomatedSend = {
  personId: string
  /** The rule, or the step of a sequence. */
  rule: SendRule
  outreach: OutreachResponse
  definition: AgentDefinition
  plannedAt: Date
}
type SendRule = Pick<AutomatedOutreach, 'enabled' | 'sendWindow' | 'ignoreSafeHours'>

/** The guardrails of everything that is sent without a request: rules and sequences. */
export async function evaluateAutomatedSend(
  db: Db,
  agent: AgentKey,
  { personId, ...send }: AutomatedSend,
  deps: RuleEvaluationDeps,
): Promise<RuleDecision> {
  const reached = (await readContactStates(db, agent, [personId])).get(personId)
  const bindings = await deps.channels.listBindings(agent, db.isTransaction ? db : undefined)
  const channels = channelsOf(send.outreach)
  const contacts = reached ? await readChannelContacts(db, agent, { ...reached, channels }) : []
  const readPerson = () => findPerson(db, agent, personId)
  return evaluateContact(send, { reached, contacts, bindings, readPerson }, deps.world.now())
}

/** What a decision reads of a person: of the database, or of the sandbox. */
export type AutomatedContact = {
  reached: ContactState | undefined
  contacts: readonly ChannelContact[]
  bindings: readonly Pick<LiveBinding, 'channel' | 'status'>[]
  readPerson(): Promise<Person | undefined>
}

export async function evaluateContact(
  { rule, outreach, definition, plannedAt }: Omit<AutomatedSend, 'personId'>,
  { reached, contacts, bindings, readPerson }: AutomatedContact,
  now: Date,
): Promise<RuleDecision> {
  const choice = chooseChannel(buildChannelFacts(contacts, { outreach, bindings, origin: 'automated', now }))
  const off = findSwitchedOff(rule, outreach, choice)
  const held = findHold(now, plannedAt, off)
  if (!reached) return held ?? skip('no_channel_identity')
  const identity = contacts.find(({ channel }) => channel === choice.channel)
  const contact = { ...reached, identity }
  const isDue = plannedAt <= now
  return evaluatePerson({ contact, choice, rule, outreach, definition, now, held, isDue, readPerson })
}

/** A channel without a binding does not count as switched off: the send fails instead. */
function findSwitchedOff(rule: SendRule, outreach: OutreachResponse, choice: ChannelChoice): HoldReason | undefined {
  if (rule.enabled === false) return 'rule_disabled'
  if (!outreach.enabled) return 'outreach_disabled'
  return choice.reason === 'binding_disabled' ? 'binding_disabled' : undefined
}

/** Switching it on triggers a recheck; the one-day wait is only a safety net. */
const offMilliseconds = 86_400_000

function findHold(now: Date, plannedAt: Date, off?: HoldReason): (RuleDecision & { kind: 'wait' }) | undefined {
  if (off) return { kind: 'wait', reason: off, until: new Date(now.getTime() + offMilliseconds), plannedAt }
  return plannedAt > now ? { kind: 'wait', until: plannedAt } : undefined
}

type EvaluationCase = {
  contact: ContactState
  choice: ChannelChoice<Channel>
  rule: SendRule
  outreach: OutreachResponse
  definition: AgentDefinition
  now: Date
  /** A hold that does not depend on the person. */
  held?: RuleDecision
  /** The rule's delay has passed. */
  isDue: boolean
  readPerson: AutomatedContact['readPerson']
}

/** Permanent reasons take precedence over temporary ones. */
async function evaluatePerson({ contact, outreach, ...given }: EvaluationCase): Promise<RuleDecision> {
  const { rule, definition, now, held, isDue, choice, readPerson } = given
  const { sendWindow, ignoreSafeHours } = rule
  const terms = { now, class: outreach.class, settings: definition.sendingSettings, sendWindow, ignoreSafeHours }
  const facts = buildGuardrailFacts(contact, 'automated', terms)
  const decision = decideSend('automated', facts)
  if (decision.verdict === 'no' && (!held || isFinal(decision.reason, contact, isDue))) {
    return { ...skip(decision.reason), ...(decision.reason === 'frequency_capped' && { capEnd: findCapEnd(facts) }) }
  }
  if (held) return held
  if (!contact.identity) return skip('no_channel_identity')
  if (choice.reason === 'no_template' || choice.reason === 'not_rcs_capable') return skip(choice.reason)
  if (await lacksInputs(outreach, readPerson)) return skip('missing_inputs')
  if (decision.verdict === 'wait') return { kind: 'wait', reason: decision.reason, until: decision.until }
  const { asid, channel } = contact.identity
  return { kind: 'send', outreach, asid, channel }
}

/** Consent may still be granted until the row is due, and a frequency cap expires; an explicit refusal is final. */
function isFinal(reason: SendBlockReason, { consent }: ContactState, isDue: boolean): boolean {
  if (reason === 'no_consent') return isDue || consent.status === 'denied'
  return reason === 'opted_out'
}

async function lacksInputs(outreach: OutreachResponse, readPerson: AutomatedContact['readPerson']): Promise<boolean> {
  return outreach.inputs.length > 0 && missingInputs(outreach, await readPerson(), {}).length > 0
}

const skip = (reason: string): RuleDecision & { kind: 'skip' } => ({ kind: 'skip', reason })

const work = {
  kind: 'outreach.rules',
  table: 'automated_rows',
  key: ['agent_key', 'rule_id', 'person_id'],
} as const

export function nudgeRuleRows(tx: Db): void {
  nudge(tx, work.kind)
}

const repeatMilliseconds = 30 * 86_400_000

/**
 * A rule sends an Outreach to a person once; one on a date of the person sends it again when the date comes again, at
 * the earliest after 30 days. Returns the time before which a send does not count.
 */
export function repeatsBefore({ trigger }: Pick<AutomatedOutreach, 'trigger'>, at: Date): Date | undefined {
  return trigger.date && new Date(at.getTime() - repeatMilliseconds)
}

type TriggeredPeople = { rule: AutomatedOutreach; personIds: readonly string[]; now: Date }

/** Inserts rows for the people a rule was triggered for, in the triggering transaction. */
export async function enqueueRuleRows(
  tx: Db,
  agent: AgentKey,
  { rule, personIds, now }: TriggeredPeople,
): Promise<void> {
  if (personIds.length === 0) return
  const { id: ruleId, outreachId, delayMinutes = 0 } = rule
  const dueAt = new Date(now.getTime() + delayMinutes * 60_000)
  const repeatBefore = repeatsBefore(rule, now)
  await insertRuleRows(tx, agent, { ruleId, outreachId, personIds, now, dueAt, repeatBefore })
  nudgeRuleRows(tx)
}

export type RuleWorkDeps = RuleEvaluationDeps & { db: Db; enqueue: EnqueueSend }
const rowKeyOf = ({ rule_id: ruleId, person_id: personId }: RuleRow): RuleRowKey => ({ ruleId, personId })

/** Applies the guardrails of Automated Outreach and enqueues the sends that pass. */
export function ruleWork(deps: RuleWorkDeps) {
  const { db } = deps
  return defineWork({
    ...work,
    concurrency: 8,
    retry: { attempts: 20, baseSeconds: 5, maxSeconds: 600 },
    maxCrashes: 200,
    async perform(row) {
      const agent = await findAgentByKey(db, row.agent_key)
      if (!agent) return finish()
      const verdict = await evaluateRuleRow(db, agent, row, deps)
      if (verdict.kind === 'send') return finish({ write: (tx) => send(tx, agent, row, deps) })
      const set = toRowUpdate(verdict)
      return verdict.kind === 'wait' ? continueAt(verdict.until, { set }) : finish({ set })
    },
    async giveUp(tx, row) {
      const agent = await findAgentByKey(tx, row.agent_key)
      if (agent) await updateRuleRow(tx, agent, rowKeyOf(row), { state: 'failed', reason: 'internal_error' })
    },
  })
}

function toRowUpdate(verdict: Exclude<RuleDecision, { kind: 'send' }>) {
  if (verdict.kind === 'skip') return { state: 'skipped', reason: verdict.reason }
  const { reason = null, until, plannedAt = until } = verdict
  return { reason, planned_at: plannedAt }
}

const minDelayMilliseconds = 1_000
const maxDelayMilliseconds = 30_000

/**
 * The person is locked, for a moment or, by an import, for minutes. Waiting here would occupy a connection, so it
 * retries later, with a delay that grows with the time already waited.
 */
export function nextCheckAt(plannedAt: Date, now: Date): Date {
  const been = now.getTime() - plannedAt.getTime()
  return new Date(now.getTime() + Math.min(Math.max(been, minDelayMilliseconds), maxDelayMilliseconds))
}

/**
 * Evaluates again under the person's lock: if two rules are about to send to one person, the second sees what the first
 * has queued.
 */
async function send(tx: Db, agent: AgentKey, row: RuleRow, deps: RuleWorkDeps): Promise<void> {
  const name = rowKeyOf(row)
  if (!(await personProfiles.tryLock(tx, agent, name.personId))) {
    return updateRuleRow(tx, agent, name, newWorkColumns(nextCheckAt(row.planned_at, deps.world.now())))
  }
  const verdict = await evaluateRuleRow(tx, agent, row, deps)
  if (verdict.kind === 'skip') return updateRuleRow(tx, agent, name, toRowUpdate(verdict))
  if (verdict.kind === 'wait') {
    return updateRuleRow(tx, agent, name, { ...toRowUpdate(verdict), ...newWorkColumns(verdict.until) })
  }
  const { outreach, asid, channel } = verdict
  const id = deps.world.newId('snd')
  const now = deps.world.now()
  const isQueued = await deps.enqueue(tx, agent, {
    ...{ id, outreachId: outreach.id, class: outreach.class, asid, channel },
    ...{ origin: 'automated', ...name, keyHash: sendKeyOf(row, outreach.id), now },
  })
  if (!isQueued) return updateRuleRow(tx, agent, name, { state: 'skipped', reason: 'already_sent' })
  const planned_at = new Date(Math.min(row.planned_at.getTime(), now.getTime()))
  await updateRuleRow(tx, agent, name, { reason: null, outreach_id: outreach.id, send_id: id, planned_at })
}

/** One key per trigger of the row. */
function sendKeyOf({ rule_id, person_id, triggered_at }: RuleRow, outreachId: string): Buffer {
  const parts = ['rule', rule_id, outreachId, person_id, triggered_at.toISOString()]
  return createHash('sha256').update(parts.join('\n')).digest()
}
