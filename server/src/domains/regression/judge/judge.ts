import { z } from 'zod'
import { tokenizeText } from '../../../platform/search-text.ts'
import { type CallCost, sumCosts } from '../../models/index.ts'
import { ModelError, type Models } from '../../runtime/index.ts'
import {
  type CaseJudge,
  JudgeError,
  type JudgeResult,
  type ModelUsage,
  type TokenCounts,
  type TranscriptLine,
} from '../deps.ts'
import { buildJudgeRequest, modelPromptVersion } from './prompt.ts'

const noUsage: ModelUsage = { tokens: { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0 }, costs: [] }

type CallUsage = TokenCounts & { cost?: CallCost }

const addUsage = ({ tokens, costs }: ModelUsage, call: CallUsage = noUsage.tokens): ModelUsage => ({
  tokens: {
    inputTokens: tokens.inputTokens + call.inputTokens,
    outputTokens: tokens.outputTokens + call.outputTokens,
    cacheReadTokens: tokens.cacheReadTokens + call.cacheReadTokens,
  },
  costs: sumCosts([...costs, call.cost]),
})

const maxEvidenceLength = 300

/** Finds the agent line that matches the quote best, or the last line when the quote is empty. */
function findQuotedLine(quoted: string, transcript: readonly TranscriptLine[]): TranscriptLine | undefined {
  const lines = transcript.filter(({ role, text }) => role === 'agent' && text.trim() !== '')
  const wanted = normalizeWords(quoted)
  const last = lines.at(-1)
  if (wanted === '') return last
  const exact =
    lines.find(({ text }) => normalizeWords(text) === wanted) ??
    lines.find(({ text }) => normalizeWords(text).includes(wanted))
  return exact ?? findClosestLine(quoted, lines) ?? last
}

const formatEvidence = (line: TranscriptLine | undefined): string => {
  const text = line?.text.replace(/\s+/g, ' ').trim() ?? ''
  return text.length <= maxEvidenceLength
    ? text.toWellFormed()
    : `${text.slice(0, maxEvidenceLength - 1).toWellFormed()}…`
}

const normalizeWords = (text: string): string => tokenizeText(text).join(' ')

function findClosestLine(quoted: string, lines: readonly TranscriptLine[]): TranscriptLine | undefined {
  const wanted = new Set(tokenizeText(quoted))
  let best: { line: TranscriptLine; likeness: number } | undefined
  for (const line of lines) {
    const words = new Set(tokenizeText(line.text))
    const both = [...wanted].filter((word) => words.has(word)).length
    const likeness = (2 * both) / (wanted.size + words.size)
    if (likeness > (best?.likeness ?? 0)) best = { line, likeness }
  }
  return best?.line
}

/** Turns count from 1; 0 means messages that the agent initiated. */
const getTurnNumber = (line: TranscriptLine | undefined): number =>
  line?.turnIndex === undefined ? 0 : line.turnIndex + 1

/** Change the version with the rules, because verdicts may differ. */
const promptVersion = 'rule-1'
const ruleTimeoutMilliseconds = 10_000
const Verdict = z.object({ reached: z.boolean(), reason: z.string(), evidence: z.string() })

/** Judges criterion by criterion by word matching of the embedded model. Only the agent's lines count. */
function createRuleJudge(model: Models['judge']): CaseJudge {
  const name = { model: model.name.provider, promptVersion }
  return {
    name,
    async judge({ criteria, transcript }, signal) {
      const asking = { lines: toAgentLines(transcript), signal, model }
      const criteriaJudged: JudgeResult['criteria'] = []
      const failing: number[] = []
      let used = noUsage
      for (const { id, text } of criteria) {
        const { verdict, usage } = await judgeOne(text, asking)
        const line = findQuotedLine(verdict.evidence, transcript)
        criteriaJudged.push({ id, pass: verdict.reached, reason: verdict.reason, evidence: formatEvidence(line) })
        if (!verdict.reached) failing.push(getTurnNumber(line))
        used = addUsage(used, usage)
      }
      const summary = summarizeVerdicts(criteria.length, failing.length)
      return { judged: { criteria: criteriaJudged, summary, worstTurn: failing[0] ?? 0, ...name }, usage: used }
    },
  }
}

type Line = { role: 'person' | 'agent'; text: string }
type RuleCheck = { model: Models['judge']; lines: Line[]; signal: AbortSignal }

