import { type AgentDefinition, findOutreach } from '@parley/definition'
import { decide } from '@parley/guardrails'
import type { AgentKey } from '../../../platform/http/route.ts'
import { recipients } from '../../people/index.ts'
import type { OutreachDeps } from '../deps.ts'
import { openingOf } from '../opener.ts'
import { wasSent } from '../rules/queries.ts'
import { missingInputs } from './plan.ts'
import type { SendRow } from './queries.ts'
import type { FailureReason } from './send.ts'

/** What is handed over, and where the answer belongs. */
export type Ready = { aml: string }
/** Its Outreach was deleted. */
export type Cancelled = { state: 'cancelled'; detail: string }
/** Why nothing was attempted. */
export type Unready = { state: 'failed' | 'suppressed'; reason: FailureReason; detail: string }

/** Not now. */
export type Waiting = { until: Date }

const longestWaitMilliseconds = 86_400_000

/** Looks at everything again that may have changed since the send was accepted. */
export async function readyOf(
  agent: AgentKey,
  row: SendRow,
  { db, world, definitions }: Pick<OutreachDeps, 'db' | 'world' | 'definitions'>,
): Promise<Ready | Unready | Waiting | Cancelled> {
  if (world.now().getTime() - row.queued_at.getTime() > longestWaitMilliseconds) {
    return failed('dispatch_failed', 'The send could not be handed over within 24 hours')
  }
  const [definition, { person, identity }] = await Promise.all([
    definitions.read(db, agent),
    recipients.byAsid(db, agent, row.asid),
  ])
  const outreachThere = definition.outreaches.find(({ id }) => id === row.outreach_id)
  // Many of one Outreach are marked when it is deleted, so that one of the same name later does not take them over.
  if (!outreachThere || row.detail !== null) return cancelled(row)
  if (!identity || person?.id !== row.person_id) {
    return failed('no_channel_identity', 'The Person does not hold the identity any more')
  }
  if (identity.optedOut) return suppressed('opted_out', 'The person has said STOP')
  if (person.consent.status === 'denied') return denied(row)
  if (!outreachThere.enabled) return suppressed('outreach_unavailable', 'The Outreach is turned off')
  if (row.origin === 'automated' && (await wasSent(db, agent, namesOf(row)))) {
    return suppressed('outreach_unavailable', 'The Outreach was sent to the person before')
  }
  const until = row.origin === 'automated' ? hoursOf(definition, row, world.now()) : undefined
  if (until) return { until }
  const outreach = findOutreach(definition, row.outreach_id)
  const inputs = (row.inputs ?? {}) as Record<string, string>
  const missing = missingInputs(outreach, person, inputs)
  if (missing.length > 0) return suppressed('missing_inputs', `The opener needs ${missing.join(', ')}`)
  const opener = openingOf(definition, outreach.openerTemplateId, person, inputs)
  if ('aml' in opener) return { aml: opener.aml }
  return suppressed('template_blocked', `The opener cannot be sent without ${opener.slot ?? 'any words'}`)
}

/** A retry, or a worker that was away, must not begin a conversation at night. */
function hoursOf(definition: AgentDefinition, { rule_id }: SendRow, now: Date): Date | undefined {
  const { sendWindow, ignoreSafeHours } = definition.automatedOutreach.find(({ id }) => id === rule_id) ?? {}
  const facts = { now, consent: 'granted', stopped: false, class: 'service' } as const
  const decision = decide('automated', { ...facts, settings: definition.sendingSettings, sendWindow, ignoreSafeHours })
  return decision.verdict === 'wait' ? decision.until : undefined
}

/** People who were joined may both have had it coming. */
const namesOf = ({ id, person_id, outreach_id }: SendRow) => ({
  personId: person_id,
  outreachId: outreach_id,
  otherThan: id,
})

const cancelled = ({ detail, outreach_id }: SendRow): Cancelled => ({
  state: 'cancelled',
  detail: detail ?? `The Outreach (${outreach_id}) was deleted`,
})

/** Named sends never say no_consent: the caller owns consent, and hears what a STOP would say. */
function denied({ origin }: SendRow): Unready {
  const detail = 'The consent on record is denied'
  return suppressed(origin === 'named' ? 'opted_out' : 'no_consent', detail)
}

const failed = (reason: FailureReason, detail: string): Unready => ({ state: 'failed', reason, detail })
const suppressed = (reason: FailureReason, detail: string): Unready => ({ state: 'suppressed', reason, detail })
