import type { McpTool } from '../tool.ts'

export const rehearsalTools: McpTool[] = [
  {
    name: 'list_personas',
    title: 'List personas',
    description: 'Lists the personas of the agent: fictitious people to rehearse with.',
    route: 'GET A/personas',
  },
  {
    name: 'create_persona',
    title: 'Create a persona',
    description: 'Creates a persona to rehearse with: a name, a channel, the data stored about them, earlier messages.',
    route: 'POST A/personas',
  },
  {
    name: 'try_conversation',
    title: 'Say something to the agent',
    description:
      'Says or taps something as a persona, and returns what the agent says and would have done. Everything stays in a sandbox: no one is contacted, nothing is booked. turn is usually the text that the persona types. To find out why the agent replied as it did, call read_turn with the turnId.',
    route: 'POST A/personas/:personaId/turns',
    descriptions: { personaId: 'From list_personas or create_persona.' },
  },
]
