import { conversationOperations } from './conversations.ts'
import type { LoadOperation } from './operation-context.ts'
import { recordOperations } from './records.ts'
import { refusedOperations } from './refusals.ts'
import { sendOperations } from './sends.ts'

/** All concurrent operations; campaigns run in addition, at intervals. */
export const loadOperations: readonly LoadOperation[] = [
  ...conversationOperations,
  ...sendOperations,
  ...recordOperations,
  ...refusedOperations,
]

const total = loadOperations.reduce((sum, { weight }) => sum + weight, 0)

export function chooseOperation(random: () => number): LoadOperation {
  let remaining = random() * total
  for (const operation of loadOperations) {
    remaining -= operation.weight
    if (remaining < 0) return operation
  }
  return loadOperations[0] as LoadOperation
}
