import type { AgentDefinition } from '@parley/definition'
import { type AgentCoverage, CoverageCounter, type CoveredTurn } from '@parley/testcase'
import { z } from 'zod'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { instantQuery } from '../../../platform/http/schemas.ts'
import type { CoveredTurnRecord, RegressionDeps } from '../deps.ts'
import { type CoverageScope, readTurnIds } from './queries/coverage.ts'

export const CoverageQuery = z.strictObject({
  start: instantQuery.optional().meta({ description: 'ISO-8601 or milliseconds; default: 30 days ago.' }),
  end: instantQuery.optional().meta({ description: 'ISO-8601 or milliseconds; default: now.' }),
})

const counted = { covered: z.int(), of: z.int() }
const CoverageList = z.strictObject({ items: z.array(z.strictObject({ id: z.string(), times: z.int() })), ...counted })

export const CoverageResponse = z
  .strictObject({
    playbooks: z.array(
      z.strictObject({
        id: z.string(),
        steps: z.array(z.strictObject({ path: z.string(), times: z.int() })),
        ...counted,
      }),
    ),
    facts: CoverageList,
    tools: CoverageList,
    goals: CoverageList,
    rules: CoverageList,
  })
  .meta({
    id: 'TestCoverage',
    examples: [
      {
        playbooks: [{ id: 'general', steps: [{ path: 'steps[0]', times: 2 }], covered: 1, of: 1 }],
        facts: { items: [{ id: 'hours', times: 1 }], covered: 1, of: 1 },
        tools: { items: [], covered: 0, of: 0 },
        goals: { items: [], covered: 0, of: 0 },
        rules: { items: [], covered: 0, of: 0 },
      },
    ],
  })

/** Turn records are long, so they are read in portions. */
const portion = 50

/** Counts what the results in scope met, of the agent as it is now. */
export async function readCoverage(
  db: Db,
  agent: AgentKey,
  scope: CoverageScope,
  { definitions, turns }: Pick<RegressionDeps, 'definitions' | 'turns'>,
): Promise<AgentCoverage> {
  const definition: AgentDefinition = await definitions.read(db, agent)
  const counter = new CoverageCounter()
  const ids = await readTurnIds(db, agent, scope)
  for (let at = 0; at < ids.length; at += portion)
    for (const turn of await turns.listByIds(db, agent, ids.slice(at, at + portion))) counter.add(toCoveredTurn(turn))
  return counter.report(definition)
}

/** A Fact counts as met if the search was certain of it. */
const certainScore = 0.7

function toCoveredTurn({ flow, knowledge, toolCalls, goalsReached, ruleHits }: CoveredTurnRecord): CoveredTurn {
  return {
    steps: flow?.steps ?? [],
    facts: knowledge.flatMap(({ kind, id, score }) => (kind === 'fact' && score >= certainScore ? id : [])),
    tools: toolCalls.flatMap(({ name, called }) => (called ? name : [])),
    goals: goalsReached,
    rules: ruleHits.map(({ ruleId }) => ruleId),
  }
}
