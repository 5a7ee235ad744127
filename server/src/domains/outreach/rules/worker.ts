import { createHash } from 'node:crypto'
import type { Channel } from '@parley/amf'
import { type AgentDefinition, type AutomatedOutreach, findOutreach, type OutreachResponse } from '@parley/definition'
import { decideOutreach, type OutreachDecision, type SwitchedOff } from '@parley/guardrails'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { continueAt, defineWork, finish, newWorkColumns, nudge } from '../../../platform/work/index.ts'
import { findAgentByKey } from '../../agents/index.ts'
import type { LiveBinding } from '../../channels/index.ts'
import { findPerson, type Person, personProfiles } from '../../people/index.ts'
import { buildChannelFacts, channelsOf } from '../channels/policy.ts'
import type { EnqueueSend, OutreachDeps } from '../deps.ts'
import { buildOutreachFacts, type ChannelContact, type ContactState } from '../reachability/facts.ts'
import { readChannelContacts, readContactStates, readContactsByPerson } from '../reachability/queries.ts'
import { missingInputs } from '../sends/plan.ts'
import { findSentAutomatically, insertRuleRows, type RuleRow, type RuleRowKey, updateRuleRow } from './queries.ts'

export type RuleDecision =
  /** `capEnd`: when the frequency cap that caused the skip ends. */
  | { kind: 'skip'; reason: string; capEnd?: Date }
  /** `plannedAt`: the planned send time, when it differs from the next evaluation. */
  | { kind: 'wait'; reason?: string; until: Date; plannedAt?: Date }
  | { kind: 'send'; outreach: OutreachResponse; asid: string; channel: Channel }

export type RuleEvaluationDeps = Pick<OutreachDeps, 'definitions' | 'world' | 'channels'>

export type WaitingRow = Pick<RuleRow, 'rule_id' | 'person_id' | 'triggered_at'>

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
  const [decision] = await evaluateRuleRows(db, agent, [row], deps)
  return decision as RuleDecision
}

/** Evaluates many rows, each as it is evaluated alone, with one statement for each kind of fact. */
export async function evaluateRuleRows(
  db: Db,
  agent: AgentKey,
  rows: readonly WaitingRow[],
  deps: RuleEvaluationDeps,
): Promise<RuleDecision[]> {
  const definition = await deps.definitions.read(db, agent)
  const found = rows.map((row) => findRuleTerms(definition, row))
  const terms = found.flatMap((one) => ('rule' in one ? [one] : []))
  const facts = await readRuleFacts(db, agent, terms, deps)
  const decisions: RuleDecision[] = []
  for (const one of found) {
    if (!('rule' in one)) decisions.push(one)
    else {
      const alreadySent = facts.alreadySent.has(one)
      const contact = facts.contactOf(one.personId)
      decisions.push(await evaluateContact({ ...one, definition, alreadySent }, contact, deps.world.now()))
    }
  }
  return decisions
}

type RuleTerms = Pick<AutomatedSend, 'personId' | 'outreach' | 'plannedAt'> & {
  rule: AutomatedOutreach
  since: Date | undefined
}

function findRuleTerms(definition: AgentDefinition, row: WaitingRow): RuleTerms | (RuleDecision & { kind: 'skip' }) {
  const rule = definition.automatedOutreach.find(({ id }) => id === row.rule_id)
  if (!rule) return skip('rule_deleted')
  if (!definition.outreaches.some(({ id }) => id === rule.outreachId)) return skip('outreach_unavailable')
  return {
    personId: row.person_id,
    rule,
    outreach: findOutreach(definition, rule.outreachId),
    since: repeatsBefore(rule, row.triggered_at),
    plannedAt: new Date(row.triggered_at.getTime() + (rule.delayMinutes ?? 0) * 60_000),
  }
}

