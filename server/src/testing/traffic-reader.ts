import { sharedBy } from '../parts.ts'
import type { TestAgent } from './agent.ts'
import type { TestApp } from './app.ts'
import { assertStatus, type Body } from './client.ts'

export type TrafficReader = {
  /** A list of traffic, by its path and query. */
  read(agent: TestAgent, path: string): Promise<{ data: Body[]; nextPageToken?: string }>
  /** All lines that were told to the logs are kept. */
  logged(): Promise<void>
}

/** Reads traffic as operators do. */
export function trafficReader({ parts }: TestApp): TrafficReader {
  return {
    read: async (agent, path) => assertStatus(await agent.get(path), 200),
    logged: () => sharedBy(parts).conversations.flush(),
  }
}
