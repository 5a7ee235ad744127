import type { Db } from '../../platform/db/database.ts'
import type { OrgKey } from '../../platform/http/route.ts'
import { agentListing } from '../agents/index.ts'
import type { InsightWindow } from './days/window.ts'
import {
  type AgentCost,
  type AgentOutcome,
  countAgentOutcomes,
  countOpenQuestions,
  sumAgentCosts,
} from './queries/overview.ts'
import type { AgentInsight, OutcomeTotals } from './schemas.ts'

const zero = { sessions: 0, contained: 0, questions: 0, unanswered: 0, handedOver: 0, goalsReached: 0, errors: 0 }

/** The outcomes of each agent of the org, sorted by name, next to those of the same time before. */
export async function listAgentInsights(db: Db, org: OrgKey, { start, end }: InsightWindow): Promise<AgentInsight[]> {
  const agents = await agentListing.listOfOrg(db, org)
  const keys = agents.map(({ key }) => key)
  const before = new Date(start.getTime() - (end.getTime() - start.getTime()))
  const [outcomes, costs, questions] = await Promise.all([
    countAgentOutcomes(db, keys, { before, start, end }),
    sumAgentCosts(db, keys, { before, start, end }),
    countOpenQuestions(db, keys, { start, end }),
  ])
  const waiting = new Map(questions.map((one) => [one.agentKey, one]))
  return agents.map(({ key, id: agentId, name }) => {
    const open = waiting.get(key)
    const totals = (isCurrent: boolean) => selectTotals({ outcomes, costs }, { agentKey: key, isCurrent })
    return {
      ...{ agentId, name, current: totals(true), previous: totals(false), openQuestions: open?.open ?? 0 },
      ...(open && { topQuestion: { id: open.id, question: open.question, count: open.count } }),
    }
  })
}

type Counted = { outcomes: readonly AgentOutcome[]; costs: readonly AgentCost[] }

function selectTotals(
  { outcomes, costs }: Counted,
  { agentKey, isCurrent }: { agentKey: number; isCurrent: boolean },
): OutcomeTotals {
  const isMeant = (one: { agentKey: number; isCurrent: boolean }) =>
    one.agentKey === agentKey && one.isCurrent === isCurrent
  const { agentKey: _, isCurrent: __, ...counts } = outcomes.find(isMeant) ?? { agentKey, isCurrent, ...zero }
  const cost = costs.find(isMeant)
  return { ...counts, ...(cost && { cost: { amount: cost.amount, currency: cost.currency } }) }
}
