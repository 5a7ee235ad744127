import { z } from 'zod'
import { timestamp } from '../../../platform/http/schemas.ts'
import type { PersonListener } from '../../people/index.ts'
import { exportCases } from './queries/data-export.ts'

const ExportedCase = z.strictObject({
  id: z.string(),
  suiteId: z.string(),
  createdAt: timestamp,
  document: z.unknown(),
})

/** Tests that were made of their conversations, in which somebody made up stands in for them. */
export const testCaseDataExport: PersonListener['dataExport'] = {
  testCases: { entry: ExportedCase, read: exportCases },
}
