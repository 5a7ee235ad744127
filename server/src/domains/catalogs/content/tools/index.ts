import type { Tool } from '../../entry.ts'
import { businessTools } from './business.ts'
import { calendarTools } from './calendars.ts'
import { messagingTools } from './messaging.ts'

export const tools: Tool[] = [...calendarTools, ...messagingTools, ...businessTools]
