import { importGuard } from '../guards/import-agent.ts'
import type { McpTool } from '../tool.ts'

const documentDescription = 'An export of an agent, or a part of one: only the sections that it carries are replaced.'

export const portableTools: McpTool[] = [
  {
    name: 'export_agent',
    title: 'Export an agent',
    description:
      'Reads the whole configuration of an agent as one document, without secrets. Name sections where it is too long.',
    route: 'GET A/export',
    fixedQuery: { format: 'json' },
    extraArguments: {
      sections: {
        type: 'array',
        items: { type: 'string' },
        description: 'Only these of the document, such as playbooks or guardrails.',
      },
    },
    toResult: (exported, { sections }) => ({
      document: Array.isArray(sections) ? pickSections(exported, sections) : exported,
    }),
  },
  {
    name: 'import_agent',
    title: 'Import into an agent',
    description:
      'Puts a document into an agent. The first call changes nothing: it shows what would change, and answers a word for confirm.',
    route: 'POST A/import',
    bodyArgument: 'document',
    descriptions: { document: documentDescription },
    hints: { destructiveHint: true, idempotentHint: true },
    guard: importGuard,
  },
]

const alwaysIncluded = ['exportVersion']

function pickSections(exported: unknown, sections: readonly unknown[]): unknown {
  const kept = Object.entries(exported as object).filter(
    ([key]) => alwaysIncluded.includes(key) || sections.includes(key),
  )
  return Object.fromEntries(kept)
}
