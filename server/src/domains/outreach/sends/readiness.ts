import type { Delivery } from '@parley/amf'
import { type AgentDefinition, findOutreach } from '@parley/definition'
import type { ConsentStatus, OutreachClass } from '@parley/definition/vocabulary'
import { decideOutreach, type OpenHours, type OutreachDecision, reachedOn } from '@parley/guardrails'
import type { AgentKey } from '../../../platform/http/route.ts'
import { type Person, recipients } from '../../people/index.ts'
import { deliveryOf } from '../channels/policy.ts'
import type { Openers, OutreachDeps } from '../deps.ts'
import { fillOpener } from '../opener.ts'
import { wasSentAutomatically } from '../rules/queries.ts'
import { findSwitchedOff, repeatsBefore } from '../rules/worker.ts'
import { isStepOpen } from '../sequences/queries.ts'
import { findTouchStates, type TouchState } from './campaign/queries/campaign-sends.ts'
import { missingInputs } from './plan.ts'
import type { SendRow } from './queries.ts'
import type { HoldReason, SendFailureReason } from './send.ts'

export type ReadySend = { aml: string; delivery?: Delivery }
/** The Outreach was deleted, or the campaign is over. */
export type CancelledSend = { state: 'cancelled'; detail: string; outreachGone?: true }
export type RefusedSend = { state: 'failed' | 'suppressed'; reason: SendFailureReason; detail: string }
/** Not now. `heldFor`: a condition that may change earlier, which triggers another evaluation. */
export type PostponedSend = { until: Date; heldFor?: HoldReason }
export type SendReadiness = ReadySend | RefusedSend | PostponedSend | CancelledSend

const maxWaitMilliseconds = 86_400_000
/** Switching it on triggers a recheck; this is only a safety net. */
const recheckMilliseconds = 600_000
/** Resuming makes sends due at once, except those under evaluation at that moment. */
const pausedMilliseconds = 60_000
const outreachOff = 'The Outreach is turned off'
/** By then, the rival send has been sent or has ended. */
const rivalMilliseconds = 5_000

type ReadyDeps = Pick<OutreachDeps, 'db' | 'world' | 'definitions' | 'readCampaignTerms'>

/** Checks again everything that may have changed since the send was accepted. */
export async function checkSendReadiness(agent: AgentKey, row: SendRow, deps: ReadyDeps): Promise<SendReadiness> {
  const { db, world, definitions } = deps
  const now = world.now()
  // Only named sends expire: a paused campaign continues where it stopped, and a send that waits for a switch leaves
  // when it is on again.
  if (row.origin === 'named' && now.getTime() - row.queued_at.getTime() > maxWaitMilliseconds) {
    return failed('dispatch_failed', 'The send could not be dispatched within 24 hours')
  }
  const [definition, recipient, ofCampaign] = await Promise.all([
    definitions.read(db, agent),
    recipients.findByAsid(db, agent, row.asid),
    row.origin === 'campaign' ? readCampaignContext(agent, row, deps) : undefined,
  ])
  if (ofCampaign && 'state' in ofCampaign) return ofCampaign
  if (ofCampaign && 'until' in ofCampaign) return ofCampaign
  if (row.origin === 'automated' && (await wasSentAutomatically(db, agent, namesOf(row, definition)))) {
    return suppressed('outreach_unavailable', 'The Outreach was already sent to the person')
  }
  if (row.origin === 'sequence' && !(await isStepOpen(db, agent, row.id))) {
    return { state: 'cancelled', detail: 'The enrollment in the sequence has ended' }
  }
  return evaluateSend(row, { ...recipient, definition, now, ofCampaign })
}

export type CampaignSendContext = TouchState & {
  class: OutreachClass
  sendWindow?: OpenHours
  areHoursOpen?: boolean
  openers?: Openers
}

async function readCampaignContext(
  agent: AgentKey,
  row: SendRow,
  deps: ReadyDeps,
): Promise<CampaignSendContext | PostponedSend | CancelledSend> {
  const terms = await deps.readCampaignTerms(deps.db, agent, row.campaign_id ?? '')
  if (terms === 'over') return { state: 'cancelled', detail: 'The campaign has ended' }
  if (terms === 'paused') return { until: new Date(deps.world.now().getTime() + pausedMilliseconds) }
  const touched = await findTouchStates(deps.db, agent, [{ sendId: row.id, personId: row.person_id }])
  return { ...touched.get(row.id), class: row.class as OutreachClass, ...terms }
}

type EvaluatedSend = Pick<SendRow, 'origin' | 'outreach_id' | 'person_id' | 'detail' | 'inputs' | 'rule_id'> &
  Partial<Pick<SendRow, 'sequence_id' | 'step_id' | 'variant_id' | 'opener_template_id' | 'merged'>>
type SendContext = {
  definition: AgentDefinition
  person?: Person
  identity?: { optedOut: boolean }
  now: Date
  ofCampaign?: CampaignSendContext
}

export function evaluateSend(
  row: EvaluatedSend,
  { definition, person, identity, now, ofCampaign }: SendContext,
): SendReadiness {
  const outreachThere = definition.outreaches.find(({ id }) => id === row.outreach_id)
  // Deleting an Outreach marks its queued sends with a detail, so a later Outreach with the same id does not adopt
  // them.
  if (!outreachThere || row.detail !== null) return cancelled(row)
  // The person who stays may be held out, or may have a send of the campaign already.
  if (row.origin === 'campaign' && row.merged) {
    return failed('no_channel_identity', 'The Person was merged into another before the send was dispatched')
  }
  if (!identity || person?.id !== row.person_id) {
    return failed('no_channel_identity', 'The Person no longer has the identity')
  }
  const decision = decideRow(row, outreachThere, { definition, person, identity, now, ofCampaign })
  if (decision.verdict === 'no') return refuse(row, decision.reason, person.consent.status)
  if (decision.verdict === 'held') return holdFor(decision.reason as HoldReason, now)
  if (decision.verdict === 'wait') return { until: decision.until, heldFor: decision.reason as HoldReason }
  if (ofCampaign && hasOpenRival(definition, ofCampaign)) return { until: new Date(now.getTime() + rivalMilliseconds) }
  return fillOpening(definition, row, { person, openers: ofCampaign?.openers })
}

