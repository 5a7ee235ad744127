import {
  type Directive,
  type MissingTarget,
  type PersonAction,
  resolveDirective,
  toActionInput,
} from '@parley/testcase'
import type { z } from 'zod'
import type { Db } from '../../../platform/db/database.ts'
import { invalidRequest } from '../../../platform/http/problem.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Conversations } from '../../conversations/index.ts'
import type { PersonaDeps, PersonaTurnRecord } from './deps.ts'
import type { Persona } from './persona.ts'
import {
  type AdvanceResponse,
  endPlaybookOf,
  inspectionOf,
  type PastPersonaTurn,
  type PersonaTap,
  type PersonaTurn,
  resolveTap,
  serializePersonaMessage,
} from './turn.ts'

/** Limit for a whole turn including tool calls; a longer turn is aborted. */
const turnMilliseconds = 120_000
/** Messages that the person can still see and therefore tap. */
const maxShown = 50

export async function playTurn(
  db: Db,
  agent: AgentKey,
  { persona, directive }: { persona: Persona; directive: Directive | PersonaTap },
  deps: PersonaDeps,
): Promise<z.input<typeof PersonaTurn>> {
  const { asid, channel } = persona
  return deps.sandboxes.withLease(agent, asid, async () => {
    const visible = await deps.sandbox.listMessages(agent, asid, maxShown)
    const deed = resolveDeed(isTap(directive) ? resolveTap(directive, visible) : resolveDirective(directive, visible))
    const signal = AbortSignal.timeout(turnMilliseconds)
    const played = await deps.sandbox.runTurn(agent, { asid, channel }, deed, signal)
    const { eventId, sessionId, messages, warnings, optsOut } = played
    const accepted = messages.map(({ messageId, message, text }) => ({ messageId, accepted: true, text, message }))
    const turn =
      (await deps.turns.findByEvent(db, agent, eventId)) ??
      (await deps.turns.saveWebhookTurn(db, agent, {
        asid,
        sessionId,
        eventId,
        channel,
        input: toActionInput(deed),
        messages: accepted,
        warnings,
        optsOut,
      }))
    return { ...serializeTurn(turn, warnings), messages: messages.map(serializePersonaMessage) }
  })
}

/** Moves the persona's own clock. What is due by then happens as it would live. */
export function advancePersona(
  agent: AgentKey,
  { persona: { asid }, advance }: { persona: Persona; advance: { minutes: number; untilNext?: boolean } },
  { sandbox, sandboxes }: Pick<PersonaDeps, 'sandbox' | 'sandboxes'>,
): Promise<z.input<typeof AdvanceResponse>> {
  return sandboxes.withLease(agent, asid, async () => {
    const { now, happened } = await sandboxes.advance(agent, asid, advance)
    const sent = happened.reduce((count, { messageIds = [] }) => count + messageIds.length, 0)
    const shown = sent > 0 ? await sandbox.listMessages(agent, asid, sent + maxShown) : []
    const byId = new Map(shown.map((message) => [message.messageId, message]))
    const events = happened.map(({ at, kind, messageIds = [] }) => {
      const messages = messageIds.flatMap((id) => byId.get(id) ?? []).map(serializePersonaMessage)
      return { at: at.toISOString(), kind, ...(messages.length > 0 && { messages }) }
    })
    return { now: now.toISOString(), happened: events }
  })
}

const isTap = (directive: Directive | PersonaTap): directive is PersonaTap =>
  typeof directive === 'object' && 'tap' in directive

function serializeTurn(turn: PersonaTurnRecord, more: string[]) {
  const { id, effects, warnings } = turn
  return { turnId: id, effects, ...endPlaybookOf(turn), warnings: [...new Set([...warnings, ...more])] }
}

function resolveDeed(resolved: PersonAction | MissingTarget): PersonAction {
  if (!('missing' in resolved)) return resolved
  if (resolved.fallback !== undefined) return { kind: 'says', text: resolved.fallback }
  throw invalidRequest([{ field: 'turn', message: missingMessages[resolved.missing] }])
}

const missingMessages: Record<MissingTarget['missing'], string> = {
  chip: 'refers to a chip that cannot be tapped: add a fallback, or use a chip that is shown',
  slot: 'refers to a time that cannot be picked: add a fallback, or ask for times first',
  confirm: 'answers a confirmation that was not asked for: add a fallback',
  action: 'refers to an action that cannot be tapped',
  simulate: 'cannot be simulated: simulation is not available yet',
}

type ShownPersonaMessage = Awaited<ReturnType<Conversations['sandbox']['listMessages']>>[number]

/** Messages to load per turn: slightly more than a turn usually sends. */
const messagesForEach = 5

/** Returns the latest turns of a persona with their messages, oldest first. */
export async function listPastTurns(
  db: Db,
  agent: AgentKey,
  { asid, limit }: { asid: string; limit: number },
  { sandbox, turns }: Pick<PersonaDeps, 'sandbox' | 'turns'>,
): Promise<PastPersonaTurn[]> {
  const [records, messages] = await Promise.all([
    turns.listByUser(db, agent, asid, limit),
    sandbox.listMessages(agent, asid, limit * messagesForEach),
  ])
  return combineTurns(records, messages).slice(-limit)
}

/**
 * Merges turn records with the messages shown. A message that belongs to no turn was sent proactively or through the
 * API and becomes a turn of its own.
 */
function combineTurns(
  records: readonly PersonaTurnRecord[],
  messages: readonly ShownPersonaMessage[],
): PastPersonaTurn[] {
  const ofTurn = (turn: PersonaTurnRecord) => {
    const named = new Set(turn.messages.map(({ messageId }) => messageId))
    return messages.filter(
      (one) => named.has(one.messageId) || (one.eventId !== undefined && one.eventId === turn.eventId),
    )
  }
  const recorded = records.map((turn) => ({ turn, messages: ofTurn(turn) }))
  const known = new Set(recorded.flatMap(({ messages }) => messages.map(({ messageId }) => messageId)))
  const others = messages.filter(({ messageId, eventId }) => !known.has(messageId) && eventId === undefined)
  const all = [...recorded.map(({ turn, messages }) => toPastTurn(turn, messages)), ...others.map(toInitiatedTurn)]
  return all.sort((a, b) => a.at.localeCompare(b.at))
}

function toPastTurn(turn: PersonaTurnRecord, messages: readonly ShownPersonaMessage[]): PastPersonaTurn {
  const { id, at, input, effects, warnings } = turn
  return {
    turnId: id,
    at,
    ...(input && { input }),
    messages: messages.map(serializePersonaMessage),
    effects,
    ...endPlaybookOf(turn),
    warnings,
    inspection: inspectionOf(turn),
  }
}

function toInitiatedTurn(one: ShownPersonaMessage): PastPersonaTurn {
  return {
    turnId: one.messageId,
    at: one.at.toISOString(),
    messages: [serializePersonaMessage(one)],
    effects: [],
    warnings: [],
  }
}
