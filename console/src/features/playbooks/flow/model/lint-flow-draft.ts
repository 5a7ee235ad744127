import { type AgentFlow, lintFlow } from '@parley/definition'
import type { Finding } from '../../../../components/Findings.tsx'

export type FlowLintContext = {
  playbookId: string
  uses: readonly string[]
  body: string
  templates: readonly { id: string }[]
  playbooks: readonly { id: string; flow?: unknown }[]
  integrations: readonly { id: string }[]
  peopleFields: readonly { key: string }[]
}

/** Lints a flow during editing, without a request; paths start with `flow`. */
export function lintFlowDraft(flow: AgentFlow, known: FlowLintContext): Finding[] {
  const { playbookId, uses, body, templates, playbooks, integrations, peopleFields } = known
  const has = (list: readonly { id: string }[]) => (id: string) => list.some((one) => one.id === id)
  return lintFlow(flow, 'flow', {
    playbookId,
    uses,
    body,
    knows: {
      template: has(templates),
      playbook: has(playbooks),
      integration: has(integrations),
      peopleField: (key) => peopleFields.some((field) => field.key === key),
    },
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
export const flowLevelFindings = (findings: readonly Finding[]): Finding[] =>
  findings.filter(({ path }) => !path.startsWith('flow.steps['))
