import {
  type CaseChannel,
  type CaseDocument,
  type CheckVerdict,
  checkCase,
  type Directive,
  inputOf,
  type Observed,
  type ObservedMessage,
  type ObservedTurn,
  platformLimits,
  resolveDirective,
  unitsOf,
  weightedOf,
} from '@parley/testcase'
import type { AgentKey } from '../../../platform/http/route.ts'
import { castOf, presetOf } from '../cases/cast.ts'
import {
  type Judge,
  JudgeFailed,
  type RegressionDeps,
  type Tokens,
  type TranscriptLine,
  type TurnRecord,
} from '../deps.ts'
import { beginCast } from './queries/cast.ts'
import type { Held } from './queries/results.ts'
import type { Effect, ErrorStage, Outcome, ResultUsage } from './run.ts'
import { agentLines, effectLines, personLine } from './transcript.ts'

export type PlayDeps = Pick<RegressionDeps, 'db' | 'personas' | 'stage' | 'rehearser' | 'turns'> & { judge: Judge }

export type Part = {
  agent: AgentKey
  /** The result, under its lease. */
  held: Held
  document: CaseDocument
  suiteChannel?: CaseChannel
  /** Asked before each turn: a run may be paused or cancelled meanwhile. */
  goesOn(): Promise<boolean>
  signal: AbortSignal
}

/** A turn, tool calls and all; what takes longer is broken off. */
const turnMilliseconds = 120_000

/** A case that cannot come to a verdict, and why. */
class Errored extends Error {
  readonly stage: ErrorStage
  constructor(stage: ErrorStage, message: string) {
    super(message)
    this.stage = stage
  }
}

/** What has come of a case so far. */
type Play = {
  asid: string
  channel: CaseChannel
  turns: ObservedTurn[]
  transcript: TranscriptLine[]
  effects: Effect[]
  turnIds: string[]
  agentTokens: Tokens
  judgeTokens?: Tokens
  activePlaybook?: string
}

/** Plays a case from its scenario to its verdict, in the sandbox; undefined when the run stopped before its end. */
export async function playCase(part: Part, deps: PlayDeps): Promise<Outcome | undefined> {
  const play = blankPlay()
  try {
    await setScene(part, play, deps)
    for (const [turnIndex, directive] of part.document.turns.entries()) {
      if (!(await part.goesOn())) return undefined
      await playTurn(part, play, { directive, turnIndex }, deps)
    }
    return (await part.goesOn()) ? await concluded(part, play, deps) : undefined
  } catch (error) {
    if (!(error instanceof Errored)) throw error
    return outcomeOf(play, { state: 'errored', error: { stage: error.stage, message: error.message } })
  }
}

const noTokens = (): Tokens => ({ inputTokens: 0, outputTokens: 0, cacheReadTokens: 0 })

function blankPlay(): Play {
  const none = { turns: [], transcript: [], effects: [], turnIds: [] }
  return { asid: '', channel: 'rcs', ...none, agentTokens: noTokens() }
}

/** Somebody fresh to play with, and whatever the agent begins by itself. */
async function setScene(part: Part, play: Play, { db, personas, stage, rehearser }: PlayDeps): Promise<void> {
  const { agent, held, document, suiteChannel } = part
  const { turns, scenario: { start, persona } = {} } = document
  if (turns.length === 0) {
    throw new Errored('scenario', 'The case is a draft: compile it, or write its turns, before it is run')
  }
  const preset = await presetOf(db, agent, document, personas)
  if (!preset) throw new Errored('scenario', `There is no persona ${persona && 'id' in persona ? persona.id : ''}`)
  const cast = castOf({ document, suiteChannel, preset })
  play.channel = cast.channel
  play.asid = await beginCast(db, agent, held, (tx) => stage.begin(tx, agent, cast))
  const opened = await stage.start(agent, play.asid, { channel: play.channel, start })
  if (!opened.ok) throw new Errored('scenario', opened.why)
  const shown = start && !start.inbound && !start.resume ? await rehearser.shown(agent, play.asid, 10) : []
  if (shown.length === 0) return
  play.turns.push({ messages: shown, toolCalls: [], outcomes: [], warnings: [], modelCalls: 0 })
  play.transcript.push(...agentLines(shown))
}

type Step = { directive: Directive; turnIndex: number }

async function playTurn(part: Part, play: Play, step: Step, deps: PlayDeps): Promise<void> {
  const { agent } = part
  const { deed, via } = deedOf(step, play)
  play.transcript.push(personLine(step, deed, via))
  const signal = AbortSignal.any([part.signal, AbortSignal.timeout(turnMilliseconds)])
  const partner = { asid: play.asid, channel: play.channel }
  const rehearsed = await deps.rehearser.rehearse(agent, partner, deed, signal)
  const { eventId, messages } = rehearsed
  const record =
    (await deps.turns.ofEvent(deps.db, agent, eventId)) ??
    (await deps.turns.keepBare(deps.db, agent, { ...partner, ...bareOf(rehearsed), input: inputOf(deed) }))
  const warnings = [...new Set([...record.warnings, ...rehearsed.warnings])]
  note(play, step, { record, messages, warnings })
  const { error } = record.modelCalls.at(-1) ?? {}
  if (error !== undefined) throw new Errored('turn', `Turn ${step.turnIndex + 1}: the model failed: ${error}`)
  stayWithin(play)
}