async function judgeOne(criterion: string, { model, lines, signal }: RuleCheck) {
  const hints = { kind: 'judge' as const, criterion: criterion.replace(personSubject, ''), lines }
  const shape = { type: 'object' }
  const { object, usage } = await model.answer({
    purpose: 'judge',
    sections: [],
    messages: [],
    shape,
    hints,
    withinMilliseconds: ruleTimeoutMilliseconds,
    signal,
  })
  return { verdict: Verdict.parse(object), usage }
}

/** Drops the subject in "The customer is offered a time", because it is the agent that has to say it. */
const personSubject = /^\s*(?:the |an? )?(?:person|user|customer|visitor|client|lead|caller)\b/i

/** Lines of the person only separate the agent's turns, so their text is dropped. */
function toAgentLines(transcript: readonly TranscriptLine[]): Line[] {
  return transcript.flatMap(({ role, text }): Line[] => {
    if (role === 'agent') return [{ role, text }]
    return role === 'user' ? [{ role: 'person', text: '' }] : []
  })
}

function summarizeVerdicts(all: number, failing: number): string {
  const how = 'Judged by rules, from the wording alone.'
  if (failing === 0) return `${all === 1 ? 'The criterion is' : `All ${all} criteria are`} met. ${how}`
  return `${failing} of ${all} ${all === 1 ? 'criterion' : 'criteria'} not met. ${how}`
}

type JudgeInput = Parameters<CaseJudge['judge']>[0]

const timeoutMilliseconds = 60_000
const maxAttempts = 2

function createModelJudge(model: Models['judge']): CaseJudge {
  const name = { model: `${model.name.provider}:${model.name.model}`, promptVersion: modelPromptVersion }
  return {
    name,
    async judge(request, signal) {
      const ask = {
        purpose: 'judge',
        ...buildJudgeRequest(request),
        hints: { kind: 'none' },
        withinMilliseconds: timeoutMilliseconds,
        signal,
      } as const
      let usage = noUsage
      let why = ''
      for (let tries = 0; tries < maxAttempts; tries++) {
        const answer = await model.answer(ask).catch(toFailure)
        usage = addUsage(usage, answer.usage)
        const judged = 'failed' in answer ? undefined : parseJudgeResult(answer.object, request)
        if (judged) return { judged: { ...judged, ...name }, usage }
        why = 'failed' in answer ? answer.failed : 'the model did not judge each criterion once'
      }
      throw new JudgeError(`The judge failed twice: ${why}`, usage)
    },
  }
}

/** The message of a ModelError contains nothing of the prompt. Rethrows all other errors. */
function toFailure(error: unknown): { failed: string; usage?: CallUsage } {
  if (!(error instanceof ModelError)) throw error
  return { failed: error.message, usage: error.usage }
}

const ModelVerdict = z.object({
  criteria: z.array(z.object({ id: z.string(), pass: z.boolean(), reason: z.string().min(1), evidence: z.string() })),
  summary: z.string(),
  worstTurn: z.number(),
})

const maxReasonLength = 500
const maxSummaryLength = 1000

/** Returns undefined unless the response judges exactly these criteria. The result follows the order of the case. */
export function parseJudgeResult(
  answered: unknown,
  { criteria, transcript }: Pick<JudgeInput, 'criteria' | 'transcript'>,
): Omit<JudgeResult, 'model' | 'promptVersion'> | undefined {
  const read = ModelVerdict.safeParse(answered).data
  if (!read || read.criteria.length !== criteria.length) return undefined
  const verdicts = new Map(read.criteria.map((verdict) => [verdict.id, verdict]))
  const judged: JudgeResult['criteria'] = []
  const failing: number[] = []
  for (const { id } of criteria) {
    const verdict = verdicts.get(id)
    if (!verdict) return undefined
    const line = findQuotedLine(verdict.evidence, transcript)
    judged.push({
      id,
      pass: verdict.pass,
      reason: toOneLine(verdict.reason, maxReasonLength),
      evidence: formatEvidence(line),
    })
    if (!verdict.pass) failing.push(getTurnNumber(line))
  }
  const isTurn = transcript.some(({ turnIndex }) => turnIndex !== undefined && turnIndex + 1 === read.worstTurn)
  const worst = isTurn ? read.worstTurn : (failing[0] ?? 0)
  return {
    criteria: judged,
    summary: toOneLine(read.summary, maxSummaryLength),
    worstTurn: failing.length === 0 ? 0 : worst,
  }
}

function toOneLine(text: string, most: number): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= most ? line.toWellFormed() : `${line.slice(0, most - 1).toWellFormed()}…`
}

/** The embedded model judges by rule. */
export function createJudge({ judge }: Pick<Models, 'judge'>): CaseJudge {
  return judge.name.provider === 'embedded' ? createRuleJudge(judge) : createModelJudge(judge)
}
