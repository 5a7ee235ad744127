import { z } from 'zod'
import { ModelError, type Models } from '../../runtime/index.ts'
import { type CaseJudge, JudgeError, type JudgeResult, type TokenCounts } from '../deps.ts'
import { findQuotedLine, formatEvidence, getTurnNumber } from './evidence.ts'
import { buildJudgeRequest, modelPromptVersion } from './prompt.ts'
import { addTokens, zeroTokens } from './tokens.ts'

type JudgeInput = Parameters<CaseJudge['judge']>[0]

const timeoutMilliseconds = 60_000
const maxAttempts = 2

export function createModelJudge(model: Models['judge']): CaseJudge {
  const name = { model: `${model.name.provider}:${model.name.model}`, promptVersion: modelPromptVersion }
  return {
    name,
    async judge(asked, signal) {
      const ask = {
        purpose: 'judge',
        ...buildJudgeRequest(asked),
        hints: { kind: 'none' },
        withinMilliseconds: timeoutMilliseconds,
        signal,
      } as const
      let tokens = zeroTokens
      let why = ''
      for (let tries = 0; tries < maxAttempts; tries++) {
        const told = await model.answer(ask).catch(toFailure)
        tokens = addTokens(tokens, told.usage)
        const judged = 'failed' in told ? undefined : parseJudgeResult(told.object, asked)
        if (judged) return { judged: { ...judged, ...name }, tokens }
        why = 'failed' in told ? told.failed : 'the model did not judge each criterion once'
      }
      throw new JudgeError(`The judge failed twice: ${why}`, tokens)
    },
  }
}

/** A model that failed says why in words that hold nothing of what it was asked; all else is not its failure. */
function toFailure(error: unknown): { failed: string; usage?: TokenCounts } {
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

/** Undefined where it is no verdict on exactly these criteria. They are answered in the order of the case. */
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
