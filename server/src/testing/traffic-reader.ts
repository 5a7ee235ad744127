import { getServices } from '../services.ts'
import type { TestAgent } from './agent.ts'
import type { TestApp } from './app.ts'
import { assertStatus, type ReplyBody } from './client.ts'

export type TrafficReader = {
  /** A list of traffic, by its path and query. */
  read(agent: TestAgent, path: string): Promise<{ data: ReplyBody[]; nextPageToken?: string }>
  /** All lines that were told to the logs are kept. */
  flush(): Promise<void>
}

/** Reads traffic as operators do. */
export function createTrafficReader({ context }: TestApp): TrafficReader {
  return {
    read: async (agent, path) => assertStatus(await agent.get(path), 200),
    flush: () => getServices(context).conversations.flush(),
  }
}
