import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Conversations } from '../../conversations/index.ts'
import type { PersonaDeps, Turn } from './deps.ts'
import { inspectionOf } from './inspection.ts'
import { type PastPersonaTurn, playbookAfter, shownMessage } from './turn.ts'

type Kept = Awaited<ReturnType<Conversations['rehearser']['shown']>>[number]

/** As many messages as the turns may have brought, and a little more. */
const messagesForEach = 5

/** The last turns of a persona, oldest first, each with what came back. */
export async function pastTurns(
  db: Db,
  agent: AgentKey,
  { asid, limit }: { asid: string; limit: number },
  { rehearser, turns }: Pick<PersonaDeps, 'rehearser' | 'turns'>,
): Promise<PastPersonaTurn[]> {
  const [records, shown] = await Promise.all([
    turns.ofUser(db, agent, asid, limit),
    rehearser.shown(agent, asid, limit * messagesForEach),
  ])
  return together(records, shown).slice(-limit)
}

/** What no turn tells of, the agent sent by itself and through the API: each is a turn of its own. */
export function together(records: readonly Turn[], shown: readonly Kept[]): PastPersonaTurn[] {
  const ofTurn = (turn: Turn) => {
    const named = new Set(turn.messages.map(({ messageId }) => messageId))
    return shown.filter(
      (one) => named.has(one.messageId) || (one.eventId !== undefined && one.eventId === turn.eventId),
    )
  }
  const told = records.map((turn) => ({ turn, messages: ofTurn(turn) }))
  const known = new Set(told.flatMap(({ messages }) => messages.map(({ messageId }) => messageId)))
  const others = shown.filter(({ messageId, eventId }) => !known.has(messageId) && eventId === undefined)
  const all = [...told.map(({ turn, messages }) => pastTurn(turn, messages)), ...others.map(begunBySelf)]
  return all.sort((a, b) => a.at.localeCompare(b.at))
}

function pastTurn(turn: Turn, messages: readonly Kept[]): PastPersonaTurn {
  const { id, at, input, effects, warnings } = turn
  return {
    turnId: id,
    at,
    ...(input && { input }),
    messages: messages.map(shownMessage),
    effects,
    ...playbookAfter(turn),
    warnings,
    inspection: inspectionOf(turn),
  }
}

function begunBySelf(one: Kept): PastPersonaTurn {
  return { turnId: one.messageId, at: one.at.toISOString(), messages: [shownMessage(one)], effects: [], warnings: [] }
}
