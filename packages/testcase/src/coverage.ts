import type { AgentDefinition } from '@parley/definition'

/** What one turn of a test met: steps with their counts, and the ids of everything else. */
export type CoveredTurn = {
  steps: readonly { playbookId: string; step: number; times: number }[]
  facts: readonly string[]
  tools: readonly string[]
  goals: readonly string[]
  rules: readonly string[]
}

type CoverageList = { items: { id: string; times: number }[]; covered: number; of: number }

export type AgentCoverage = {
  playbooks: { id: string; steps: { path: string; times: number }[]; covered: number; of: number }[]
  facts: CoverageList
  tools: CoverageList
  goals: CoverageList
  rules: CoverageList
}

/** Counts how often tests met each part of an agent. Parts that no longer exist are not counted. */
export class CoverageCounter {
  private readonly counts = new Map<string, number>()

  add(turn: CoveredTurn): void {
    for (const { playbookId, step, times } of turn.steps) this.count(`steps ${playbookId} ${step}`, times)
    for (const kind of ['facts', 'tools', 'goals', 'rules'] as const)
      for (const id of turn[kind]) this.count(`${kind} ${id}`, 1)
  }

  report(definition: AgentDefinition): AgentCoverage {
    const { playbooks, facts, goals, rules } = definition
    return {
      playbooks: playbooks.flatMap(({ id, flow }) => (flow ? [this.reportFlow(id, flow.steps.length)] : [])),
      facts: this.reportList('facts', facts),
      tools: this.reportList('tools', listTools(definition)),
      goals: this.reportList('goals', goals.goals),
      rules: this.reportList('rules', rules),
    }
  }

  private count(key: string, times: number): void {
    this.counts.set(key, (this.counts.get(key) ?? 0) + times)
  }

  private reportFlow(id: string, length: number): AgentCoverage['playbooks'][number] {
    const steps = Array.from({ length }, (_, at) => ({
      path: `steps[${at}]`,
      times: this.counts.get(`steps ${id} ${at}`) ?? 0,
    }))
    return { id, steps, ...summarize(steps) }
  }

  private reportList(kind: string, list: readonly { id: string }[]): CoverageList {
    const items = list.map(({ id }) => ({ id, times: this.counts.get(`${kind} ${id}`) ?? 0 }))
    return { items, ...summarize(items) }
  }
}

function summarize(parts: readonly { times: number }[]): { covered: number; of: number } {
  return { covered: parts.filter(({ times }) => times > 0).length, of: parts.length }
}

/** Integrations, bound tools of the catalog, and the tools that flows call, by the names that tests use. */
function listTools({ integrations, toolBindings, playbooks }: AgentDefinition): { id: string }[] {
  const called = playbooks.flatMap(({ flow }) =>
    (flow?.steps ?? []).flatMap((step) => ('action' in step ? [nameOf(step.action)] : [])),
  )
  const ids = [...integrations.map(({ id }) => id), ...toolBindings.map(({ toolId }) => toolId), ...called]
  return [...new Set(ids)].map((id) => ({ id }))
}

/** `integration:crm.call` is `crm`, and `integration:crm.search` is `crm.search`. */
const nameOf = (action: string): string => action.replace(/^(?:integration|tool):(.+?)(?:\.call)?$/, '$1')
