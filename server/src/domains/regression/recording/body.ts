import { boundedText } from '@parley/findings'
import { z } from 'zod'

const id = boundedText({ min: 1, max: 200 }).optional()

/** The handler checks that one of the first three ids is present, because that error has its own code. */
export const RecordBody = z
  .strictObject({
    conversationId: id.meta({ description: 'The id of a session.' }),
    userId: id.meta({ description: 'An identity; default session: its newest one.' }),
    turnId: id.meta({ description: 'The last turn to record.' }),
    suiteId: id.meta({ description: 'Default: the suite “Recorded from conversations”, created on first use.' }),
    title: boundedText({ min: 1, max: 300 }).optional(),
    expectation: boundedText({ min: 1, max: 2000 }).optional(),
  })
  .meta({
    id: 'TestCaseRecord',
    examples: [{ conversationId: 'ses_01', expectation: 'The agent offers two colors.' }],
  })
export type RecordBody = z.output<typeof RecordBody>
