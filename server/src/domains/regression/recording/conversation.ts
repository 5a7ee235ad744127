import type { Db } from '../../../platform/db/database.ts'
import { problem } from '../../../platform/http/problem.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { World } from '../../../platform/world.ts'
import type { Conversations } from '../../conversations/index.ts'
import { turns } from '../../runtime/index.ts'
import { createTestNotFoundProblem } from '../suites/problems.ts'
import type { RecordBody } from './body.ts'
import type { RecordedTurn } from './derive-checks.ts'
import type { RecordedLine } from './directive.ts'

export type TranscriptReader = Conversations['transcripts']
type Session = NonNullable<Awaited<ReturnType<TranscriptReader['findSession']>>>

/** A conversation up to where it is recorded. */
export type RecordedConversation = { session: Session; lines: RecordedLine[]; turns: RecordedTurn[] }

/** Document 2, Limits: history for recording is kept for so long. */
const historyMilliseconds = 30 * 86_400_000
const maxTurnsRead = 200

const createInvalidProblem = (detail: string) => problem('agent.test.invalid', 422, { detail, lint: [] })
export const createExpiredProblem = () =>
  createInvalidProblem('The messages of this conversation are gone: they can be recorded for 30 days')

/** The session, before anything of it is read. */
export async function resolveSession(db: Db, agent: AgentKey, body: RecordBody, transcripts: TranscriptReader) {
  const { conversationId, userId, turnId } = body
  if (conversationId === undefined && userId === undefined && turnId === undefined) {
    throw createInvalidProblem('One of conversationId, userId and turnId must say which conversation is meant')
  }
  const turn = turnId === undefined ? undefined : await turns.find(db, agent, turnId)
  if (turnId !== undefined && !turn) throw createTestNotFoundProblem('turn')
  if (turn && (conversationId ?? turn.sessionId) !== turn.sessionId)
    throw createTestNotFoundProblem('turn in that conversation')
  if (turn && (userId ?? turn.userId) !== turn.userId) throw createTestNotFoundProblem('turn with that user')
  const asid = turn?.userId ?? userId
  const wish = { sessionId: turn?.sessionId ?? conversationId, ...(asid !== undefined && { asid }) }
  const session = await transcripts.findSession(db, agent, wish)
  if (session) return { session, turn }
  if (
    turn ||
    (asid !== undefined && conversationId === undefined && (await transcripts.hasConversation(db, agent, asid)))
  )
    throw createExpiredProblem()
  throw createTestNotFoundProblem('conversation')
}

type ResolvedSession = Awaited<ReturnType<typeof resolveSession>>

export async function loadConversation(
  db: Db,
  agent: AgentKey,
  { session, turn }: ResolvedSession,
  { transcripts, world }: { transcripts: TranscriptReader; world: World },
): Promise<RecordedConversation> {
  const now = world.now()
  const since = new Date(now.getTime() - historyMilliseconds)
  const all = await transcripts.listEntries(db, agent, session, { since, now })
  const taken = await turns.listBySession(db, agent, {
    userId: session.asid,
    sessionId: session.id,
    limit: maxTurnsRead,
  })
  const lines = turn ? truncateAtTurn(turn, all) : all
  if (!lines.some(({ from }) => from === 'person')) throw createExpiredProblem()
  return { session, lines, turns: turn ? taken.slice(0, taken.findIndex(({ id }) => id === turn.id) + 1) : taken }
}

/** What was said until then, and what the agent answered to it. */
function truncateAtTurn({ eventId, at }: RecordedTurn, lines: readonly RecordedLine[]): RecordedLine[] {
  const heard = lines.findLast((entry) => entry.from === 'person' && entry.eventId === eventId)
  const until = heard?.at ?? new Date(at)
  const place = heard ? lines.indexOf(heard) : Number.POSITIVE_INFINITY
  return lines.filter((entry, index) => {
    if (entry.from === 'person') return index <= place && entry.at <= until
    return entry.eventId === undefined ? entry.at <= new Date(at) : entry.eventId === eventId || entry.at <= until
  })
}
