import type { IntegrationDef } from '@parley/definition'
import type { Tool } from '../deps.ts'
import { failed } from './outcome.ts'

/** A service of the operator's own, by its id; what it answers is data of others. */
export const integration = ({ id, name, description, parameters = {} }: IntegrationDef): Tool => ({
  name: id,
  description: name && name !== id ? `${name}. ${description}` : description,
  parameters: { type: 'object', properties: {}, ...parameters },
  acts: true,
  async run(given, { hands }) {
    const called = await hands.callIntegration(id, given)
    return called.ok ? { ok: true, result: { answer: called.value } } : failed(called.why)
  },
})
