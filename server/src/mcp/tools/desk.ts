import type { McpTool } from '../tool.ts'

const userId = 'The conversation: its userId, from list_desk_conversations.'

const as = 'With an API key, required: the userId of the member who acts.'

/** Takes, assignments, closes and messages are left to members: the person would believe that a human answers. */
export const deskTools: McpTool[] = [
  {
    name: 'list_desk_conversations',
    title: 'List conversations of the desk',
    description: 'Lists conversations with their state at the desk: agent, waiting, human or closed.',
    route: 'GET A/desk/conversations',
    omittedArguments: ['as'],
  },
  {
    name: 'read_desk_conversation',
    title: 'Read a conversation of the desk',
    description: 'Reads the state of a conversation at the desk, with the notes of members and the history of moves.',
    route: 'GET A/desk/conversations/:userId',
    descriptions: { userId },
    omittedArguments: ['as'],
  },
  {
    name: 'add_desk_note',
    title: 'Add a note to a conversation of the desk',
    description: 'Adds a note that only members of the org see, such as a summary. It is never sent.',
    route: 'POST A/desk/conversations/:userId/notes',
    descriptions: { userId, as },
  },
  {
    name: 'return_desk_conversation',
    title: 'Return a conversation to the agent',
    description: 'The agent answers again, and knows what was said meanwhile, and the note.',
    route: 'POST A/desk/conversations/:userId/_return',
    descriptions: { userId, as },
  },
  {
    name: 'snooze_desk_conversation',
    title: 'Snooze a conversation of the desk',
    description: 'Hides a conversation from the lists until a time, or until the person writes.',
    route: 'POST A/desk/conversations/:userId/_snooze',
    descriptions: { userId, as },
  },
  {
    name: 'create_saved_reply',
    title: 'Create a saved reply',
    description: 'Adds a text that members can send at the desk, with fill-ins such as {person.firstName|there}.',
    route: 'POST A/desk/replies',
  },
  {
    name: 'list_saved_replies',
    title: 'List saved replies',
    description: 'Lists the saved replies of the desk, newest first.',
    route: 'GET A/desk/replies',
  },
  {
    name: 'read_desk_usage',
    title: 'Count the work of the desk',
    description: 'Counts waits, takes and messages of the desk, with the times to the first word and to the close.',
    route: 'GET A/usage/desk',
  },
]
