import type { Route } from '../../../platform/http/route.ts'
import type { AgentDeps } from '../deps.ts'
import { draftRoutes } from '../drafts/routes.ts'
import { versionRoutes } from '../versions/routes.ts'
import { agentRoutes } from './agents.ts'
import { capabilityRoutes } from './capabilities.ts'
import { gatewayRoutes } from './gateway.ts'

import { identityRoutes } from './identity.ts'
import { goalRoutes, instructionRoutes } from './instructions.ts'
import { integrationRoutes } from './integrations.ts'
import { knowledgeContentRoutes } from './knowledge.ts'
import { messageTemplateRoutes } from './message-templates.ts'
import { personalityRoutes } from './personality.ts'
import { playbookRoutes } from './playbooks.ts'
import { portableRoutes } from './portable.ts'
import { templateRoutes } from './templates.ts'
import { toolBindingRoutes } from './tool-bindings.ts'

export function configurationRoutes(deps: AgentDeps): Route[] {
  return [
    ...agentRoutes(deps),
    ...identityRoutes(deps),
    ...personalityRoutes(deps),
    ...goalRoutes(deps),
    ...playbookRoutes(deps),
    ...instructionRoutes(deps),
    ...messageTemplateRoutes(deps),
    ...knowledgeContentRoutes(deps),
    ...capabilityRoutes(deps),
    ...integrationRoutes(deps),
    ...toolBindingRoutes(deps),
    ...templateRoutes(deps),
    ...portableRoutes(deps),
    ...versionRoutes(deps),
    ...draftRoutes(deps),
    ...gatewayRoutes(deps),
  ]
}
