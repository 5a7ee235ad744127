import type { EmulatedChannel } from '@parley/amf'
import {
  type ActingTurn,
  type CaseTurn,
  isWait,
  type ObservedMessage,
  type ObservedTurn,
  resolveDirective,
  type Scenario,
  toActionInput,
} from '@parley/testcase'
import type { Db } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { CallCost } from '../../models/index.ts'
import type { PlayedTurnRecord, RegressionDeps, SandboxPersonRequest, TokenCounts, TranscriptLine } from '../deps.ts'
import type { ErrorStage, ResultEffect } from './run.ts'
import { toAgentLines, toEffectLines, toPersonLine, toWaitLine } from './transcript.ts'

/** Plays conversations in the sandbox: those of test cases, and those that a replay repeats. */

export type PlayConversationDeps = Pick<RegressionDeps, 'db' | 'sandbox' | 'sandboxConversations' | 'turns'>

export type PlayedConversation = {
  agent: AgentKey
  person: SandboxPersonRequest
  start?: Scenario['start']
  turns: readonly CaseTurn[]
  /** Stores the sandbox identity with the row that is played, so that neither exists without the other. */
  storePerson(tx: Db, asid: string): Promise<void>
  /** Called before each turn, because the work may be paused or canceled in the meantime. */
  shouldContinue(): Promise<boolean>
  /** Called before each turn that is played. */
  beforeTurn?(turnIndex: number): Promise<void>
  /** Called after each turn; throws to end the conversation. */
  afterTurn?(): void
  signal: AbortSignal
}

/** Limit for a whole turn including tool calls; a longer turn is aborted. */
const turnMilliseconds = 120_000

/** Ends a conversation: the case or the configuration is at fault, not Parley. */
export class CaseError extends Error {
  readonly stage: ErrorStage
  constructor(stage: ErrorStage, message: string) {
    super(message)
    this.stage = stage
  }
}

export type PlayState = {
  asid: string
  channel: EmulatedChannel
  turns: ObservedTurn[]
  /** The records of the turns, in order. */
  records: PlayedTurnRecord[]
  transcript: TranscriptLine[]
  effects: ResultEffect[]
  turnIds: string[]
  agentTokens: TokenCounts
  judgeTokens?: TokenCounts
  /** Costs of the agent and the judge. */
  costs: CallCost[]
  /** The person's clock is ahead of real time. */
  hasWaited?: true
}

const noTokens = (): TokenCounts => ({ inputTokens: 0, outputTokens: 0, cacheReadTokens: 0 })

export function createPlayState(): PlayState {
  const none = { turns: [], records: [], transcript: [], effects: [], turnIds: [], costs: [] }
  return { asid: '', channel: 'rcs', ...none, agentTokens: noTokens() }
}

/** Plays every turn with a new person, and collects in `state` what happened. Returns false if it had to stop. */
export async function playSandboxConversation(
  request: PlayedConversation,
  state: PlayState,
  deps: PlayConversationDeps,
): Promise<boolean> {
  await setUpPerson(request, state, deps)
  for (const [turnIndex, directive] of request.turns.entries()) {
    if (!(await request.shouldContinue())) return false
    await request.beforeTurn?.(turnIndex)
    await playTurn(request, state, { directive, turnIndex }, deps)
    request.afterTurn?.()
  }
  return request.shouldContinue()
}

async function setUpPerson(
  { agent, person, start, storePerson }: PlayedConversation,
  state: PlayState,
  { db, sandbox, sandboxConversations }: PlayConversationDeps,
): Promise<void> {
  state.channel = person.channel
  state.asid = await inTransaction(db, async (tx) => {
    const asid = await sandbox.createPerson(tx, agent, person)
    await storePerson(tx, asid)
    return asid
  })
  const opened = await sandbox.start(agent, state.asid, { channel: state.channel, start })
  if (!opened.ok) throw new CaseError('scenario', opened.reason)
  const messages =
    start && !start.inbound && !start.resume ? await sandboxConversations.listMessages(agent, state.asid, 10) : []
  if (messages.length === 0) return
  state.turns.push({ messages: messages, toolCalls: [], outcomes: [], warnings: [], modelCalls: 0 })
  state.transcript.push(...toAgentLines(messages))
}

type PlayStep<Turn extends CaseTurn = CaseTurn> = { directive: Turn; turnIndex: number }

function playTurn(
  request: PlayedConversation,
  state: PlayState,
  { directive, turnIndex }: PlayStep,
  deps: PlayConversationDeps,
): Promise<void> {
  if (isWait(directive)) return playWait(request, state, { directive, turnIndex }, deps)
  const act = () => playAction(request, state, { directive, turnIndex }, deps)
  return state.hasWaited ? deps.sandbox.withClock(request.agent, state.asid, act) : act()
}

/** Time passes: what the agent sends meanwhile is the reply to this turn. */
async function playWait(
  { agent }: PlayedConversation,
  state: PlayState,
  { directive, turnIndex }: PlayStep<Extract<CaseTurn, { wait: unknown }>>,
  { sandbox, sandboxConversations }: PlayConversationDeps,
): Promise<void> {
  const { asid } = state
  const { happened } = await sandbox.advance(agent, asid, directive.wait)
  state.hasWaited = true
  const sent = new Set(happened.flatMap(({ messageIds = [] }) => messageIds))
  const shown = sent.size > 0 ? await sandboxConversations.listMessages(agent, asid, sent.size + 50) : []
  const messages = shown.filter(({ messageId }) => sent.has(messageId))
  const events = happened.map(({ kind }) => kind)
  const silent = { toolCalls: [], outcomes: [], warnings: [], modelCalls: 0 }
  state.turns.push({ directive, turnIndex, messages, ...silent })
  state.transcript.push(toWaitLine({ directive, turnIndex }, events), ...toAgentLines(messages, turnIndex))
}

async function playAction(
  request: PlayedConversation,
  state: PlayState,
  step: PlayStep<ActingTurn>,
  deps: PlayConversationDeps,
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
}

type SandboxReply = Awaited<ReturnType<PlayConversationDeps['sandboxConversations']['runTurn']>>

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
  const costs = modelCalls.flatMap(({ cost }) => cost ?? [])
  state.turns.push({
    directive,
    turnIndex,
    messages: observed,
    toolCalls,
    outcomes,
    warnings,
    modelCalls: modelCalls.length,
    milliseconds,
    costs,
  })
  state.costs.push(...costs)
  state.transcript.push(...toAgentLines(messages, turnIndex), ...toEffectLines(effects, turnIndex))
  state.effects.push(...effects.map((effect) => ({ ...effect, turnIndex })))
  state.turnIds.push(id)
  state.records.push(record)
  state.agentTokens = modelCalls.reduce(sumTokens, state.agentTokens)
}

const sumTokens = (one: TokenCounts, other: TokenCounts): TokenCounts => ({
  inputTokens: one.inputTokens + other.inputTokens,
  outputTokens: one.outputTokens + other.outputTokens,
  cacheReadTokens: one.cacheReadTokens + other.cacheReadTokens,
})
