import type { IntegrationDef } from '@parley/definition'
import type { AgentTool } from '../deps.ts'
import { failedOutcome } from './outcome.ts'

/** A service of the operator, identified by its id. Its response is untrusted data. */
export const createIntegrationTool = ({ id, name, description, parameters = {} }: IntegrationDef): AgentTool => ({
  name: id,
  description: name && name !== id ? `${name}. ${description}` : description,
  parameters: { type: 'object', properties: {}, ...parameters },
  hasSideEffects: true,
  async run(given, { actions }) {
    const called = await actions.callIntegration(id, given)
    if (!called.ok) return failedOutcome(called.reason)
    return { ok: true, result: { answer: called.value }, value: called.value }
  },
})
