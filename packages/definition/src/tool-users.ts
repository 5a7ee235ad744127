import type { AgentDefinition } from './definition.ts'
import { parseFlowTool } from './flow/index.ts'
import { memoize } from './memoize.ts'

/** The callers of catalog tools: the model, in playbooks whose `toolRefs` name the tool, and flows. */

export type ToolUser = { playbookId: string; name: string; calledBy: ('model' | 'flow')[] }

type CatalogToolAction = { toolId: string; playbookId: string; path: string }

export const listCatalogToolActions = memoize((definition: AgentDefinition): readonly CatalogToolAction[] =>
  definition.playbooks.flatMap(({ id, flow }, index) =>
    (flow?.steps ?? []).flatMap((step, at): CatalogToolAction[] => {
      const tool = 'action' in step ? parseFlowTool(step.action) : undefined
      if (tool?.kind !== 'catalogTool') return []
      return [{ toolId: tool.id, playbookId: id, path: `playbooks[${index}].flow.steps[${at}].action` }]
    }),
  ),
)

export function listToolUsers(definition: AgentDefinition, toolId: string): ToolUser[] {
  const inFlows = new Set(
    listCatalogToolActions(definition).flatMap((action) => (action.toolId === toolId ? [action.playbookId] : [])),
  )
  return definition.playbooks.flatMap(({ id, name, toolRefs = [] }): ToolUser[] => {
    const byModel = toolRefs.includes(toolId) ? (['model'] as const) : []
    const byFlow = inFlows.has(id) ? (['flow'] as const) : []
    const calledBy = [...byModel, ...byFlow]
    return calledBy.length > 0 ? [{ playbookId: id, name, calledBy }] : []
  })
}
