import { Text } from '@mantine/core'
import { words } from '#words/sends.ts'

export const reasonWords = (reason: string): string =>
  Object.hasOwn(words.reasons, reason) ? (words.reasons[reason] as string) : words.otherReason(reason)

/** Why, in a sentence; nothing where there is no reason. */
export function Reason({ reason }: { reason: string | undefined }) {
  if (!reason) return null
  return (
    <Text span size="sm">
      {reasonWords(reason)}
    </Text>
  )
}
