import { z } from 'zod'
import { ModelFailed, type Models } from '../../runtime/index.ts'
import { type Judge, type Judged, JudgeFailed, type Tokens } from '../deps.ts'
import { evidenceOf, lineOf, turnOf } from './evidence.ts'
import { askOf, promptVersion } from './prompt.ts'
import { noTokens, plus } from './tokens.ts'

type Asked = Parameters<Judge['judge']>[0]

const withinMilliseconds = 60_000
const mostTries = 2

export function judgeByModel(model: Models['judge']): Judge {
  const name = { model: `${model.name.provider}:${model.name.model}`, promptVersion }
  return {
    name,
    async judge(asked, signal) {
      const ask = { purpose: 'judge', ...askOf(asked), hints: { kind: 'none' }, withinMilliseconds, signal } as const
      let tokens = noTokens
      let why = ''
      for (let tries = 0; tries < mostTries; tries++) {
        const told = await model.answer(ask).catch(failure)
        tokens = plus(tokens, told.usage)
        const judged = 'failed' in told ? undefined : readJudged(told.object, asked)
        if (judged) return { judged: { ...judged, ...name }, tokens }
        why = 'failed' in told ? told.failed : 'the model did not judge each criterion once'
      }
      throw new JudgeFailed(`The judge failed twice: ${why}`, tokens)
    },
  }
}

/** A model that failed says why in words that hold nothing of what it was asked; all else is not its failure. */
function failure(error: unknown): { failed: string; usage?: Tokens } {
  if (!(error instanceof ModelFailed)) throw error
  return { failed: error.message, usage: error.usage }
}

const Answered = z.object({
  criteria: z.array(z.object({ id: z.string(), pass: z.boolean(), reason: z.string().min(1), evidence: z.string() })),
  summary: z.string(),
  worstTurn: z.number(),
})

const longestReason = 500
const longestSummary = 1000

/** Undefined where it is no verdict on exactly these criteria. They are answered in the order of the case. */
export function readJudged(
  answered: unknown,
  { criteria, transcript }: Pick<Asked, 'criteria' | 'transcript'>,
): Omit<Judged, 'model' | 'promptVersion'> | undefined {
  const read = Answered.safeParse(answered).data
  if (!read || read.criteria.length !== criteria.length) return undefined
  const verdicts = new Map(read.criteria.map((verdict) => [verdict.id, verdict]))
  const judged: Judged['criteria'] = []
  const failing: number[] = []
  for (const { id } of criteria) {
    const verdict = verdicts.get(id)
    if (!verdict) return undefined
    const line = lineOf(verdict.evidence, transcript)
    judged.push({ id, pass: verdict.pass, reason: oneLine(verdict.reason, longestReason), evidence: evidenceOf(line) })
    if (!verdict.pass) failing.push(turnOf(line))
  }
  const isTurn = transcript.some(({ turnIndex }) => turnIndex !== undefined && turnIndex + 1 === read.worstTurn)
  const worst = isTurn ? read.worstTurn : (failing[0] ?? 0)
  return {
    criteria: judged,
    summary: oneLine(read.summary, longestSummary),
    worstTurn: failing.length === 0 ? 0 : worst,
  }
}

function oneLine(text: string, most: number): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= most ? line.toWellFormed() : `${line.slice(0, most - 1).toWellFormed()}…`
}
