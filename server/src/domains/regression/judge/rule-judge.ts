import { z } from 'zod'
import type { Models } from '../../runtime/index.ts'
import type { CaseJudge, JudgeResult, TranscriptLine } from '../deps.ts'
import { findQuotedLine, formatEvidence, getTurnNumber } from './evidence.ts'
import { addTokens, zeroTokens } from './tokens.ts'

/** Whoever changes the rules changes the version: verdicts may differ. */
const promptVersion = 'rule-1'
const ruleTimeoutMilliseconds = 10_000
const Verdict = z.object({ reached: z.boolean(), reason: z.string(), evidence: z.string() })

/** By the words of the embedded model, criterion by criterion; only what the agent said is held against them. */
export function createRuleJudge(model: Models['judge']): CaseJudge {
  const name = { model: model.name.provider, promptVersion }
  return {
    name,
    async judge({ criteria, transcript }, signal) {
      const asking = { lines: toAgentLines(transcript), signal, model }
      const criteriaJudged: JudgeResult['criteria'] = []
      const failing: number[] = []
      let tokens = zeroTokens
      for (const { id, text } of criteria) {
        const { verdict, usage } = await judgeOne(text, asking)
        const line = findQuotedLine(verdict.evidence, transcript)
        criteriaJudged.push({ id, pass: verdict.reached, reason: verdict.reason, evidence: formatEvidence(line) })
        if (!verdict.reached) failing.push(getTurnNumber(line))
        tokens = addTokens(tokens, usage)
      }
      const summary = summarizeVerdicts(criteria.length, failing.length)
      return { judged: { criteria: criteriaJudged, summary, worstTurn: failing[0] ?? 0, ...name }, tokens }
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

/** "The customer is offered a time": the agent has to say so. */
const personSubject = /^\s*(?:the |an? )?(?:person|user|customer|visitor|client|lead|caller)\b/i

/** What the person says only parts the turns of the agent: it decides nothing. */
function toAgentLines(transcript: readonly TranscriptLine[]): Line[] {
  return transcript.flatMap(({ role, text }): Line[] => {
    if (role === 'agent') return [{ role, text }]
    return role === 'user' ? [{ role: 'person', text: '' }] : []
  })
}

function summarizeVerdicts(all: number, failing: number): string {
  const how = 'Judged by rule, by the words alone.'
  if (failing === 0) return `${all === 1 ? 'The criterion is' : `All ${all} criteria are`} met. ${how}`
  return `${failing} of ${all} ${all === 1 ? 'criterion' : 'criteria'} not met. ${how}`
}
