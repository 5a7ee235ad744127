import type { McpTool } from '../tool.ts'

const personId = 'From list_people.'

export const peopleTools: McpTool[] = [
  {
    name: 'list_people',
    title: 'List people',
    description:
      'Finds people of the agent: by words of their name, address or number (q), status, tag, consent, channel or time.',
    route: 'GET A/people',
    descriptions: {
      tag: 'Only people with this tag. Fields of the agent can be asked for too, as customFields.<key>.',
    },
  },
  {
    name: 'read_person',
    title: 'Read a person',
    description: 'Reads all that is on file about one person.',
    route: 'GET A/people/:personId',
    descriptions: { personId },
  },
  {
    name: 'create_person',
    title: 'Add a person',
    description:
      'Adds a person. Look with list_people first whether they are known already: by e-mail address or phone number.',
    route: 'POST A/people',
  },
  {
    name: 'update_person',
    title: 'Change a person',
    description: 'Changes what is on file about a person. What is left out stays; null takes a field away.',
    route: 'PATCH A/people/:personId',
    descriptions: { personId },
  },
  {
    name: 'read_reachability',
    title: 'May a person be written to',
    description: 'Reads whether a person may be written to now, and if not, why: consent, opt-out, hours, channel.',
    route: 'GET A/people/:personId/reachability',
    descriptions: { personId, outreachId: 'For one Outreach; from read_section with section outreach.' },
  },
  {
    name: 'record_consent',
    title: 'Record consent',
    description:
      'Records what a person has said to being written to. Only ever record what the user tells you that the person said, with the evidence.',
    route: 'PUT A/people/:personId/consent',
    descriptions: { personId },
  },
  {
    name: 'search_knowledge',
    title: 'Search the knowledge of an agent',
    description: 'Finds what the agent knows about a question: facts, things, passages of its sources, best first.',
    route: 'GET A/knowledge/search',
  },
]
