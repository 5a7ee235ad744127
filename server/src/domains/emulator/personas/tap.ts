import { boundedText } from '@parley/findings'
import type { resolveDirective } from '@parley/testcase'
import { z } from 'zod'

/** A finger on one thing that was shown: cards often say the same, so that a label does not tell which is meant. */
export const PersonaTap = z
  .strictObject({
    tap: z.strictObject({ messageId: boundedText({ min: 1, max: 200 }), index: z.int().min(0).max(999_999) }),
  })
  .meta({
    id: 'PersonaTap',
    description: 'Taps one thing that a message showed; `index` is the `tap` of a chip, or stands in its payload.',
    examples: [{ tap: { messageId: 'msg_01', index: 0 } }],
  })
export type PersonaTap = z.infer<typeof PersonaTap>

type ShownMessages = Parameters<typeof resolveDirective>[1]

export function resolveTap({ tap }: PersonaTap, shown: ShownMessages): ReturnType<typeof resolveDirective> {
  const { messageId, index } = tap
  const affordance = shown.find((one) => one.messageId === messageId)?.affordances[index]
  if (!affordance) return { missing: 'chip' }
  const { label, answer } = affordance
  return { kind: 'taps', messageId, label, ...(answer && { optionId: answer.optionId }) }
}
