import type { Finding } from '@parley/findings'
import { info, into, isFields, listed, type Place, warning, wordsAt } from '../place.ts'
import type { Known } from './known.ts'
import type { Rule } from './rule.ts'

/** More can be played, but what fails late in a long case says little. */
const guideline = 20
const taps = ['chip', 'slot', 'confirm']

export const lintTurns: Rule = (document, known) => {
  const turns = into(document, 'turns')
  const all = listed(turns)
  return [
    ...lintDraft(document, all),
    ...(all.length > guideline ? [warning(turns, 'case.turns.long', `has more than ${guideline} turns`)] : []),
    ...all.flatMap((turn) => lintTurn(turn, known)),
  ]
}

function lintDraft(document: Place, turns: readonly Place[]): Finding[] {
  const brief = into(document, 'brief')
  if (turns.length > 0 || !isFields(brief.value)) return []
  return [warning(brief, 'case.brief.not-compiled', 'is not compiled into turns yet: the case cannot be played')]
}

function lintTurn(turn: Place, { schedules }: Known): Finding[] {
  const has = (form: string) => into(turn, form).value !== undefined
  const findings: Finding[] = []
  if (has('slot') && !schedules) {
    const message = 'picks a time, and the agent offers none: its scheduling has no hours'
    findings.push(warning(turn, 'case.turns.slot-without-scheduling', message))
  }
  if (taps.some(has) && wordsAt(into(turn, 'fallback')) === undefined) {
    const message = 'has no fallback: where there is nothing to tap, the case errors'
    findings.push(info(turn, 'case.turns.no-fallback', message))
  }
  if (has('simulate')) {
    const message = 'simulates, which is not available yet: the case errors when it is run'
    findings.push(info(turn, 'case.turns.simulate-not-available', message))
  }
  return findings
}
