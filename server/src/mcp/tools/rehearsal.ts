import type { McpTool } from '../tool.ts'

export const rehearsalTools: McpTool[] = [
  {
    name: 'list_personas',
    title: 'List personas',
    description: 'Lists the personas of the agent: made-up people to rehearse with.',
    route: 'GET A/personas',
  },
  {
    name: 'create_persona',
    title: 'Make a persona',
    description:
      'Makes a persona to rehearse with: a name, a channel, what is on file about them, what was said before.',
    route: 'POST A/personas',
  },
  {
    name: 'try_conversation',
    title: 'Say something to the agent',
    description:
      'Says or taps something as a persona, and answers what the agent says and would have done. All of it stays in a sandbox: nobody is written to, nothing is booked. turn is mostly the text that the persona types. To find out why it answered so, call read_turn with the turnId.',
    route: 'POST A/personas/:personaId/turns',
    descriptions: { personaId: 'From list_personas or create_persona.' },
  },
]
