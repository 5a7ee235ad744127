import { importGuard } from '../guards/import-agent.ts'
import type { McpTool } from '../tool.ts'

export const agentTools: McpTool[] = [
  {
    name: 'whoami',
    title: 'Who am I',
    description:
      'Reads who this connection acts as: the org, the role and the scopes. Call it first when a call is refused.',
    route: 'GET /me',
  },
  {
    name: 'list_agents',
    title: 'List agents',
    description: 'Lists the agents of the org with their ids, newest first. Most other tools take one of these ids.',
    route: 'GET O/agents',
  },
  {
    name: 'create_agent',
    title: 'Create an agent',
    description:
      'Creates an empty agent. Then give it a personality, facts and playbooks, and lint it with lint_agent.',
    route: 'POST O/agents',
    omittedArguments: ['framework'],
  },
  {
    name: 'update_agent',
    title: 'Change an agent',
    description:
      'Changes the name, description or identity of an agent. Omitted fields keep their values; null clears a field.',
    route: 'PATCH A',
  },
  {
    name: 'lint_agent',
    title: 'Lint an agent',
    description:
      'Finds errors and weak points in the configuration of an agent: each finding has a severity, a path and a message. Call it after every change.',
    route: 'GET A/lint',
  },
  {
    name: 'list_channels',
    title: 'List channels',
    description: 'Lists the channels of the agent, with the state of each binding. Credentials are never included.',
    route: 'GET A/channels',
  },
]

const documentDescription = 'An export of an agent, or part of one: only the sections in it are replaced.'

export const portableTools: McpTool[] = [
  {
    name: 'export_agent',
    title: 'Export an agent',
    description:
      'Reads the whole configuration of an agent as one document, without secrets. Request single sections if it is too long.',
    route: 'GET A/export',
    fixedQuery: { format: 'json' },
    extraArguments: {
      sections: {
        type: 'array',
        items: { type: 'string' },
        description: 'Only these sections, such as playbooks or guardrails.',
      },
    },
    output: { type: 'object', properties: { document: { type: 'object' } }, required: ['document'] },
    toResult: (exported, { sections }) => ({
      document: Array.isArray(sections) ? pickSections(exported, sections) : exported,
    }),
  },
  {
    name: 'import_agent',
    title: 'Import into an agent',
    description:
      'Imports a document into an agent. The first call changes nothing: it shows what would change, and returns a word for confirm.',
    route: 'POST A/import',
    bodyArgument: 'document',
    descriptions: { document: documentDescription },
    hints: { destructiveHint: true, idempotentHint: true },
    guard: importGuard,
  },
]

const alwaysIncluded = ['exportVersion']

function pickSections(exported: unknown, sections: readonly unknown[]): unknown {
  const selected = Object.entries(exported as object).filter(
    ([key]) => alwaysIncluded.includes(key) || sections.includes(key),
  )
  return Object.fromEntries(selected)
}
