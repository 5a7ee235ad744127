import { type AgentClient, createDeskClient, type DeskClient, type Schema } from '@parley/sdk'
import { type CommandOptions, defineCommand } from '../../command.ts'
import { connectToAgent } from '../../connection/connect.ts'
import { agentOptions } from '../../connection/options.ts'
import { exitCodes, usageError } from '../../exit.ts'
import type { Io } from '../../io.ts'
import { toPrintable } from '../../text/printable.ts'

export const deskOptions = {
  ...agentOptions,
  as: {
    type: 'string',
    value: 'MEMBER',
    description: 'the member who acts: a userId, or a name of GET /desk/members; required with an API key',
  },
} as const satisfies CommandOptions

type DeskConnection = { client: AgentClient; desk: DeskClient; as?: string }
type ConnectionOptions = Parameters<typeof connectToAgent>[0] & { as?: string | undefined }

/** Connects as the member whom `--as` names. */
export async function connectToDesk(options: ConnectionOptions, io: Io): Promise<DeskConnection> {
  const { client } = await connectToAgent(options, io)
  if (options.as === undefined) return { client, desk: createDeskClient(client) }
  const as = await resolveMember(client, options.as)
  return { client, desk: createDeskClient(client, { as }), as }
}

async function resolveMember(client: AgentClient, wanted: string): Promise<string> {
  const { data } = await client.get('/desk/members')
  const found = data.filter(({ userId, name }) => userId === wanted || name.toLowerCase() === wanted.toLowerCase())
  const [only, another] = found
  if (only && !another) return only.userId
  const problem = another ? 'names several members; use a userId' : 'is no member who may work at the desk'
  const members = data.map(({ userId, name }) => `${toPrintable(name)} (${userId})`).join(', ')
  throw usageError(`--as ${toPrintable(wanted)} ${problem}. Members: ${members || 'none'}`)
}

export const userArgument = { name: 'USER', description: 'the userId of a conversation, from `parley desk list`' }

const takeDeskCommand = defineCommand({
  name: 'take',
  summary: 'hold a conversation; the agent falls silent',
  about: 'takes a conversation. Once it answers, no message of the agent leaves anymore.',
  args: [userArgument],
  options: { ...deskOptions, force: { type: 'boolean', description: 'take it from the member who holds it' } },
  examples: [
    ['parley desk take usr_01 --as robin@example.com', 'takes it as this member'],
    ['parley desk take usr_01 --force', 'takes it from another member'],
  ],
  next: ['`parley desk say USER TEXT` writes to the person'],
  run: ({ options, args: [userId = ''], ...call }) =>
    move((desk) => desk.take(userId, { force: options.force }), { options, ...call }),
})

const returnDeskCommand = defineCommand({
  name: 'return',
  summary: 'give a conversation back to the agent',
  about: 'returns a conversation to the agent, which learns what was said meanwhile.',
  args: [userArgument],
  options: { ...deskOptions, note: { type: 'string', value: 'TEXT', description: 'what the agent should know' } },
  examples: [
    ['parley desk return usr_01', 'the agent answers again'],
    ['parley desk return usr_01 --note "Offered a visit on Friday"', 'and knows this'],
  ],
  next: ['`parley desk list` shows who has which conversation'],
  run: ({ options, args: [userId = ''], ...call }) =>
    move((desk) => desk.return(userId, options.note), { options, ...call }),
})

const closeDeskCommand = defineCommand({
  name: 'close',
  summary: 'close a conversation; the next message goes to the agent',
  about: 'closes a conversation. The next message of the person goes to the agent.',
  args: [userArgument],
  options: deskOptions,
  examples: [
    ['parley desk close usr_01', 'it is done'],
    ['parley desk close usr_01 --json | jq .history', 'and shows what happened to it'],
  ],
  next: ['`parley desk list --view closed` shows closed conversations'],
  run: ({ options, args: [userId = ''], ...call }) => move((desk) => desk.close(userId), { options, ...call }),
})

type MoveCall = {
  options: Parameters<typeof connectToDesk>[0]
  io: Parameters<typeof connectToDesk>[1]
  print(line: string): void
  json(value: unknown): void
}

async function move(
  act: (desk: DeskClient) => Promise<Schema<'DeskConversationDetail'>>,
  { options, io, print, json }: MoveCall,
) {
  const { desk } = await connectToDesk(options, io)
  const conversation = await act(desk)
  json(conversation)
  const { userId, name = userId, state, assignee } = conversation
  const states = {
    agent: 'is with the agent',
    waiting: 'is waiting',
    human: `is held by ${assignee}`,
    closed: 'is closed',
  }
  print(`The conversation with ${toPrintable(name)} ${toPrintable(states[state])}`)
  return exitCodes.passed
}

export const moveCommands = [takeDeskCommand, returnDeskCommand, closeDeskCommand]
