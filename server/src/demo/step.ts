import type { DemoClient } from './client.ts'

/** What a step of the demo is made with. */
export type DemoContext = {
  /** The demo agent, at the management API. */
  agent: DemoClient
  /** Whether this process answers conversations by itself, at no cost. */
  canAnswer: boolean
  /** Whether the handset lab carries managed bindings. */
  hasLab: boolean
  /** The handsets of the demo agent; absent where there are none, or nobody here who answers them. */
  handsets?: DemoClient
  /** Whether Outreaches go out. */
  realSends: boolean
  stop: AbortSignal
}

/** Makes one part of the demo. After a crash it is run again, so that it looks at what is there already. */
export type DemoStep = { name: string; run(context: DemoContext): Promise<void> }

/** An answer of the API that is a list. */
export type ListReply<T> = { data: T[] }
