import type { CatalogTool } from '../../entry.ts'
import { businessTools } from './business.ts'
import { calendarTools } from './calendars.ts'
import { messagingTools } from './messaging.ts'

export const catalogTools: CatalogTool[] = [...calendarTools, ...messagingTools, ...businessTools]
