import { runStatuses } from '@parley/definition/vocabulary'
import { z } from 'zod'
import { pageQuery } from '../../../platform/http/page.ts'
import { resultStates } from './run.ts'

const ids = z.array(z.string().min(1).max(200)).max(1000).optional()

export const RunBody = z
  .strictObject({
    suiteIds: ids,
    caseIds: ids,
    tags: ids,
    draftId: z.string().min(1).max(200).optional().meta({ description: 'The draft to play instead of live.' }),
    samplesOverride: z.int().min(1).max(5).optional(),
  })
  .prefault({})
  .meta({
    id: 'TestRunBody',
    description: 'A case runs if it matches every given list; without lists, every case of the agent runs.',
    examples: [{ suiteIds: ['ste_01'] }, { tags: ['smoke'], samplesOverride: 3 }, {}],
  })

const limit = (usual: number) => z.coerce.number('must be a whole number').int().min(1).max(200).default(usual)

export const RunsQuery = z.strictObject({
  ...pageQuery.shape,
  limit: limit(200),
  suiteId: z.string().optional(),
  status: z.enum(runStatuses).optional(),
})

export const ResultsQuery = z.strictObject({
  limit: limit(50),
  startingAfter: z.string().optional(),
  state: z.enum(resultStates).optional(),
  caseId: z.string().optional(),
})

export const ReportQuery = z.strictObject({
  format: z.enum(['json', 'junit']).default('json').meta({ description: 'junit is the XML that CI servers read.' }),
})
