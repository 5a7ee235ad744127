import type { DemoClient } from './client.ts'

export type DemoContext = {
  agent: DemoClient
  /** Whether this process answers conversations itself, free of charge. */
  canAnswer: boolean
  hasLab: boolean
  /**
   * Client for the demo agent's handsets; absent if there are none, or if this process does not answer conversations.
   */
  handsets?: DemoClient
  realSends: boolean
  stop: AbortSignal
}

/** Seeds one part of the demo. It runs again after a crash, so it must check for what already exists. */
export type DemoStep = { name: string; run(context: DemoContext): Promise<void> }

export type ListReply<T> = { data: T[] }