function stayWithin(play: Play): void {
  const ceiling = platformLimits.perCaseUnitCeiling
  if (usageOf(play).units <= ceiling) return
  throw new Errored('budget', `The case costs more than ${ceiling} units: make it shorter, or split it`)
}

type Rehearsed = Awaited<ReturnType<PlayDeps['rehearser']['rehearse']>>

function bareOf({ eventId, sessionId, messages, warnings, optsOut }: Rehearsed) {
  const told = messages.map(({ messageId, message, text }) => ({ messageId, accepted: true, text, message }))
  return { eventId, sessionId, messages: told, warnings, optsOut }
}

/** What the person does. What cannot be tapped is typed where the case says so. */
function deedOf({ directive, turnIndex }: Step, { turns }: Play) {
  const resolved = resolveDirective(
    directive,
    turns.flatMap(({ messages }) => messages),
  )
  if (!('missing' in resolved)) return { deed: resolved, via: viaOf(resolved.kind) }
  if (resolved.missing === 'simulate') {
    throw new Errored('simulate', 'Simulated turns are not available yet: write the turns of the person')
  }
  if (resolved.fallback !== undefined)
    return { deed: { kind: 'says', text: resolved.fallback } as const, via: 'text' as const }
  const wanted = JSON.stringify(directive)
  throw new Errored(
    'turn',
    `Turn ${turnIndex + 1}: there was nothing to tap for ${wanted}, and the turn has no fallback`,
  )
}

type Via = NonNullable<TranscriptLine['via']>
const vias: Record<string, Via> = { says: 'text', sends: 'text', taps: 'tap', system: 'system' }
const viaOf = (kind: string): Via => vias[kind] ?? 'text'

type Noted = { record: TurnRecord; messages: readonly Rehearsed['messages'][number][]; warnings: string[] }

function note(play: Play, { directive, turnIndex }: Step, { record, messages, warnings }: Noted): void {
  const { id, toolCalls, outcomes, modelCalls, effects } = record
  const observed: ObservedMessage[] = [...messages]
  play.turns.push({
    directive,
    turnIndex,
    messages: observed,
    toolCalls,
    outcomes,
    warnings,
    modelCalls: modelCalls.length,
  })
  play.transcript.push(...agentLines(messages, turnIndex), ...effectLines(effects, turnIndex))
  play.effects.push(...effects.map((effect) => ({ ...effect, turnIndex })))
  play.turnIds.push(id)
  play.agentTokens = modelCalls.reduce(sumOf, play.agentTokens)
}

const sumOf = (one: Tokens, other: Tokens): Tokens => ({
  inputTokens: one.inputTokens + other.inputTokens,
  outputTokens: one.outputTokens + other.outputTokens,
  cacheReadTokens: one.cacheReadTokens + other.cacheReadTokens,
})

/** The verdict: every check holds, and every criterion is met. */
async function concluded(part: Part, play: Play, deps: PlayDeps): Promise<Outcome> {
  const { agent, document, signal } = part
  const observed: Observed = { turns: play.turns, ...(await deps.stage.look(deps.db, agent, play.asid)) }
  const { checks: wanted, judge: judging } = document.expect ?? {}
  const checks = checked(wanted, observed)
  const hold = checks.every(({ pass }) => pass)
  const { criteria = [] } = judging ?? {}
  if (criteria.length === 0) return outcomeOf(play, { state: hold ? 'passed' : 'failed', checks })
  try {
    const { judged, tokens } = await deps.judge.judge({ criteria, transcript: play.transcript }, signal)
    play.judgeTokens = tokens
    stayWithin(play)
    const isMet = judged.criteria.every(({ pass }) => pass)
    return outcomeOf(play, { state: hold && isMet ? 'passed' : 'failed', checks, judge: judged })
  } catch (error) {
    if (!(error instanceof JudgeFailed)) throw error
    play.judgeTokens = error.tokens
    return outcomeOf(play, { state: 'errored', checks, error: { stage: 'judge', message: error.message } })
  }
}

/** Checks can be too much to answer, but they cannot be in trouble. */
function checked(wanted: Parameters<typeof checkCase>[0], observed: Observed): CheckVerdict[] {
  try {
    return checkCase(wanted, observed)
  } catch (error) {
    throw new Errored('checks', error instanceof Error ? error.message : 'The checks could not be made')
  }
}

function outcomeOf(play: Play, verdict: Pick<Outcome, 'state' | 'checks' | 'judge' | 'error'>): Outcome {
  const { transcript, effects, turnIds } = play
  return { ...verdict, transcript, effects, turnIds, usage: usageOf(play) }
}

function usageOf({ agentTokens, judgeTokens }: Play): ResultUsage {
  const weighed = (tokens: Tokens) => ({ ...tokens, weighted: weightedOf(tokens) })
  const [agent, judge] = [weighed(agentTokens), judgeTokens && weighed(judgeTokens)]
  return { units: unitsOf(agent.weighted + (judge?.weighted ?? 0)), agent, ...(judge && { judge }) }
}
