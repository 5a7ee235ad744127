import { channels } from '@parley/amf'
import { z } from 'zod'
import { timestamp } from '../../../platform/http/schemas.ts'
import type { PersonListener } from '../../people/index.ts'
import { exportFiles, exportLogs, exportMessages, exportSessions } from './queries/data-export.ts'

const place = { userId: z.string(), sessionId: z.string().optional(), channel: z.enum(channels).optional() }

const Message = z.strictObject({
  at: timestamp,
  ...place,
  from: z.enum(['user', 'agent']),
  type: z.enum(['content', 'status', 'action']),
  subtype: z.string().optional(),
  text: z.string().optional(),
  messageId: z.string(),
  error: z.string().optional(),
  content: z.unknown().optional().meta({ description: 'The event or the message as a whole.' }),
})

const File = z.strictObject({ at: timestamp, ...place, url: z.string(), name: z.string().optional() })
const Session = z.strictObject({ ...place, startedAt: timestamp, endedAt: timestamp.optional() })
const Log = z.strictObject({
  at: timestamp,
  ...place,
  level: z.string(),
  event: z.string(),
  data: z.unknown().optional(),
})

/**
 * Exports a person's messages and their metadata. Files can be fetched at their URL for as long as they are retained.
 */
export const conversationDataExport: PersonListener['dataExport'] = {
  messages: { entry: Message, read: exportMessages },
  files: { entry: File, read: exportFiles },
  sessions: { entry: Session, read: exportSessions },
  logs: { entry: Log, read: exportLogs },
}
