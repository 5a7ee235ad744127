import { emulatedChannels } from '@parley/amf'
import { z } from 'zod'
import { timestamp } from '../../../platform/http/schemas.ts'

import { type StoredSuite, TestSchedule } from './suite.ts'

export const suiteExample = {
  id: 'suite_01',
  name: 'Opening hours',
  schedule: { every: 'daily' as const, at: '07:30' },
  nextRunAt: '2030-02-01T07:30:00.000Z',
  system: false,
  createdAt: '2030-01-31T09:00:00.000Z',
  updatedAt: '2030-01-31T09:00:00.000Z',
}

export const TestSuiteResponse = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    description: z.string().optional(),
    channel: z.enum(emulatedChannels).optional(),
    schedule: TestSchedule.optional(),
    nextRunAt: timestamp.optional(),
    lastScheduledRunId: z.string().optional(),
    system: z.boolean().meta({ description: 'The platform keeps it in sync with the Examples of a playbook.' }),
    playbookId: z.string().optional(),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'TestSuite', examples: [suiteExample] })
export type TestSuiteResponse = z.input<typeof TestSuiteResponse>

export function serializeSuite({ nextRunAt, createdAt, updatedAt, ...suite }: StoredSuite): TestSuiteResponse {
  return {
    ...suite,
    nextRunAt: nextRunAt?.toISOString(),
    system: suite.playbookId !== undefined,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}