type Outreach = AgentDefinition['outreaches'][number]
type KnownContext = SendContext & Required<Pick<SendContext, 'person' | 'identity'>>

/** The same decision as when the send was accepted. Its channel is chosen already. */
function decideRow(row: EvaluatedSend, outreach: Outreach, known: KnownContext): OutreachDecision {
  const { definition, person, identity, now, ofCampaign } = known
  const switches = { now, settings: definition.sendingSettings, consent: person.consent.status }
  const channels = [reachedOn({ channel: 'chosen', stopped: identity.optedOut })]
  if (ofCampaign) {
    const { areHoursOpen = false, hasRival: _, openers: __, sendWindow, ...touched } = ofCampaign
    const { minTouchIntervalHours } = definition.sendingSettings
    const hours = areHoursOpen ? { settings: { minTouchIntervalHours } } : { sendWindow }
    const switchedOff = findSwitchedOff({}, outreach)
    return decideOutreach('campaign', { ...switches, ...touched, ...hours, switchedOff }, channels)
  }
  // The frequency cap was applied when the send was accepted.
  const terms = { ...switches, class: 'service' } as const
  if (row.origin === 'named') {
    return decideOutreach('named', { ...terms, switchedOff: findSwitchedOff({}, outreach) }, channels)
  }
  return decideOutreach('automated', { ...terms, ...readRule(definition, row, outreach) }, channels)
}

/** A retry, or a worker that was down, must not start a conversation at night. */
function readRule(definition: AgentDefinition, row: EvaluatedSend, outreach: Outreach) {
  const rule = definition.automatedOutreach.find(({ id }) => id === row.rule_id)
  const sequence = definition.sequences.find(({ id }) => id === row.sequence_id)
  const step = sequence?.steps.find(({ id }) => id === row.step_id)
  const { sendWindow = step?.sendWindow, ignoreSafeHours } = rule ?? {}
  const isSequenceOff = sequence?.enabled === false
  const switchedOff = isSequenceOff ? ('sequence_disabled' as const) : findSwitchedOff(rule ?? {}, outreach)
  return { sendWindow, ignoreSafeHours, switchedOff }
}

/** Of two marketing messages that are about to leave, the first is sent. */
function hasOpenRival({ sendingSettings }: AgentDefinition, { class: kind, hasRival }: CampaignSendContext): boolean {
  return hasRival === true && kind === 'marketing' && sendingSettings.minTouchIntervalHours !== 0
}

/** Postpones for a switch that may be turned on again at any time. */
export const holdFor = (hold: HoldReason, now: Date): PostponedSend => ({
  until: new Date(now.getTime() + recheckMilliseconds),
  heldFor: hold,
})

type OpeningContext = { person: Person; openers?: Openers }

function fillOpening(
  definition: AgentDefinition,
  row: EvaluatedSend,
  { person, openers }: OpeningContext,
): ReadySend | RefusedSend {
  const template = row.variant_id ? openers?.[row.variant_id] : (row.opener_template_id ?? undefined)
  const outreach = findOutreach(definition, row.outreach_id, template)
  const inputs = (row.inputs ?? {}) as Record<string, string>
  const missing = missingInputs(outreach, person, inputs)
  if (missing.length > 0) return suppressed('missing_inputs', `The opener needs ${missing.join(', ')}`)
  const opener = fillOpener(definition, outreach.openerTemplateId, person, inputs)
  if ('aml' in opener) return { aml: opener.aml, delivery: deliveryOf(outreach, { definition, person, inputs }) }
  return suppressed('template_blocked', `The opener cannot be sent without ${opener.slot ?? 'any text'}`)
}

/** Two merged people may each have had this send queued. */
function namesOf({ id, person_id, outreach_id, rule_id, queued_at }: SendRow, definition: AgentDefinition) {
  const rule = definition.automatedOutreach.find((one) => one.id === rule_id)
  const since = rule && repeatsBefore(rule, queued_at)
  return { personId: person_id, outreachId: outreach_id, otherThan: id, since }
}

const cancelled = ({ detail, outreach_id }: EvaluatedSend): CancelledSend => ({
  state: 'cancelled',
  detail: detail ?? `The Outreach (${outreach_id}) was deleted`,
  outreachGone: true,
})

/**
 * A named send never reports no_consent: the caller is responsible for consent, and gets the reason of a STOP instead.
 */
function refuse({ origin }: Pick<EvaluatedSend, 'origin'>, reason: string, consent: ConsentStatus): RefusedSend {
  if (reason === 'outreach_disabled') return suppressed('outreach_unavailable', outreachOff)
  if (reason === 'frequency_capped') {
    return suppressed('frequency_capped', 'The person got another marketing message recently')
  }
  if (reason === 'opted_out') return suppressed('opted_out', 'The person replied STOP')
  const detail = consent === 'denied' ? 'The recorded consent is denied' : 'There is no recorded consent'
  return suppressed(origin === 'named' ? 'opted_out' : 'no_consent', detail)
}

const failed = (reason: SendFailureReason, detail: string): RefusedSend => ({ state: 'failed', reason, detail })
const suppressed = (reason: SendFailureReason, detail: string): RefusedSend => ({ state: 'suppressed', reason, detail })
