import {
  type GetPromptResult,
  type ListPromptsResult,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server'

type Prompt = ListPromptsResult['prompts'][number] & { render(given: Record<string, string>): string }

/** What people ask an assistant for most, as a way to go. */
const prompts: readonly Prompt[] = [
  {
    name: 'write_playbook',
    title: 'Write a playbook',
    description: 'Write a playbook for an agent, try it, and keep a test of it.',
    arguments: [
      { name: 'task', description: 'What the agent is to do in it.', required: true },
      { name: 'agent', description: 'The id of the agent; the only one when left out.' },
    ],
    render: ({ task, agent }) =>
      [
        `Write a playbook${agent ? ` for the agent ${agent}` : ''} for this: ${task}`,
        '1. Read parley://docs/agents, and the sections playbooks, goals, guardrails and facts, with read_section.',
        '2. Propose whenToUse, body and two or three examples. Ask me before you create anything.',
        '3. Create it with create_playbook, then call lint_agent and mend what it finds.',
        '4. Make a persona and try the conversation with try_conversation: as it should go, and once as it should not.',
        '5. Tell me what the agent said, and what you would change.',
      ].join('\n'),
  },
  {
    name: 'explain_conversation',
    title: 'Find out why a conversation went wrong',
    description: 'Follow a conversation turn by turn, and say what to change.',
    arguments: [
      { name: 'what', description: 'What went wrong, and with whom or when.', required: true },
      { name: 'agent', description: 'The id of the agent; the only one when left out.' },
    ],
    render: ({ what, agent }) =>
      [
        `Find out why a conversation${agent ? ` of the agent ${agent}` : ''} went wrong: ${what}`,
        '1. Find it with list_conversations, and read it with list_messages.',
        '2. Read the turns in question with list_turns and read_turn: the playbook, what was found, the tools, the rules. Look at list_logs for errors.',
        '3. Say what caused it: a missing fact, a wrong playbook, a rule, a tool that failed, or the model.',
        '4. Propose the smallest change to the configuration. Do not make it before I agree; then try it with try_conversation.',
      ].join('\n'),
  },
]

export const listPrompts = (): ListPromptsResult => ({
  prompts: prompts.map(({ render: _, ...prompt }) => prompt),
})

export function getPrompt(name: string, given: Record<string, string> = {}): GetPromptResult {
  const prompt = prompts.find((one) => one.name === name)
  if (!prompt) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no prompt ${name}`)
  const missing = prompt.arguments?.find((one) => one.required && !given[one.name])
  if (missing) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `The prompt ${name} needs ${missing.name}`)
  return { messages: [{ role: 'user', content: { type: 'text', text: prompt.render(given) } }] }
}
