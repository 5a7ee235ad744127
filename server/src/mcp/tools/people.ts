import type { McpTool } from '../tool.ts'

const personId = 'From list_people.'

export const peopleTools: McpTool[] = [
  {
    name: 'list_people',
    title: 'List people',
    description: 'Finds people of the agent by name, address or number (q), status, tag, consent, channel or time.',
    route: 'GET A/people',
    descriptions: {
      tag: "Only people with this tag. The agent's custom fields work as filters too, as customFields.<key>.",
    },
  },
  {
    name: 'read_person',
    title: 'Read a person',
    description: 'Reads everything stored about one person.',
    route: 'GET A/people/:personId',
    descriptions: { personId },
  },
  {
    name: 'create_person',
    title: 'Add a person',
    description:
      'Adds a person. First check with list_people whether they are already known, by email address or phone number.',
    route: 'POST A/people',
  },
  {
    name: 'update_person',
    title: 'Change a person',
    description: 'Changes the data stored about a person. Omitted fields keep their values; null clears a field.',
    route: 'PATCH A/people/:personId',
    descriptions: { personId },
  },
  {
    name: 'read_reachability',
    title: 'Check whether a person may be contacted',
    description: 'Reads whether a person may be contacted now, and if not, why: consent, opt-out, hours, channel.',
    route: 'GET A/people/:personId/reachability',
    descriptions: { personId, outreachId: 'For one Outreach; its id is in read_section with section outreach.' },
  },
  {
    name: 'record_consent',
    title: 'Record consent',
    description:
      "Records a person's consent to messages. Record only what the user tells you the person said, with the evidence.",
    route: 'PUT A/people/:personId/consent',
    descriptions: { personId },
  },
  {
    name: 'search_knowledge',
    title: 'Search the knowledge of an agent',
    description:
      'Finds what the agent knows about a question: facts, things, and passages from its sources, best first.',
    route: 'GET A/knowledge/search',
  },
]
