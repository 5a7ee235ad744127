import type { McpTool } from '../tool.ts'
import { agentTools, portableTools } from './agents.ts'
import { amlTool } from './aml.ts'
import { catalogToolTools } from './catalog-tools.ts'
import { deskTools } from './desk.ts'
import { insightTools } from './insights.ts'
import { orgTools } from './org.ts'
import { outreachTools } from './outreach.ts'
import { peopleTools } from './people.ts'

import { rehearsalTools } from './rehearsal.ts'
import { schedulingTools } from './scheduling.ts'
import { sectionTools } from './sections.ts'
import { testTools } from './tests.ts'
import { trafficTools } from './traffic.ts'
import { versionTools } from './versions.ts'

/** Every tool offered to assistants. Routes that return keys or secrets are left out. */
export const mcpTools: readonly McpTool[] = [
  ...agentTools,
  ...sectionTools,
  amlTool,
  ...portableTools,
  ...versionTools,
  ...peopleTools,
  ...schedulingTools,
  ...rehearsalTools,
  ...outreachTools,
  ...catalogToolTools,
  ...testTools,
  ...trafficTools,
  ...deskTools,
  ...insightTools,
  ...orgTools,
]
