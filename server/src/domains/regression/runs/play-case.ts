import type { EmulatedChannel } from '@parley/amf'
import {
  type CaseDocument,
  type CaseObservation,
  type CheckVerdict,
  checkCase,
  checkTurns,
  platformLimits,
  toUnits,
  weighTokens,
} from '@parley/testcase'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { sumCosts } from '../../models/index.ts'
import { findPreset, toSandboxPerson } from '../cases/sandbox-person.ts'
import { JudgeError, type JudgeFor, type ModelUsage, type RegressionDeps, type TokenCounts } from '../deps.ts'
import {
  CaseError,
  createPlayState,
  type PlayConversationDeps,
  type PlayState,
  playSandboxConversation,
} from './play-conversation.ts'
import { storeResultPerson } from './queries/result-person.ts'
import type { ResultLease } from './queries/results.ts'
import type { CaseOutcome, ResultUsage } from './run.ts'

export type PlayDeps = PlayConversationDeps & Pick<RegressionDeps, 'personas'> & { judgeFor: JudgeFor }

export type PlayRequest = {
  agent: AgentKey
  lease: ResultLease
  document: CaseDocument
  suiteChannel?: EmulatedChannel
  /** Called before each turn, because the run may be paused or canceled in the meantime. */
  shouldContinue(): Promise<boolean>
  signal: AbortSignal
}

/**
 * Plays a case in the sandbox from its scenario to its verdict. Returns undefined when the run stopped before the end.
 */
export async function playCase(request: PlayRequest, deps: PlayDeps): Promise<CaseOutcome | undefined> {
  const { agent, lease, document, shouldContinue, signal } = request
  const state = createPlayState()
  try {
    const conversation = {
      agent,
      person: await resolvePerson(request, deps),
      start: document.scenario?.start,
      turns: document.turns,
      storePerson: (tx: Db, asid: string) => storeResultPerson(tx, agent, lease, asid),
      shouldContinue,
      afterTurn: () => assertWithinCeiling(state),
      signal,
    }
    return (await playSandboxConversation(conversation, state, deps))
      ? await evaluateCase(request, state, deps)
      : undefined
  } catch (error) {
    if (!(error instanceof CaseError)) throw error
    return createOutcome(state, { state: 'errored', error: { stage: error.stage, message: error.message } })
  }
}

async function resolvePerson({ agent, document, suiteChannel }: PlayRequest, { db, personas }: PlayDeps) {
  const { turns, scenario: { persona } = {} } = document
  if (turns.length === 0) {
    throw new CaseError('scenario', 'The case is a draft: compile it, or write its turns, before running it')
  }
  const preset = await findPreset(db, agent, document, personas)
  if (!preset)
    throw new CaseError('scenario', `The persona ${persona && 'id' in persona ? persona.id : ''} does not exist`)
  return toSandboxPerson({ document, suiteChannel, preset })
}

function assertWithinCeiling(state: PlayState): void {
  const ceiling = platformLimits.perCaseUnitCeiling
  if (computeUsage(state).units <= ceiling) return
  throw new CaseError('budget', `The case costs more than ${ceiling} units: make it shorter, or split it`)
}

/** Passes when every check and every criterion passes. */
async function evaluateCase(request: PlayRequest, state: PlayState, deps: PlayDeps): Promise<CaseOutcome> {
  const { agent, document, signal } = request
  const observed: CaseObservation = { turns: state.turns, ...(await deps.sandbox.observe(deps.db, agent, state.asid)) }
  const { checks: wanted, judge: judging } = document.expect ?? {}
  const checks = runChecks(wanted, observed)
  const hold = checks.every(({ pass }) => pass)
  const { criteria = [] } = judging ?? {}
  if (criteria.length === 0) return createOutcome(state, { state: hold ? 'passed' : 'failed', checks })
  try {
    const judge = await deps.judgeFor(agent)
    const { judged: verdict, usage } = await judge.judge({ criteria, transcript: state.transcript }, signal)
    recordJudge(state, usage)
    assertWithinCeiling(state)
    const isMet = verdict.criteria.every(({ pass }) => pass)
    return createOutcome(state, { state: hold && isMet ? 'passed' : 'failed', checks, judge: verdict })
  } catch (error) {
    if (!(error instanceof JudgeError)) throw error
    recordJudge(state, error.usage)
    return createOutcome(state, { state: 'errored', checks, error: { stage: 'judge', message: error.message } })
  }
}

function recordJudge(state: PlayState, { tokens, costs }: ModelUsage): void {
  state.judgeTokens = tokens
  state.costs.push(...costs)
}

/** `checkCase` throws only when a check takes too much to evaluate, so the error belongs to the case. */
function runChecks(wanted: Parameters<typeof checkCase>[0], observed: CaseObservation): CheckVerdict[] {
  try {
    return [...checkCase(wanted, observed), ...checkTurns(observed)]
  } catch (error) {
    throw new CaseError('checks', error instanceof Error ? error.message : 'The checks could not be evaluated')
  }
}

function createOutcome(
  state: PlayState,
  verdict: Pick<CaseOutcome, 'state' | 'checks' | 'judge' | 'error'>,
): CaseOutcome {
  const { transcript, effects, turnIds } = state
  return { ...verdict, transcript, effects, turnIds, usage: computeUsage(state) }
}

function computeUsage({ agentTokens, judgeTokens, costs }: PlayState): ResultUsage {
  const weighed = (tokens: TokenCounts) => ({ ...tokens, weighted: weighTokens(tokens) })
  const [agent, judge] = [weighed(agentTokens), judgeTokens && weighed(judgeTokens)]
  return {
    units: toUnits(agent.weighted + (judge?.weighted ?? 0)),
    agent,
    ...(judge && { judge }),
    ...(costs.length > 0 && { costs: sumCosts(costs) }),
  }
}
