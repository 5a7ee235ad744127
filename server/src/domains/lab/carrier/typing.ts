import type { HandsetAddress } from '../handset.ts'

const typingMs = 10_000
const evictionThreshold = 1000

/** Where the agent is shown as typing. Stored in memory only: losing it does no harm. */
export type TypingIndicators = {
  start(agentKey: number, at: HandsetAddress, now: Date): void
  stop(agentKey: number, at: HandsetAddress): void
  isShown(agentKey: number, at: HandsetAddress, now: Date): boolean
}

export function createTypingIndicators(): TypingIndicators {
  const until = new Map<string, number>()
  return {
    start(agentKey, at, now) {
      if (until.size >= evictionThreshold) for (const [key, end] of until) if (end <= now.getTime()) until.delete(key)
      until.set(keyOf(agentKey, at), now.getTime() + typingMs)
    },
    stop: (agentKey, at) => void until.delete(keyOf(agentKey, at)),
    isShown: (agentKey, at, now) => (until.get(keyOf(agentKey, at)) ?? 0) > now.getTime(),
  }
}

const keyOf = (agentKey: number, { channel, address }: HandsetAddress): string => `${agentKey}\n${channel}\n${address}`