async function readRuleFacts(db: Db, agent: AgentKey, terms: readonly RuleTerms[], deps: RuleEvaluationDeps) {
  const personIds = [...new Set(terms.map(({ personId }) => personId))]
  const checks = terms.map(({ personId, outreach, since }) => ({ personId, outreachId: outreach.id, since }))
  const sent = terms.length > 0 ? await findSentAutomatically(db, agent, checks) : []
  const reached = personIds.length > 0 ? await readContactStates(db, agent, personIds) : new Map<string, ContactState>()
  const bindings = await deps.channels.listBindings(agent, db.isTransaction ? db : undefined)
  const personKeys = [...reached.values()].map(({ personKey }) => personKey)
  const channels = [...new Set(terms.flatMap(({ outreach }) => channelsOf(outreach)))]
  const contacts = personKeys.length > 0 ? await readContactsByPerson(db, agent, { personKeys, channels }) : new Map()
  let people: Map<string, Person> | undefined
  const readPerson = async (personId: string) => {
    people ??= new Map((await personProfiles.find(db, agent, personIds)).map((person) => [person.id, person]))
    return people.get(personId)
  }
  return {
    alreadySent: new Set(terms.filter((_, index) => sent[index])),
    contactOf: (personId: string): AutomatedContact => {
      const state = reached.get(personId)
      const own = state ? (contacts.get(state.personKey) ?? []) : []
      return { reached: state, contacts: own, bindings, readPerson: () => readPerson(personId) }
    },
  }
}

export type AutomatedSend = {
  personId: string
  /** The rule, or the step of a sequence. */
  rule: SendRule
  outreach: OutreachResponse
  definition: AgentDefinition
  plannedAt: Date
  /** A rule sends an Outreach to a person only once. */
  alreadySent?: boolean
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
  { rule, outreach, definition, plannedAt, alreadySent = false }: Omit<AutomatedSend, 'personId'>,
  { reached, contacts, bindings, readPerson }: AutomatedContact,
  now: Date,
): Promise<RuleDecision> {
  const { sendWindow, ignoreSafeHours } = rule
  const terms = {
    ...{ now, class: outreach.class, settings: definition.sendingSettings, sendWindow, ignoreSafeHours, plannedAt },
    obsolete: alreadySent ? ('already_sent' as const) : undefined,
    switchedOff: findSwitchedOff(rule, outreach),
    lacksInputs: plannedAt <= now && (await lacksInputs(outreach, readPerson)),
  }
  // Of a person who no longer exists, the missing identity is reported.
  const facts = reached ? buildOutreachFacts(reached, terms) : { ...terms, consent: 'granted' as const }
  const channels = buildChannelFacts(contacts, { outreach, bindings, origin: 'automated', now })
  return toRuleDecision(decideOutreach('automated', facts, channels), { outreach, contacts, plannedAt, now })
}

export function findSwitchedOff(
  rule: Pick<SendRule, 'enabled'>,
  { enabled }: Pick<OutreachResponse, 'enabled'>,
): SwitchedOff | undefined {
  if (rule.enabled === false) return 'rule_disabled'
  return enabled ? undefined : 'outreach_disabled'
}

/** Switching it on triggers a recheck; the one-day wait is only a safety net. */
const offMilliseconds = 86_400_000

type DecidedRow = Pick<AutomatedSend, 'outreach' | 'plannedAt'> & Pick<AutomatedContact, 'contacts'> & { now: Date }

function toRuleDecision(
  decision: OutreachDecision<Channel>,
  { outreach, contacts, plannedAt, now }: DecidedRow,
): RuleDecision {
  const { verdict } = decision
  if (verdict === 'no') return { ...skip(decision.reason), ...(decision.until && { capEnd: decision.until }) }
  if (verdict === 'wait') return { kind: 'wait', reason: decision.reason, until: decision.until }
  if (verdict === 'held') {
    return { kind: 'wait', reason: decision.reason, until: new Date(now.getTime() + offMilliseconds), plannedAt }
  }
  const { channel } = decision
  const { asid } = contacts.find((one) => one.channel === channel) as ChannelContact
  return { kind: 'send', outreach, asid, channel }
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

export function toRowUpdate(verdict: Exclude<RuleDecision, { kind: 'send' }>) {
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
