import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { dayMilliseconds } from '../../../platform/world.ts'
import type { Definitions } from '../../agents/index.ts'
import { countAgentOutcomes } from '../queries/overview.ts'
import { listUnanswered, type UnansweredRow } from '../queries/unanswered.ts'
import type { WeekReport } from './compose.ts'

const weekDays = 7

type Week = Omit<WeekReport, 'improveUrl' | 'unsubscribeUrl'>

/** The last seven days of an agent, and its open questions: those of the week first, then older ones. */
export async function readWeek(
  agent: AgentKey,
  { now, limit }: { now: Date; limit: number },
  { db, definitions }: { db: Db; definitions: Pick<Definitions, 'read'> },
): Promise<Week> {
  const end = new Date(now.getTime() + 1)
  const start = new Date(end.getTime() - weekDays * dayMilliseconds)
  const open = { state: 'open', limit } as const
  const recent = await listUnanswered(db, agent, { ...open, start, end })
  const older = recent.length < limit ? await listUnanswered(db, agent, { ...open, start: new Date(0), end }) : []
  const known = new Set(recent.map(({ id }) => id))
  const questions: UnansweredRow[] = [...recent, ...older.filter(({ id }) => !known.has(id))].slice(0, limit)
  const outcomes = await countAgentOutcomes(db, [agent.key], { before: start, start, end })
  const { sessions = 0, contained = 0, unanswered = 0 } = outcomes.find(({ isCurrent }) => isCurrent) ?? {}
  const { name: agentName } = (await definitions.read(db, agent)).agent
  return { agentName, sessions, contained, unanswered, questions }
}
