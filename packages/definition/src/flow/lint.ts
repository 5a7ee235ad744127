import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Finding, PathSegment } from '@parley/findings'
import { type FlowFault, prefixFaultPaths, toFinding } from './fault.ts'
import { type AgentFlow, listFlowReferences } from './flow.ts'
import { lintCalls, lintPaths } from './lint/graph.ts'
import { lintPlaceholders } from './lint/placeholders.ts'
import { lintFlowSlots } from './lint/slots.ts'
import { getStepKind } from './steps/index.ts'
import type { ReferenceKind, StepLintScope } from './steps/kind.ts'
import type { ToolKnowledge } from './vocabulary.ts'

/** SHA-256 of a playbook's body as hex, as stored in `generatedFrom.bodyHash`. */
export function hashBody(body: string): string {
  return bytesToHex(sha256(utf8ToBytes(body)))
}

/** Reports a flow generated from an outdated version of the playbook's body. */
function lintBody({ generatedFrom }: AgentFlow, { body }: FlowLintScope): FlowFault[] {
  if (!generatedFrom || body === undefined || generatedFrom.bodyHash === hashBody(body)) return []
  const message = 'belongs to another body: the body changed after the flow was generated'
  return [{ severity: 'warning', code: 'flow.body.stale', path: ['generatedFrom', 'bodyHash'], message }]
}

function lintSteps({ slots, steps }: AgentFlow, scope: FlowLintScope): FlowFault[] {
  const within: StepLintScope = {
    slots: new Set(slots.map(({ name }) => name)),
    stepIds: new Set(steps.flatMap(({ id }) => id ?? [])),
    around: scope,
  }
  return steps.flatMap((step, at) => prefixFaultPaths(['steps', at], getStepKind(step).lint?.(step, within) ?? []))
}

/** Reports duplicate slot names and step ids. */
function lintNames({ slots, steps }: AgentFlow): FlowFault[] {
  const alreadyUsed = (what: string, name: string) => `“${name}” is already used by an earlier ${what}`
  return [
    ...repeated(slots.map(({ name }) => name)).map(
      ([at, name]): FlowFault => ({
        ...fault(['slots', at, 'name'], alreadyUsed('slot', name)),
        code: 'flow.slot.duplicate',
      }),
    ),
    ...repeated(steps.map(({ id }) => id)).map(
      ([at, id]): FlowFault => ({
        ...fault(['steps', at, 'id'], alreadyUsed('step', id)),
        code: 'flow.step.duplicate',
      }),
    ),
  ]
}

function fault(path: PathSegment[], message: string) {
  return { severity: 'error', path, message } as const
}

function repeated(names: readonly (string | undefined)[]): [at: number, name: string][] {
  const seen = new Set<string>()
  return names.flatMap((name, at): [number, string][] => {
    if (name === undefined) return []
    const again = seen.has(name)
    seen.add(name)
    return again ? [[at, name]] : []
  })
}

/** Reports references to missing items. An undeclared field is still stored, so it is only a warning. */
function lintReferences(flow: AgentFlow, { playbookId, knows }: FlowLintScope): FlowFault[] {
  return listFlowReferences(flow).flatMap(({ kind, id, path, code }) => {
    if (knows[kind](id) || (kind === 'playbook' && id === playbookId)) return []
    const severity = kind === 'peopleField' ? 'warning' : 'error'
    return [{ severity, code, path, message: `refers to the ${words[kind]} “${id}”, which does not exist` }]
  })
}

const words: Record<ReferenceKind, string> = {
  template: 'message template',
  playbook: 'playbook',
  integration: 'integration',
  peopleField: 'People field',
  location: 'location',
}

const rules = [lintNames, lintFlowSlots, lintSteps, lintPlaceholders, lintReferences, lintPaths, lintCalls, lintBody]

/** Returns all errors, warnings and advice for a flow; `at` is its path, such as `playbooks[2].flow`. */
export function lintFlow(flow: AgentFlow, at: string, scope: FlowLintScope): Finding[] {
  return rules.flatMap((rule) => rule(flow, scope)).map((fault) => toFinding(fault, at))
}

export type FlowLintScope = {
  playbookId: string
  uses: readonly string[]
  body?: string
  knows: {
    template(id: string): boolean
    playbook(id: string): boolean
    integration(id: string): boolean
    integrationTool(id: string, tool: string): ToolKnowledge
    peopleField(key: string): boolean
    location(id: string): boolean
  }
  flowOf(playbookId: string): AgentFlow | undefined
  /** Times depend on the location that the person means. */
  hasSeveralLocations?: boolean
}
