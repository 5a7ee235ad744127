import { z } from 'zod'

/** The states of a person for whom an Automated Outreach rule was triggered. */
export const rowStates = ['waiting', 'sent', 'skipped', 'failed'] as const
export type RowState = (typeof rowStates)[number]

export const AutomatedRow = z
  .strictObject({
    personId: z.string(),
    state: z.enum(rowStates),
    reason: z.string().optional().meta({
      description: 'Why it was skipped or failed, or what it is waiting for, for example in-conversation.',
    }),
    dueAt: z.iso.datetime(),
    sendId: z.string().optional(),
  })
  .meta({
    id: 'AutomatedOutreachRow',
    examples: [{ personId: 'per_01', state: 'waiting', reason: 'in-conversation', dueAt: '2030-01-31T09:00:00.000Z' }],
  })
export type AutomatedRow = z.infer<typeof AutomatedRow>
