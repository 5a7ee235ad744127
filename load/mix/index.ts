import { recordKinds } from './records.ts'
import { refusalKinds } from './refusals.ts'
import type { Kind } from './scene.ts'
import { sendKinds } from './sends.ts'
import { talkKinds } from './talk.ts'

/** All that goes on at once; beside it campaigns go out, now and then. */
export const mix: readonly Kind[] = [...talkKinds, ...sendKinds, ...recordKinds, ...refusalKinds]

const total = mix.reduce((sum, { weight }) => sum + weight, 0)

export function chosen(random: () => number): Kind {
  let left = random() * total
  for (const kind of mix) {
    left -= kind.weight
    if (left < 0) return kind
  }
  return mix[0] as Kind
}
