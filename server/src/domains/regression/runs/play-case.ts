import type { EmulatedChannel } from '@parley/amf'
import {
  type ActingTurn,
  type CaseDocument,
  type CaseObservation,
  type CaseTurn,
  type CheckVerdict,
  checkCase,
  checkTurns,
  isWait,
  type ObservedMessage,
  type ObservedTurn,
  platformLimits,
  resolveDirective,
  toActionInput,
  toUnits,
  weighTokens,
} from '@parley/testcase'
import type { AgentKey } from '../../../platform/http/route.ts'
import { findPreset, toSandboxPerson } from '../cases/sandbox-person.ts'
import {
  JudgeError,
  type JudgeFor,
  type PlayedTurnRecord,
  type RegressionDeps,
  type TokenCounts,
  type TranscriptLine,
} from '../deps.ts'
import { createResultPerson } from './queries/result-person.ts'
import type { ResultLease } from './queries/results.ts'
import type { CaseOutcome, ErrorStage, ResultEffect, ResultUsage } from './run.ts'
import { toAgentLines, toEffectLines, toPersonLine, toWaitLine } from './transcript.ts'

export type PlayDeps = Pick<RegressionDeps, 'db' | 'personas' | 'sandbox' | 'sandboxConversations' | 'turns'> & {
  judgeFor: JudgeFor
}

export type PlayRequest = {
  agent: AgentKey
  lease: ResultLease
  document: CaseDocument
  suiteChannel?: EmulatedChannel
  /** Called before each turn, because the run may be paused or canceled in the meantime. */
  shouldContinue(): Promise<boolean>
  signal: AbortSignal
}

/** Limit for a whole turn including tool calls; a longer turn is aborted. */
const turnMilliseconds = 120_000

class CaseError extends Error {
  readonly stage: ErrorStage
  constructor(stage: ErrorStage, message: string) {
    super(message)
    this.stage = stage
  }
}

type PlayState = {
  asid: string
  channel: EmulatedChannel
  turns: ObservedTurn[]
  transcript: TranscriptLine[]
  effects: ResultEffect[]
  turnIds: string[]
  agentTokens: TokenCounts
  judgeTokens?: TokenCounts
  activePlaybook?: string
  /** The person's clock is ahead of real time. */
  hasWaited?: true
}

/**
 * Plays a case in the sandbox from its scenario to its verdict. Returns undefined when the run stopped before the end.
 */
export async function playCase(request: PlayRequest, deps: PlayDeps): Promise<CaseOutcome | undefined> {
  const state = createPlayState()
  try {
    await setUpScenario(request, state, deps)
    for (const [turnIndex, directive] of request.document.turns.entries()) {
      if (!(await request.shouldContinue())) return undefined
      await playTurn(request, state, { directive, turnIndex }, deps)
    }
    return (await request.shouldContinue()) ? await evaluateCase(request, state, deps) : undefined
  } catch (error) {
    if (!(error instanceof CaseError)) throw error
    return createOutcome(state, { state: 'errored', error: { stage: error.stage, message: error.message } })
  }
}

const noTokens = (): TokenCounts => ({ inputTokens: 0, outputTokens: 0, cacheReadTokens: 0 })

function createPlayState(): PlayState {
  const none = { turns: [], transcript: [], effects: [], turnIds: [] }
  return { asid: '', channel: 'rcs', ...none, agentTokens: noTokens() }
}

