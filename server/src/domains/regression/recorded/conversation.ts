import type { Db } from '../../../platform/db/database.ts'
import { problem } from '../../../platform/http/problem.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { World } from '../../../platform/world.ts'
import type { Conversations } from '../../conversations/index.ts'
import { turns } from '../../runtime/index.ts'
import { unknownTest } from '../suites/refusals.ts'
import type { RecordBody } from './body.ts'
import type { Line } from './directive.ts'
import type { Turn } from './expected.ts'

export type Spoken = Conversations['spoken']
type Session = NonNullable<Awaited<ReturnType<Spoken['session']>>>

/** A conversation up to where it is recorded. */
export type Conversation = { session: Session; lines: Line[]; turns: Turn[] }

/** Document 2, Limits: history for recording is kept for so long. */
const historyMilliseconds = 30 * 86_400_000
const mostTurnsRead = 200

const refused = (detail: string) => problem('agent.test.invalid', 422, { detail, lint: [] })
export const gone = () => refused('The messages of this conversation are gone: they can be recorded for 30 days')

/** The session, before anything of it is read. */
export async function namedSession(db: Db, agent: AgentKey, body: RecordBody, spoken: Spoken) {
  const { conversationId, userId, turnId } = body
  if (conversationId === undefined && userId === undefined && turnId === undefined) {
    throw refused('One of conversationId, userId and turnId must say which conversation is meant')
  }
  const turn = turnId === undefined ? undefined : await turns.find(db, agent, turnId)
  if (turnId !== undefined && !turn) throw unknownTest('turn')
  if (turn && (conversationId ?? turn.sessionId) !== turn.sessionId) throw unknownTest('turn in that conversation')
  if (turn && (userId ?? turn.userId) !== turn.userId) throw unknownTest('turn with that user')
  const asid = turn?.userId ?? userId
  const wish = { sessionId: turn?.sessionId ?? conversationId, ...(asid !== undefined && { asid }) }
  const session = await spoken.session(db, agent, wish)
  if (session) return { session, turn }
  if (turn || (asid !== undefined && conversationId === undefined && (await spoken.knows(db, agent, asid))))
    throw gone()
  throw unknownTest('conversation')
}

type Named = Awaited<ReturnType<typeof namedSession>>

export async function readConversation(
  db: Db,
  agent: AgentKey,
  { session, turn }: Named,
  { spoken, world }: { spoken: Spoken; world: World },
): Promise<Conversation> {
  const now = world.now()
  const since = new Date(now.getTime() - historyMilliseconds)
  const all = await spoken.lines(db, agent, session, { since, now })
  const taken = await turns.ofSession(db, agent, { userId: session.asid, sessionId: session.id, limit: mostTurnsRead })
  const lines = turn ? upTo(turn, all) : all
  if (!lines.some(({ from }) => from === 'person')) throw gone()
  return { session, lines, turns: turn ? taken.slice(0, taken.findIndex(({ id }) => id === turn.id) + 1) : taken }
}

/** What was said until then, and what the agent answered to it. */
function upTo({ eventId, at }: Turn, lines: readonly Line[]): Line[] {
  const heard = lines.findLast((line) => line.from === 'person' && line.eventId === eventId)
  const until = heard?.at ?? new Date(at)
  const place = heard ? lines.indexOf(heard) : Number.POSITIVE_INFINITY
  return lines.filter((line, index) => {
    if (line.from === 'person') return index <= place && line.at <= until
    return line.eventId === undefined ? line.at <= new Date(at) : line.eventId === eventId || line.at <= until
  })
}
