import { findOutreach } from '@parley/definition'
import { Problem } from '../../../../platform/http/problem.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'
import type { Definitions } from '../../../agents/index.ts'
import { fillOpener } from '../../opener.ts'
import { missingInputs } from '../plan.ts'
import { type PersonaSendDeps, showOpening } from '../sandbox.ts'
import type { SendFailureReason } from '../send.ts'
import type { ClaimedSendResult } from './outcome.ts'

export type SandboxSendDeps = PersonaSendDeps & { definitions: Pick<Definitions, 'read'> }

/** `asid`: the persona's sandbox identity when the campaign was staged. */
export type SandboxSend = { id: string; asid: string; personaId: string; outreachId: string }

/** Sends a campaign message to a persona. Repeating it after a crash shows nothing twice. */
export async function sendInSandbox(
  agent: AgentKey,
  sending: SandboxSend,
  deps: SandboxSendDeps,
): Promise<ClaimedSendResult> {
  const { db, personas, rehearsals } = deps
  const { asid, personaId } = sending
  const persona = await personas.find(db, agent, personaId)
  if (persona?.asid !== asid) return ended('failed', 'no_channel_identity', 'The persona was reset or deleted')
  try {
    return await rehearsals.withLease(agent, asid, () =>
      openInSandbox(agent, { ...sending, channel: persona.channel }, deps),
    )
  } catch (error) {
    // The persona is in use by another test right now.
    if (!(error instanceof Problem)) throw error
    return { kind: 'held', until: new Date(deps.world.now().getTime() + recheckMilliseconds) }
  }
}

const recheckMilliseconds = 5_000

type SandboxSendTarget = SandboxSend &
  Pick<NonNullable<Awaited<ReturnType<PersonaSendDeps['personas']['find']>>>, 'channel'>

async function openInSandbox(
  agent: AgentKey,
  { id, asid, channel, outreachId }: SandboxSendTarget,
  deps: SandboxSendDeps,
): Promise<ClaimedSendResult> {
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
  const opener = fillOpener(definition, outreach.openerTemplateId, partner)
  if (!('aml' in opener)) return ended('suppressed', 'template_blocked', 'The opener cannot be filled')
  const shown = await showOpening(agent, { asid, channel, outreach, aml: opener.aml, id: `send-${id}` }, deps)
  if ('reason' in shown) return ended('failed', 'dispatch_failed', shown.detail ?? shown.reason)
  return { kind: 'sent', at: world.now(), ...shown }
}

function ended(state: 'failed' | 'suppressed', reason: SendFailureReason, detail: string): ClaimedSendResult {
  return { kind: 'ended', state, reason, detail, tries: 0 }
}
