import { type AgentClient, createDeskClient, type DeskClient } from '@parley/sdk'
import type { CommandOptions } from '../../command.ts'
import { connectToAgent } from '../../connection/connect.ts'
import { agentOptions } from '../../connection/options.ts'
import { usageError } from '../../exit.ts'
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
