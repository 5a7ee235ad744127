import type { z } from 'zod'
import { TurnContent } from '../../runtime/index.ts'

const elsewhere = { playbookId: true, input: true, messages: true, effects: true, warnings: true } as const

/** Everything in a turn record other than its input and the reply. */
export const Inspection = TurnContent.omit(elsewhere).meta({
  id: 'TurnInspection',
  description: 'Why it was answered so, as the turn record has it.',
  examples: [
    {
      sections: [{ name: 'personality', text: 'Warm and brief.' }],
      knowledge: [{ kind: 'fact', id: 'hours', title: 'When are you open?', score: 1 }],
      modelCalls: [],
      toolCalls: [],
      ruleHits: [],
      outcomes: [],
      goalsReached: [],
      milliseconds: 9,
    },
  ],
})
export type Inspection = z.infer<typeof Inspection>

const keys = Object.keys(Inspection.shape) as (keyof Inspection)[]

export function inspectionOf(turn: Inspection): Inspection {
  return Object.fromEntries(keys.filter((key) => turn[key] !== undefined).map((key) => [key, turn[key]])) as Inspection
}
