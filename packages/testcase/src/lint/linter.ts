import type { AgentDefinition } from '@parley/definition'
import type { Finding } from '@parley/findings'
import type { CaseDocument } from '../document.ts'
import { told } from '../told.ts'
import { lintChecks } from './checks.ts'
import { lintExpect } from './expect.ts'
import { knownOf } from './known.ts'
import { lintPersona } from './persona.ts'
import type { Rule } from './rule.ts'
import { lintScenario } from './scenario.ts'
import { lintStart } from './start.ts'
import { lintTurns } from './turns.ts'

const rules: readonly Rule[] = [lintTurns, lintStart, lintPersona, lintScenario, lintExpect, lintChecks]

/** Document 2, Lint on writes: what an agent has to say of a case; made once for many cases. */
export function caseLinter(definition: AgentDefinition): (document: CaseDocument) => Finding[] {
  const known = knownOf(definition)
  return (document) => told(rules.flatMap((rule) => rule({ value: document, path: '' }, known)))
}