async function setUpScenario(
  request: PlayRequest,
  state: PlayState,
  { db, personas, sandbox, sandboxConversations }: PlayDeps,
): Promise<void> {
  const { agent, lease, document, suiteChannel } = request
  const { turns, scenario: { start, persona } = {} } = document
  if (turns.length === 0) {
    throw new CaseError('scenario', 'The case is a draft: compile it, or write its turns, before running it')
  }
  const preset = await findPreset(db, agent, document, personas)
  if (!preset)
    throw new CaseError('scenario', `The persona ${persona && 'id' in persona ? persona.id : ''} does not exist`)
  const cast = toSandboxPerson({ document, suiteChannel, preset })
  state.channel = cast.channel
  state.asid = await createResultPerson(db, agent, lease, (tx) => sandbox.createPerson(tx, agent, cast))
  const opened = await sandbox.start(agent, state.asid, { channel: state.channel, start })
  if (!opened.ok) throw new CaseError('scenario', opened.reason)
  const messages =
    start && !start.inbound && !start.resume ? await sandboxConversations.listMessages(agent, state.asid, 10) : []
  if (messages.length === 0) return
  state.turns.push({ messages: messages, toolCalls: [], outcomes: [], warnings: [], modelCalls: 0 })
  state.transcript.push(...toAgentLines(messages))
}

type PlayStep<Turn extends CaseTurn = CaseTurn> = { directive: Turn; turnIndex: number }

function playTurn(request: PlayRequest, state: PlayState, step: PlayStep, deps: PlayDeps): Promise<void> {
  const { directive, turnIndex } = step
  if (isWait(directive)) return playWait(request, state, { directive, turnIndex }, deps)
  const act = () => playAction(request, state, { directive, turnIndex }, deps)
  return state.hasWaited ? deps.sandbox.withClock(request.agent, state.asid, act) : act()
}

/** Time passes: what the agent sends meanwhile is the reply to this turn. */
async function playWait(
  { agent }: PlayRequest,
  state: PlayState,
  { directive, turnIndex }: PlayStep<Extract<CaseTurn, { wait: unknown }>>,
  { sandbox, sandboxConversations }: PlayDeps,
): Promise<void> {
  const { asid } = state
  const { minutes } = directive.wait
  const { happened } = await sandbox.advance(agent, asid, minutes)
  state.hasWaited = true
  const sent = new Set(happened.flatMap(({ messageIds = [] }) => messageIds))
  const shown = sent.size > 0 ? await sandboxConversations.listMessages(agent, asid, sent.size + 50) : []
  const messages = shown.filter(({ messageId }) => sent.has(messageId))
  const events = happened.map(({ kind }) => kind)
  state.turns.push({
    ...{ directive, turnIndex, messages },
    ...{ toolCalls: [], outcomes: [], warnings: [], modelCalls: 0 },
  })
  state.transcript.push(toWaitLine({ directive, turnIndex }, events), ...toAgentLines(messages, turnIndex))
}

async function playAction(
  request: PlayRequest,
  state: PlayState,
  step: PlayStep<ActingTurn>,
  deps: PlayDeps,
): Promise<void> {
  const { agent } = request
  const { deed, via } = resolveAction(step, state)
  state.transcript.push(toPersonLine(step, deed, via))
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(turnMilliseconds)])
  const partner = { asid: state.asid, channel: state.channel }
  const rehearsed = await deps.sandboxConversations.runTurn(agent, partner, deed, signal)
  const { eventId, messages } = rehearsed
  const record =
    (await deps.turns.findByEvent(deps.db, agent, eventId)) ??
    (await deps.turns.saveWebhookTurn(deps.db, agent, {
      ...partner,
      ...toWebhookTurn(rehearsed),
      input: toActionInput(deed),
    }))
  const warnings = [...new Set([...record.warnings, ...rehearsed.warnings])]
  recordTurn(state, step, { record, messages, warnings })
  const { error } = record.modelCalls.at(-1) ?? {}
  if (error !== undefined) throw new CaseError('turn', `Turn ${step.turnIndex + 1}: the model failed: ${error}`)
  assertWithinCeiling(state)
}

function assertWithinCeiling(state: PlayState): void {
  const ceiling = platformLimits.perCaseUnitCeiling
  if (computeUsage(state).units <= ceiling) return
  throw new CaseError('budget', `The case costs more than ${ceiling} units: make it shorter, or split it`)
}

