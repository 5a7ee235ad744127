import { conversationOperations } from './conversations.ts'
import type { LoadOperation } from './operation-context.ts'
import { recordOperations } from './records.ts'
import { refusedOperations } from './refusals.ts'
import { sendOperations } from './sends.ts'

/** All concurrent operations; campaigns run in addition, at intervals. */
export const mix: readonly LoadOperation[] = [
  ...conversationOperations,
  ...sendOperations,
  ...recordOperations,
  ...refusedOperations,
]

const total = mix.reduce((sum, { weight }) => sum + weight, 0)

export function chooseOperation(random: () => number): LoadOperation {
  let left = random() * total
  for (const kind of mix) {
    left -= kind.weight
    if (left < 0) return kind
  }
  return mix[0] as LoadOperation
}
