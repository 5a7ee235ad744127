import type { Tool } from '../deps.ts'
import { failed } from './outcome.ts'

const mostHits = 5
const mostCharacters = 1500

export const search: Tool = {
  name: 'knowledge.search',
  description: 'Looks up what the business knows: its facts, its things, and passages of its sources.',
  parameters: {
    type: 'object',
    properties: { query: { type: 'string', minLength: 1, maxLength: 500, description: 'Words, or a whole question.' } },
    required: ['query'],
    additionalProperties: false,
  },
  acts: false,
  async run({ query }, scene) {
    const found = await scene.search(String(query), { limit: mostHits })
    if (found.length === 0) return failed('Nothing is known about that.')
    const hits = found.map(({ kind, id, title, text }) => ({ kind, id, title, text: text.slice(0, mostCharacters) }))
    return { ok: true, result: { hits } }
  },
}