type SandboxReply = Awaited<ReturnType<PlayDeps['sandboxConversations']['runTurn']>>

function toWebhookTurn({ eventId, sessionId, messages, warnings, optsOut }: SandboxReply) {
  const outcomes = messages.map(({ messageId, message, text }) => ({ messageId, accepted: true, text, message }))
  return { eventId, sessionId, messages: outcomes, warnings, optsOut }
}

/** Resolves what the person does. Types the fallback text, if the case has one, when there is nothing to tap. */
function resolveAction({ directive, turnIndex }: PlayStep<ActingTurn>, { turns }: PlayState) {
  const resolved = resolveDirective(
    directive,
    turns.flatMap(({ messages }) => messages),
  )
  if (!('missing' in resolved)) return { deed: resolved, via: getVia(resolved.kind) }
  if (resolved.missing === 'simulate') {
    throw new CaseError('simulate', "Simulated turns are not available yet: write the person's turns")
  }
  if (resolved.fallback !== undefined)
    return { deed: { kind: 'says', text: resolved.fallback } as const, via: 'text' as const }
  const wanted = JSON.stringify(directive)
  throw new CaseError(
    'turn',
    `Turn ${turnIndex + 1}: there was nothing to tap for ${wanted}, and the turn has no fallback`,
  )
}

type Via = NonNullable<TranscriptLine['via']>
const viaByAction: Record<string, Via> = { says: 'text', sends: 'text', taps: 'tap', system: 'system' }
const getVia = (kind: string): Via => viaByAction[kind] ?? 'text'

type TurnObservation = {
  record: PlayedTurnRecord
  messages: readonly SandboxReply['messages'][number][]
  warnings: string[]
}

function recordTurn(
  state: PlayState,
  { directive, turnIndex }: PlayStep,
  { record, messages, warnings }: TurnObservation,
): void {
  const { id, toolCalls, outcomes, modelCalls, effects, milliseconds } = record
  const observed: ObservedMessage[] = [...messages]
  state.turns.push({
    directive,
    turnIndex,
    messages: observed,
    toolCalls,
    outcomes,
    warnings,
    modelCalls: modelCalls.length,
    milliseconds,
    costs: modelCalls.flatMap(({ cost }) => cost ?? []),
  })
  state.transcript.push(...toAgentLines(messages, turnIndex), ...toEffectLines(effects, turnIndex))
  state.effects.push(...effects.map((effect) => ({ ...effect, turnIndex })))
  state.turnIds.push(id)
  state.agentTokens = modelCalls.reduce(sumTokens, state.agentTokens)
}

const sumTokens = (one: TokenCounts, other: TokenCounts): TokenCounts => ({
  inputTokens: one.inputTokens + other.inputTokens,
  outputTokens: one.outputTokens + other.outputTokens,
  cacheReadTokens: one.cacheReadTokens + other.cacheReadTokens,
})

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
    const { judged: verdict, tokens } = await judge.judge({ criteria, transcript: state.transcript }, signal)
    state.judgeTokens = tokens
    assertWithinCeiling(state)
    const isMet = verdict.criteria.every(({ pass }) => pass)
    return createOutcome(state, { state: hold && isMet ? 'passed' : 'failed', checks, judge: verdict })
  } catch (error) {
    if (!(error instanceof JudgeError)) throw error
    state.judgeTokens = error.tokens
    return createOutcome(state, { state: 'errored', checks, error: { stage: 'judge', message: error.message } })
  }
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

function computeUsage({ agentTokens, judgeTokens }: PlayState): ResultUsage {
  const weighed = (tokens: TokenCounts) => ({ ...tokens, weighted: weighTokens(tokens) })
  const [agent, judge] = [weighed(agentTokens), judgeTokens && weighed(judgeTokens)]
  return { units: toUnits(agent.weighted + (judge?.weighted ?? 0)), agent, ...(judge && { judge }) }
}
