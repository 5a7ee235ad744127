import type { HandsetPlace } from '../handset.ts'

const shownForMs = 10_000
const crowd = 1000

/** Where the agent is seen writing. It is forgotten with the process: nobody misses three dots. */
export type Typing = {
  begin(agentKey: number, at: HandsetPlace, now: Date): void
  end(agentKey: number, at: HandsetPlace): void
  isShown(agentKey: number, at: HandsetPlace, now: Date): boolean
}

export function typingOf(): Typing {
  const until = new Map<string, number>()
  return {
    begin(agentKey, at, now) {
      if (until.size >= crowd) for (const [key, end] of until) if (end <= now.getTime()) until.delete(key)
      until.set(keyOf(agentKey, at), now.getTime() + shownForMs)
    },
    end: (agentKey, at) => void until.delete(keyOf(agentKey, at)),
    isShown: (agentKey, at, now) => (until.get(keyOf(agentKey, at)) ?? 0) > now.getTime(),
  }
}

const keyOf = (agentKey: number, { channel, address }: HandsetPlace): string => `${agentKey}\n${channel}\n${address}`
