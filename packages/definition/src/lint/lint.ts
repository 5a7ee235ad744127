import type { Finding } from '@parley/findings'
import type { AgentDefinition } from '../definition.ts'
import { memoize } from '../memoize.ts'
import { listReferences } from '../references/graph.ts'
import { type DefinitionEnvironment, findDanglingReferences } from '../references/integrity.ts'
import { type DefinitionReference, describeTarget } from '../references/reference.ts'
import { lintAdvice } from './advice.ts'
import { lintPlaybookFlow } from './flows.ts'
import { lintRules } from './rules.ts'
import { lintTemplateSlots } from './slots.ts'
import { lintTexts } from './texts.ts'

/** What the lint must know beyond the definition. */
export type DefinitionLintContext = DefinitionEnvironment & { knowsMedia(mediaId: string): boolean }

const order = { error: 0, warning: 1, advice: 2, info: 3 } as const

/** Document 4, section 4, Lint: everything there is to say about a definition, the worst first. */
export function lintDefinition(definition: AgentDefinition, context: DefinitionLintContext): Finding[] {
  const findings = [...lintReferences(definition, context), ...lintInside(definition)]
  return capFindings(findings.sort((one, other) => order[one.severity] - order[other.severity]))
}

/** What depends on nothing but the definition is said once. */
const lintInside = memoize((definition: AgentDefinition): Finding[] => [
  ...definition.playbooks.flatMap((playbook, index) => lintPlaybookFlow(definition, playbook, index)),
  ...lintTexts(definition),
  ...lintTemplateSlots(definition),
  ...lintRules(definition),
  ...lintAdvice(definition),
])

/** Nobody reads more, and a document can be wrong in a million places. */
const maxFindings = 1000

function capFindings(findings: Finding[]): Finding[] {
  if (findings.length <= maxFindings) return findings
  const message = `and ${findings.length - maxFindings} more findings`
  return [...findings.slice(0, maxFindings), { severity: 'advice', code: 'lint.more', path: '', message }]
}

/** What a flow names in vain is told by its own lint. */
function lintReferences(definition: AgentDefinition, context: DefinitionLintContext): Finding[] {
  return [...findDanglingReferences(definition, context), ...lintMissingMedia(definition, context)]
    .filter(({ code, mustExist }) => !(mustExist && code.startsWith('flow.')) && code !== 'flow.field.unknown')
    .map((reference) => ({
      severity: reference.mustExist ? 'error' : 'warning',
      code: reference.code,
      path: reference.field,
      message: `names ${describeTarget(reference)}, which does not exist`,
    }))
}

function lintMissingMedia(definition: AgentDefinition, { knowsMedia }: DefinitionLintContext): DefinitionReference[] {
  return listReferences(definition).filter(({ to, id }) => to === 'media' && !knowsMedia(id))
}
