import type { Channel } from '@parley/amf'
import { findOutreach } from '@parley/definition'
import { decideOutreach, reachedOn } from '@parley/guardrails'
import { Problem } from '../../../../platform/http/problem.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'
import type { Definitions } from '../../../agents/index.ts'
import type { InitiationResult } from '../../../conversations/index.ts'
import { fillOpener } from '../../opener.ts'
import { isSwitchedOff, resolveFailedOpening } from '../failed-opening.ts'
import { missingInputs } from '../plan.ts'
import { type CancelledSend, holdFor, type PostponedSend, type RefusedSend } from '../readiness.ts'
import { type PersonaSendDeps, showOpening } from '../sandbox.ts'
import type { SendFailureReason } from '../send.ts'

export type ClaimedSendResult =
  /** `asid` and `channel`: where the message went; absent in a sandbox. */
  | { kind: 'sent'; at: Date; messageId: string; text: string; asid?: string; channel?: Channel }
  | ({ kind: 'ended'; messageId?: string; tries: number } & RefusedSend)
  | { kind: 'again'; detail: string; retryAfterSeconds?: number }
  | ({ kind: 'held' } & PostponedSend)
  /** The channel may already have the message. */
  | { kind: 'unresolved'; messageId: string; detail: string }
  | { kind: 'cancelled'; detail: string }

export function toUndispatchedResult(judged: RefusedSend | PostponedSend | CancelledSend): ClaimedSendResult {
  if ('until' in judged) return { kind: 'held', ...judged }
  if (judged.state === 'cancelled') return { kind: 'cancelled', detail: judged.detail }
  return { kind: 'ended', ...judged, tries: 0 }
}

export function toDispatchedResult(opened: InitiationResult, now: Date): ClaimedSendResult {
  if (opened.kind === 'dispatched') return { ...opened, kind: 'sent' }
  if (opened.kind === 'unresolved') return opened
  if (isSwitchedOff(opened)) return { kind: 'held', ...holdFor('binding_disabled', now) }
  const { kind, ...ending } = resolveFailedOpening(opened, { isLastAttempt: false })
  const messageId = opened.kind === 'failed' ? opened.messageId : undefined
  if (kind === 'again') return { kind, ...(ending as { detail: string; retryAfterSeconds?: number }) }
  const ended = ending as RefusedSend
  return { kind: 'ended', ...ended, messageId, tries: ended.state === 'suppressed' ? 0 : 1 }
}

export type SendUpdate = {
  id: string
  state: 'queued' | 'sent' | 'failed' | 'suppressed' | 'cancelled'
  tries: number
  [column: string]: unknown
}

/** How long to wait before checking the outcome of a send, if no notification arrives earlier. */
export const unresolvedSeconds = 60

/** The same delay before the second attempt as for any send. */
export const secondAttemptSeconds = 120

export function toSendUpdate(id: string, result: ClaimedSendResult, now: Date): SendUpdate {
  if (result.kind === 'sent') {
    const { messageId: message_id, at: sent_at, asid, channel } = result
    return { id, state: 'sent', tries: 1, message_id, sent_at, asid, channel }
  }
  if (result.kind === 'ended') {
    const { state, reason, detail, tries, messageId } = result
    return { id, state, reason, detail, tries, message_id: messageId, failed_at: now }
  }
  if (result.kind === 'cancelled') return { id, state: 'cancelled', tries: 0, detail: result.detail, cancelled_at: now }
  if (result.kind === 'held') {
    return { id, state: 'queued', tries: 0, due_at: result.until, hold_reason: result.heldFor }
  }
  if (result.kind === 'unresolved') {
    const due_at = new Date(now.getTime() + unresolvedSeconds * 1000)
    return { id, state: 'queued', tries: 1, due_at, message_id: result.messageId, unresolved: true }
  }
  const seconds = Math.max(secondAttemptSeconds, result.retryAfterSeconds ?? 0)
  const due_at = new Date(now.getTime() + seconds * 1000)
  return { id, state: 'queued', tries: 1, due_at, last_error: result.detail }
}

export type SandboxSendDeps = PersonaSendDeps & { definitions: Pick<Definitions, 'read'> }

/** `asid`: the persona's sandbox identity when the campaign was staged. */
type SandboxSend = { id: string; asid: string; personaId: string; outreachId: string; openerTemplateId?: string }

/** Sends a campaign message to a persona. Repeating it after a crash shows nothing twice. */
export async function sendInSandbox(
  agent: AgentKey,
  sending: SandboxSend,
  deps: SandboxSendDeps,
): Promise<ClaimedSendResult> {
  const { db, personas, sandboxes } = deps
  const { asid, personaId } = sending
  const persona = await personas.find(db, agent, personaId)
  if (persona?.asid !== asid) return ended('failed', 'no_channel_identity', 'The persona was reset or deleted')
  try {
    return await sandboxes.withLease(agent, asid, () =>
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
  { id, asid, channel, outreachId, openerTemplateId }: SandboxSendTarget,
  deps: SandboxSendDeps,
): Promise<ClaimedSendResult> {
  const { db, definitions, world } = deps
  const [definition, rehearsal] = await Promise.all([definitions.read(db, agent), deps.sandboxes.find(db, agent, asid)])
  if (!rehearsal) return ended('failed', 'no_channel_identity', 'The persona was reset or deleted')
  if (!definition.outreaches.some((outreach) => outreach.id === outreachId)) {
    return { kind: 'cancelled', detail: `The Outreach (${outreachId}) was deleted` }
  }
  const { partner, optedOut } = rehearsal
  const outreach = findOutreach(definition, outreachId, openerTemplateId)
  // A test is for the opener: neither hours nor the cap delay it.
  const facts = { now: world.now(), consent: partner.consent.status, class: 'service', settings: {} } as const
  const decision = decideOutreach('campaign', facts, [reachedOn({ channel, stopped: optedOut })])
  if (decision.verdict === 'no') {
    return decision.reason === 'opted_out'
      ? ended('suppressed', 'opted_out', 'The persona replied STOP')
      : ended('suppressed', 'no_consent', 'There is no recorded consent')
  }
  const missing = missingInputs(outreach, partner, {})
  if (missing.length > 0) return ended('suppressed', 'missing_inputs', `The opener needs ${missing.join(', ')}`)
  const opener = fillOpener(definition, outreach.openerTemplateId, partner)
  if (!('aml' in opener)) return ended('suppressed', 'template_blocked', 'The opener cannot be filled')
  const shownResult = await showOpening(agent, { asid, channel, outreach, aml: opener.aml, id: `send-${id}` }, deps)
  if ('reason' in shownResult) return ended('failed', 'dispatch_failed', shownResult.detail ?? shownResult.reason)
  return { kind: 'sent', at: world.now(), ...shownResult }
}

function ended(state: 'failed' | 'suppressed', reason: SendFailureReason, detail: string): ClaimedSendResult {
  return { kind: 'ended', state, reason, detail, tries: 0 }
}
