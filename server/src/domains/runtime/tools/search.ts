import type { AgentTool } from '../deps.ts'
import { failedOutcome } from './outcome.ts'

const maxHits = 5
const maxCharacters = 1500

export const searchTool: AgentTool = {
  name: 'knowledge.search',
  description: 'Looks up what the business knows: its facts, its things, and passages of its sources.',
  parameters: {
    type: 'object',
    properties: { query: { type: 'string', minLength: 1, maxLength: 500, description: 'Words, or a whole question.' } },
    required: ['query'],
    additionalProperties: false,
  },
  hasSideEffects: false,
  async run({ query }, input) {
    const found = await input.search(String(query), { limit: maxHits })
    if (found.length === 0) return failedOutcome('Nothing is known about that.')
    const hits = found.map(({ kind, id, title, text }) => ({ kind, id, title, text: text.slice(0, maxCharacters) }))
    return { ok: true, result: { hits } }
  },
}
