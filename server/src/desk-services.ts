import type { AppContext } from './app-context.ts'
import type { AgentDeps } from './domains/agents/index.ts'
import type { Conversations } from './domains/conversations/index.ts'
import { createDesk, type Desk } from './domains/desk/index.ts'
import { notices } from './domains/runtime/index.ts'

type DeskServices = { context: AppContext; agents: AgentDeps }

/** Creates the desk: people beside the agent. Notices to the team leave through the runtime's queue. */
export function createDeskService({ context, agents }: DeskServices, conversations: Conversations): Desk {
  const { database, world, log } = context
  const { definitions, announce, secrets } = agents
  const { accept, silenceAgent } = conversations
  return createDesk({
    ...{ db: database.db, world, log, announce, definitions, accept, silenceAgent },
    pace: context.deskStreamPace,
    notifyTeam: (tx, agent, notice) => notices.send(tx, agent, notice, { definitions, secrets, world }),
  })
}
