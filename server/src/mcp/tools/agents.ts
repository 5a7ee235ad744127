import type { McpTool } from '../tool.ts'

export const agentTools: McpTool[] = [
  {
    name: 'whoami',
    title: 'Who am I',
    description:
      'Reads whom this connection acts for: the org, the role and the scopes. Call it first when something is refused.',
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
      'Creates an agent, which is empty at first. Then give it a personality, facts and playbooks, and lint it with lint_agent.',
    route: 'POST O/agents',
    omittedArguments: ['framework'],
  },
  {
    name: 'update_agent',
    title: 'Change an agent',
    description: 'Changes name, description or identity of an agent. What is left out stays; null takes a field away.',
    route: 'PATCH A',
  },
  {
    name: 'lint_agent',
    title: 'Lint an agent',
    description:
      'Finds what is wrong or doubtful in the configuration of an agent: each finding has a severity, a path and a message. Call it after every change.',
    route: 'GET A/lint',
  },
  {
    name: 'list_channels',
    title: 'List channels',
    description:
      'Lists where the agent can be talked to, with the state of each binding. Credentials are never part of it.',
    route: 'GET A/channels',
  },
]
