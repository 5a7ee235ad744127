import { Text } from '@mantine/core'
import { strings } from '#i18n/sends.ts'

export const reasonText = (reason: string): string =>
  Object.hasOwn(strings.reasons, reason) ? (strings.reasons[reason] as string) : strings.otherReason(reason)

/** Explains a reason in a sentence; renders nothing without one. */
export function ReasonText({ reason }: { reason: string | undefined }) {
  if (!reason) return null
  return (
    <Text span size="sm">
      {reasonText(reason)}
    </Text>
  )
}
