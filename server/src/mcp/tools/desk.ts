import type { McpTool } from '../tool.ts'

const userId = 'The conversation: its userId, from list_desk_conversations.'

/** Reads and notes. Moves and messages are left to members, because they change what a person experiences. */
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
