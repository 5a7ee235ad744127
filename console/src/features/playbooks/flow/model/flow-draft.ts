import { type AgentFlow, lintFlow, parseFlow, parseYaml, printYaml } from '@parley/definition'
import { isNode, parseDocument } from 'yaml'
import type { Finding } from '../../../../components/Findings.tsx'

/** A syntax error in a text; lines and columns start at 1. */
export type TextProblem = { line: number; column: number; message: string }
export type ParsedFlowText = { ok: true; flow: AgentFlow } | { ok: false; problems: TextProblem[] }

export function printFlow({ id, name, description, ...rest }: AgentFlow): string {
  const { slots, steps, ...settings } = rest
  return printYaml({ id, name, description, ...settings, slots, steps })
}

export function parseFlowText(text: string): ParsedFlowText {
  const read = parseYaml(text)
  if (!read.ok) {
    const { message, line = 1, column = 1 } = read
    return { ok: false, problems: [{ line, column, message }] }
  }
  const parsed = parseFlow(read.value ?? {}, 'flow')
  if (parsed.ok) return { ok: true, flow: parsed.flow }
  return {
    ok: false,
    problems: parsed.findings.map(({ path, message }) => ({
      ...findPathInText(text, path),
      message: `${describeProblem(path)} ${message}`,
    })),
  }
}

const describeProblem = (path: string): string => path.replace(/^flow\.?/, '')

/** Finds the position of a path in the text; if it is missing, that of its nearest existing parent. */
export function findPathInText(text: string, path: string): { line: number; column: number } {
  const document = parseDocument(text)
  const steps = segmentsOf(describeProblem(path))
  for (let depth = steps.length; depth > 0; depth--) {
    const node = document.getIn(steps.slice(0, depth), true)
    if (isNode(node) && node.range) return positionOf(text, node.range[0])
  }
  return { line: 1, column: 1 }
}

function segmentsOf(path: string): (string | number)[] {
  return [...path.matchAll(/[^.[\]]+|\[(\d+)\]/g)].map(([name, at]) => (at === undefined ? name : Number(at)))
}

function positionOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset)
  return { line: before.split('\n').length, column: before.length - before.lastIndexOf('\n') }
}

type FlowLintContext = {
  playbookId: string
  uses: readonly string[]
  body: string
  templates: readonly { id: string }[]
  playbooks: readonly { id: string; flow?: unknown }[]
  integrations: readonly { id: string; tools?: readonly string[] }[]
  peopleFields: readonly { key: string }[]
  locations?: readonly { id: string; enabled?: boolean }[]
}

/** Lints a flow during editing, without a request; paths start with `flow`. */
export function lintFlowDraft(flow: AgentFlow, known: FlowLintContext): Finding[] {
  const { playbookId, uses, body, templates, playbooks, integrations, peopleFields, locations = [] } = known
  const has = (list: readonly { id: string }[]) => (id: string) => list.some((one) => one.id === id)
  return lintFlow(flow, 'flow', {
    playbookId,
    uses,
    body,
    knows: {
      template: has(templates),
      playbook: has(playbooks),
      integration: has(integrations),
      integrationTool(id, tool) {
        const { tools } = integrations.find((one) => one.id === id) ?? {}
        if (!tools) return tool === 'call' ? 'known' : 'notCallable'
        // Whether a tool vanished is known to the server, which lints again when the flow is saved.
        return tools.includes(tool) ? 'known' : 'unread'
      },
      peopleField: (key) => peopleFields.some((field) => field.key === key),
      location: has(locations),
    },
    hasSeveralLocations: locations.filter(({ enabled = true }) => enabled).length > 1,
    flowOf: (id) =>
      id === playbookId ? flow : (playbooks.find((one) => one.id === id)?.flow as AgentFlow | undefined),
  })
}

export function groupFindingsByStep(findings: readonly Finding[]): Map<number, Finding[]> {
  const byStep = new Map<number, Finding[]>()
  for (const finding of findings) {
    const at = /^flow\.steps\[(\d+)\]/.exec(finding.path)?.[1]
    if (at !== undefined) byStep.set(Number(at), [...(byStep.get(Number(at)) ?? []), finding])
  }
  return byStep
}

/** Findings that belong to no step. */
export const filterFlowLevelFindings = (findings: readonly Finding[]): Finding[] =>
  findings.filter(({ path }) => !path.startsWith('flow.steps['))
