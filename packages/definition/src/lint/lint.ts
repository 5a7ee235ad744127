import type { Finding } from '@parley/findings'
import type { AgentDefinition } from '../definition.ts'
import { referencesOf } from '../references/graph.ts'
import { looseEnds, type Outside } from '../references/integrity.ts'
import { type Reference, targetOf } from '../references/reference.ts'
import { remembered } from '../remembered.ts'
import { lintAdvice } from './advice.ts'
import { lintPlaybookFlow } from './flows.ts'
import { lintRules } from './rules.ts'
import { lintSlots } from './slots.ts'
import { lintTexts } from './texts.ts'

/** What the lint must know beyond the definition. */
export type LintSurroundings = Outside & { knowsMedia(mediaId: string): boolean }

const order = { error: 0, warning: 1, advice: 2, info: 3 } as const

/** Document 4, section 4, Lint: everything there is to say about a definition, the worst first. */
export function lintDefinition(definition: AgentDefinition, around: LintSurroundings): Finding[] {
  const findings = [...lintReferences(definition, around), ...lintInside(definition)]
  return most(findings.sort((one, other) => order[one.severity] - order[other.severity]))
}

/** What depends on nothing but the definition is said once. */
const lintInside = remembered((definition: AgentDefinition): Finding[] => [
  ...definition.playbooks.flatMap((playbook, index) => lintPlaybookFlow(definition, playbook, index)),
  ...lintTexts(definition),
  ...lintSlots(definition),
  ...lintRules(definition),
  ...lintAdvice(definition),
])

/** Nobody reads more, and a document can be wrong in a million places. */
const mostFindings = 1000

function most(findings: Finding[]): Finding[] {
  if (findings.length <= mostFindings) return findings
  const message = `and ${findings.length - mostFindings} more findings`
  return [...findings.slice(0, mostFindings), { severity: 'advice', code: 'lint.more', path: '', message }]
}

/** What a flow names in vain is told by its own lint. */
function lintReferences(definition: AgentDefinition, around: LintSurroundings): Finding[] {
  return [...looseEnds(definition, around), ...lostMedia(definition, around)]
    .filter(({ code, firm }) => !(firm && code.startsWith('flow.')) && code !== 'flow.field.unknown')
    .map((reference) => ({
      severity: reference.firm ? 'error' : 'warning',
      code: reference.code,
      path: reference.field,
      message: `names ${targetOf(reference)}, which does not exist`,
    }))
}

function lostMedia(definition: AgentDefinition, { knowsMedia }: LintSurroundings): Reference[] {
  return referencesOf(definition).filter(({ to, id }) => to === 'media' && !knowsMedia(id))
}
