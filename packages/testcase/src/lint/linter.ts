import type { AgentDefinition } from '@parley/definition'
import type { Finding } from '@parley/findings'
import type { CaseDocument } from '../document.ts'
import { limitFindings } from '../limit-findings.ts'
import { lintChecks } from './checks.ts'
import { lintExpect } from './expect.ts'
import { buildVocabulary } from './known.ts'
import { lintPersona } from './persona.ts'
import type { LintRule } from './rule.ts'
import { lintScenario } from './scenario.ts'
import { lintStart } from './start.ts'
import { lintTurns } from './turns.ts'

const rules: readonly LintRule[] = [lintTurns, lintStart, lintPersona, lintScenario, lintExpect, lintChecks]

/** Document 2, Lint on writes: what an agent has to say of a case; made once for many cases. */
export function createCaseLinter(definition: AgentDefinition): (document: CaseDocument) => Finding[] {
  const vocabulary = buildVocabulary(definition)
  return (document) => limitFindings(rules.flatMap((rule) => rule({ value: document, path: '' }, vocabulary)))
}
