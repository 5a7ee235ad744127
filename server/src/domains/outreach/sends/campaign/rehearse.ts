import { findOutreach } from '@parley/definition'
import { Problem } from '../../../../platform/http/problem.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'
import type { Definitions } from '../../../agents/index.ts'
import { openingOf } from '../../opener.ts'
import { missingInputs } from '../plan.ts'
import { type PersonaSendDeps, showOpening } from '../rehearsal.ts'
import type { FailureReason } from '../send.ts'
import type { Result } from './outcome.ts'

export type RehearseDeps = PersonaSendDeps & { definitions: Pick<Definitions, 'read'> }

/** `asid`: where the persona was when the campaign was staged. */
export type Rehearsing = { id: string; asid: string; personaId: string; outreachId: string }

/** A send of a campaign to somebody who is only rehearsed with. Done again after a crash it shows nothing twice. */
export async function rehearseSend(agent: AgentKey, sending: Rehearsing, deps: RehearseDeps): Promise<Result> {
  const { db, personas, rehearsals } = deps
  const { asid, personaId } = sending
  const persona = await personas.find(db, agent, personaId)
  if (persona?.asid !== asid) return ended('failed', 'no_channel_identity', 'The persona was reset or deleted')
  try {
    return await rehearsals.alone(agent, asid, () => play(agent, { ...sending, channel: persona.channel }, deps))
  } catch (error) {
    // Somebody plays with the persona just now.
    if (!(error instanceof Problem)) throw error
    return { kind: 'held', until: new Date(deps.world.now().getTime() + lookAgainMilliseconds) }
  }
}

const lookAgainMilliseconds = 5_000

type Playing = Rehearsing & Pick<NonNullable<Awaited<ReturnType<PersonaSendDeps['personas']['find']>>>, 'channel'>

async function play(agent: AgentKey, { id, asid, channel, outreachId }: Playing, deps: RehearseDeps): Promise<Result> {
  const { db, definitions, world } = deps
  const [definition, rehearsal] = await Promise.all([
    definitions.read(db, agent),
    deps.rehearsals.find(db, agent, asid),
  ])
  if (!rehearsal) return ended('failed', 'no_channel_identity', 'The persona was reset or deleted')
  if (!definition.outreaches.some((outreach) => outreach.id === outreachId)) {
    return { kind: 'cancelled', detail: `The Outreach (${outreachId}) was deleted` }
  }
  const { partner, optedOut } = rehearsal
  if (optedOut) return ended('suppressed', 'opted_out', 'The persona has said STOP')
  if (partner.consent.status !== 'granted') return ended('suppressed', 'no_consent', 'No consent is on record')
  const outreach = findOutreach(definition, outreachId)
  const missing = missingInputs(outreach, partner, {})
  if (missing.length > 0) return ended('suppressed', 'missing_inputs', `The opener needs ${missing.join(', ')}`)
  const opener = openingOf(definition, outreach.openerTemplateId, partner)
  if (!('aml' in opener)) return ended('suppressed', 'template_blocked', 'The opener cannot be filled')
  const shown = await showOpening(agent, { asid, channel, outreach, aml: opener.aml, id: `send-${id}` }, deps)
  if ('reason' in shown) return ended('failed', 'dispatch_failed', shown.detail ?? shown.reason)
  return { kind: 'sent', at: world.now(), ...shown }
}

function ended(state: 'failed' | 'suppressed', reason: FailureReason, detail: string): Result {
  return { kind: 'ended', state, reason, detail, tries: 0 }
}
