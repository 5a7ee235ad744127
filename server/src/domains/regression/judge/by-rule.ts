import { z } from 'zod'
import type { Models } from '../../runtime/index.ts'
import type { Judge, Judged, TranscriptLine } from '../deps.ts'
import { evidenceOf, lineOf, turnOf } from './evidence.ts'
import { noTokens, plus } from './tokens.ts'

/** Whoever changes the rules changes the version: verdicts may differ. */
const promptVersion = 'rule-1'
const withinMilliseconds = 10_000
const Verdict = z.object({ reached: z.boolean(), reason: z.string(), evidence: z.string() })

/** By the words of the embedded model, criterion by criterion; only what the agent said is held against them. */
export function judgeByRule(model: Models['judge']): Judge {
  const name = { model: model.name.provider, promptVersion }
  return {
    name,
    async judge({ criteria, transcript }, signal) {
      const asking = { lines: spokenIn(transcript), signal, model }
      const criteriaJudged: Judged['criteria'] = []
      const failing: number[] = []
      let tokens = noTokens
      for (const { id, text } of criteria) {
        const { verdict, usage } = await verdictOn(text, asking)
        const line = lineOf(verdict.evidence, transcript)
        criteriaJudged.push({ id, pass: verdict.reached, reason: verdict.reason, evidence: evidenceOf(line) })
        if (!verdict.reached) failing.push(turnOf(line))
        tokens = plus(tokens, usage)
      }
      const summary = summaryOf(criteria.length, failing.length)
      return { judged: { criteria: criteriaJudged, summary, worstTurn: failing[0] ?? 0, ...name }, tokens }
    },
  }
}

type Line = { role: 'person' | 'agent'; text: string }
type Asking = { model: Models['judge']; lines: Line[]; signal: AbortSignal }

async function verdictOn(criterion: string, { model, lines, signal }: Asking) {
  const hints = { kind: 'judge' as const, criterion: criterion.replace(ofPerson, ''), lines }
  const shape = { type: 'object' }
  const { object, usage } = await model.answer({
    purpose: 'judge',
    sections: [],
    messages: [],
    shape,
    hints,
    withinMilliseconds,
    signal,
  })
  return { verdict: Verdict.parse(object), usage }
}

/** "The customer is offered a time": the agent has to say so. */
const ofPerson = /^\s*(?:the |an? )?(?:person|user|customer|visitor|client|lead|caller)\b/i

/** What the person says only parts the turns of the agent: it decides nothing. */
function spokenIn(transcript: readonly TranscriptLine[]): Line[] {
  return transcript.flatMap(({ role, text }): Line[] => {
    if (role === 'agent') return [{ role, text }]
    return role === 'user' ? [{ role: 'person', text: '' }] : []
  })
}

function summaryOf(all: number, failing: number): string {
  const how = 'Judged by rule, by the words alone.'
  if (failing === 0) return `${all === 1 ? 'The criterion is' : `All ${all} criteria are`} met. ${how}`
  return `${failing} of ${all} ${all === 1 ? 'criterion' : 'criteria'} not met. ${how}`
}
