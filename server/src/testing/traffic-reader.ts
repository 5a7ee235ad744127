import type { TestAgent } from './agent.ts'
import type { TestApp } from './app.ts'
import { assertStatus, type ReplyBody } from './client.ts'

export type TrafficReader = {
  read(agent: TestAgent, path: string): Promise<{ data: ReplyBody[]; nextPageToken?: string }>
  /** Resolves when all log lines are stored. */
  flush(): Promise<void>
}

export function createTrafficReader({ services }: TestApp): TrafficReader {
  return {
    read: async (agent, path) => assertStatus(await agent.get(path), 200),
    flush: () => services.conversations.flush(),
  }
}
