import { z } from 'zod'
import { timestamp } from '../../../platform/http/schemas.ts'
import type { PersonListener } from '../../people/index.ts'
import { exportCalls } from '../../tools/index.ts'
import { exportMemory, exportTurns } from './queries.ts'

const ExportedMemory = z.strictObject({
  userId: z.string(),
  updatedAt: timestamp,
  state: z
    .unknown()
    .meta({ description: 'The state of the conversation: playbook, flow and its answers, goals reached.' }),
})
const ExportedTurn = z.strictObject({
  id: z.string(),
  at: timestamp,
  userId: z.string(),
  sessionId: z.string(),
  channel: z.string(),
})

const ExportedToolCall = z.strictObject({
  id: z.string(),
  toolId: z.string(),
  at: timestamp,
  userId: z.string(),
  state: z.string(),
  given: z.unknown().meta({ description: 'What the agent sent to the service.' }),
})

/**
 * The agent's memory and its answers. The instructions behind an answer belong to the business and are not exported.
 */
export const runtimeDataExport: PersonListener['dataExport'] = {
  memory: { entry: ExportedMemory, read: exportMemory },
  turns: { entry: ExportedTurn, read: exportTurns },
  toolCalls: { entry: ExportedToolCall, read: exportCalls },
}
