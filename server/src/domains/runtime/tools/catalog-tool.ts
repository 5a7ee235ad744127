import type { CallableTool } from '../../tools/index.ts'
import type { AgentTool, CatalogToolCall } from '../deps.ts'
import { failedOutcome } from './outcome.ts'

/** A tool of the catalog, under its id. The provider's answer is untrusted data. */
export const createCatalogTool = (
  { id, description, parameters, hasSideEffects, maxMilliseconds }: CallableTool,
  by: Pick<CatalogToolCall, 'calledBy' | 'playbookId'>,
): AgentTool => ({
  name: id,
  description,
  parameters,
  hasSideEffects,
  recordsCalls: true,
  hidesSecrets: true,
  returnsForeignData: true,
  timeoutMilliseconds: maxMilliseconds,
  async run(given, { actions, signal }) {
    const called = await actions.callCatalogTool({ toolId: id, given, ...by, signal })
    if (!called.ok) return failedOutcome(called.reason)
    return { ok: true, result: { answer: called.value }, value: called.value }
  },
})
