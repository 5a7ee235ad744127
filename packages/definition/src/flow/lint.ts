import type { Finding } from '@parley/findings'
import { toFinding } from './fault.ts'
import type { AgentFlow } from './flow.ts'
import { lintBody } from './lint/body.ts'
import { lintCalls } from './lint/calls.ts'
import { lintNames } from './lint/names.ts'
import { lintPaths } from './lint/paths.ts'
import { lintReferences } from './lint/references.ts'
import { lintFlowSlots } from './lint/slots.ts'
import { lintSteps } from './lint/steps.ts'
import type { FlowLintScope } from './lint-scope.ts'

const rules = [lintNames, lintFlowSlots, lintSteps, lintReferences, lintPaths, lintCalls, lintBody]

/** Returns all errors, warnings and advice for a flow; `at` is its path, such as `playbooks[2].flow`. */
export function lintFlow(flow: AgentFlow, at: string, scope: FlowLintScope): Finding[] {
  return rules.flatMap((rule) => rule(flow, scope)).map((fault) => toFinding(fault, at))
}
