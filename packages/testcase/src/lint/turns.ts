import type { Finding } from '@parley/findings'
import {
  createInfoFinding,
  createWarningFinding,
  getChild,
  getNonBlankText,
  isJsonObject,
  type JsonNode,
  listItems,
} from '../json-node.ts'
import type { AgentVocabulary } from './known.ts'
import type { LintRule } from './rule.ts'

/** More can be played, but what fails late in a long case says little. */
const guideline = 20
const taps = ['chip', 'slot', 'confirm']

export const lintTurns: LintRule = (document, vocabulary) => {
  const turns = getChild(document, 'turns')
  const all = listItems(turns)
  return [
    ...lintDraft(document, all),
    ...(all.length > guideline
      ? [createWarningFinding(turns, 'case.turns.long', `has more than ${guideline} turns`)]
      : []),
    ...all.flatMap((turn) => lintTurn(turn, vocabulary)),
  ]
}

function lintDraft(document: JsonNode, turns: readonly JsonNode[]): Finding[] {
  const brief = getChild(document, 'brief')
  if (turns.length > 0 || !isJsonObject(brief.value)) return []
  return [
    createWarningFinding(brief, 'case.brief.not-compiled', 'is not compiled into turns yet: the case cannot be played'),
  ]
}

function lintTurn(turn: JsonNode, { schedules }: AgentVocabulary): Finding[] {
  const has = (form: string) => getChild(turn, form).value !== undefined
  const findings: Finding[] = []
  if (has('slot') && !schedules) {
    const message = 'picks a time, and the agent offers none: its scheduling has no hours'
    findings.push(createWarningFinding(turn, 'case.turns.slot-without-scheduling', message))
  }
  if (taps.some(has) && getNonBlankText(getChild(turn, 'fallback')) === undefined) {
    const message = 'has no fallback: where there is nothing to tap, the case errors'
    findings.push(createInfoFinding(turn, 'case.turns.no-fallback', message))
  }
  if (has('simulate')) {
    const message = 'simulates, which is not available yet: the case errors when it is run'
    findings.push(createInfoFinding(turn, 'case.turns.simulate-not-available', message))
  }
  return findings
}
