import { importGuard } from '../guards/import-agent.ts'
import type { Tool } from '../tool.ts'

const document = 'An export of an agent, or a part of one: only the sections that it carries are replaced.'

export const portableTools: Tool[] = [
  {
    name: 'export_agent',
    title: 'Export an agent',
    description:
      'Reads the whole configuration of an agent as one document, without secrets. Name sections where it is too long.',
    route: 'GET A/export',
    always: { format: 'json' },
    extra: {
      sections: {
        type: 'array',
        items: { type: 'string' },
        description: 'Only these of the document, such as playbooks or guardrails.',
      },
    },
    shows: (exported, { sections }) => ({ document: Array.isArray(sections) ? picked(exported, sections) : exported }),
  },
  {
    name: 'import_agent',
    title: 'Import into an agent',
    description:
      'Puts a document into an agent. The first call changes nothing: it shows what would change, and answers a word for confirm.',
    route: 'POST A/import',
    whole: 'document',
    says: { document },
    hints: { destructiveHint: true, idempotentHint: true },
    guard: importGuard,
  },
]

const always = ['exportVersion']

function picked(exported: unknown, sections: readonly unknown[]): unknown {
  const kept = Object.entries(exported as object).filter(([key]) => always.includes(key) || sections.includes(key))
  return Object.fromEntries(kept)
}
