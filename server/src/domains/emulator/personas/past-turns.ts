import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Conversations } from '../../conversations/index.ts'
import type { PersonaDeps, PersonaTurnRecord } from './deps.ts'
import { inspectionOf } from './inspection.ts'
import { endPlaybookOf, type PastPersonaTurn, serializePersonaMessage } from './turn.ts'

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
  const [records, shown] = await Promise.all([
    turns.listByUser(db, agent, asid, limit),
    sandbox.listMessages(agent, asid, limit * messagesForEach),
  ])
  return combineTurns(records, shown).slice(-limit)
}

/**
 * Merges turn records with the messages shown. A message that belongs to no turn was sent proactively or through the
 * API and becomes a turn of its own.
 */
export function combineTurns(
  records: readonly PersonaTurnRecord[],
  shown: readonly ShownPersonaMessage[],
): PastPersonaTurn[] {
  const ofTurn = (turn: PersonaTurnRecord) => {
    const named = new Set(turn.messages.map(({ messageId }) => messageId))
    return shown.filter(
      (one) => named.has(one.messageId) || (one.eventId !== undefined && one.eventId === turn.eventId),
    )
  }
  const recorded = records.map((turn) => ({ turn, messages: ofTurn(turn) }))
  const known = new Set(recorded.flatMap(({ messages }) => messages.map(({ messageId }) => messageId)))
  const others = shown.filter(({ messageId, eventId }) => !known.has(messageId) && eventId === undefined)
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
