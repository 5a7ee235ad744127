import type { McpTool } from '../tool.ts'

const replacesNote =
  'It replaces the whole section: read it first with read_section, and send everything that should stay.'

export const sectionTools: McpTool[] = [
  {
    name: 'read_section',
    title: 'Read a section of an agent',
    description:
      'Reads one section of the current configuration of an agent. Read before you write: most sections are replaced as a whole.',
    route: {
      argument: 'section',
      description: 'Which section; agent is its name, description and time of last change.',
      routes: {
        agent: 'GET A',
        identity: 'GET A/identity',
        personality: 'GET A/personality',
        objectives: 'GET A/objectives',
        goals: 'GET A/goals',
        playbooks: 'GET A/playbooks',
        'standing-instructions': 'GET A/standing-instructions',
        guardrails: 'GET A/guardrails',
        rules: 'GET A/rules',
        'message-templates': 'GET A/message-templates',
        facts: 'GET A/knowledge/facts',
        things: 'GET A/knowledge/things',
        collections: 'GET A/knowledge/collections',
        'people-fields': 'GET A/people-fields',
        locations: 'GET A/locations',
        scheduling: 'GET A/scheduling',
        notifications: 'GET A/notifications',
        outreach: 'GET A/outreach',
        'automated-outreach': 'GET A/automated-outreach',
        'sending-settings': 'GET A/settings/sending',
        models: 'GET A/settings/model',
      },
    },
  },
  {
    name: 'replace_personality',
    title: 'Replace the personality',
    description: `Sets how the agent speaks: its voice, tone and style, in prose. ${replacesNote}`,
    route: 'PUT A/personality',
  },
  {
    name: 'replace_objectives',
    title: 'Replace the objectives',
    description: `Sets what the agent is for: each objective has a name and a body in prose. ${replacesNote}`,
    route: 'PUT A/objectives',
  },
  {
    name: 'replace_goals',
    title: 'Replace the goals',
    description: `Sets what counts as success in a conversation: an event, or a criterion for the judge. ${replacesNote}`,
    route: 'PUT A/goals',
  },
  {
    name: 'replace_standing_instructions',
    title: 'Replace the standing instructions',
    description: `Sets short instructions that apply in every turn. ${replacesNote}`,
    route: 'PUT A/standing-instructions',
  },
  {
    name: 'change_guardrails',
    title: 'Change the guardrails',
    description:
      'Adds or removes topics to avoid, claims not to make and required disclaimers. Other entries do not change.',
    route: 'PATCH A/guardrails',
  },
  {
    name: 'replace_facts',
    title: 'Replace the facts',
    description: `Sets questions with their answers: the agent answers from them, word for word if exact is true. ${replacesNote}`,
    route: 'PUT A/knowledge/facts',
  },
  {
    name: 'read_playbook',
    title: 'Read a playbook',
    description: 'Reads one playbook with its body, its examples and its flow.',
    route: 'GET A/playbooks/:playbookId',
    descriptions: { playbookId: 'From read_section with section playbooks.' },
  },
  {
    name: 'create_playbook',
    title: 'Create a playbook',
    description:
      'Creates a playbook: when to use it (whenToUse), what the agent does in it (body, in prose), and examples. The guide parley://docs/agents explains how; lint the agent afterwards.',
    route: 'POST A/playbooks',
  },
  {
    name: 'update_playbook',
    title: 'Change a playbook',
    description: 'Changes fields of a playbook. Omitted fields keep their values; null clears a field.',
    route: 'PATCH A/playbooks/:playbookId',
    descriptions: { playbookId: 'From read_section with section playbooks.' },
  },
  {
    name: 'create_message_template',
    title: 'Create a message template',
    description:
      'Creates a message with slots such as {person.firstName|there}; its body is AML, see parley://docs/aml. Try it first with preview_aml.',
    route: 'POST A/message-templates',
  },
  {
    name: 'update_message_template',
    title: 'Change a message template',
    description: 'Changes fields of a message template. Omitted fields keep their values.',
    route: 'PATCH A/message-templates/:templateId',
    descriptions: { templateId: 'From read_section with section message-templates.' },
  },
  {
    name: 'preview_message_template',
    title: 'Preview a message template',
    description: 'Shows what one person would receive from a message template, with its slots filled in.',
    route: 'GET A/message-templates/:templateId/preview',
    descriptions: { templateId: 'From read_section with section message-templates.', personId: 'From list_people.' },
  },
]
