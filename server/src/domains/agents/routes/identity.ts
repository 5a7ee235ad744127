import { AgentIdentity, AgentIdentityPatch, applyPatch } from '@parley/definition'
import type { Route } from '../../../platform/http/route.ts'
import type { AgentDeps } from '../deps.ts'
import { readSectionRoute, writeSectionRoute } from './section.ts'

const part = {
  path: '/identity',
  tag: 'Identity',
  response: AgentIdentity,
  show: ({ identity }: { identity: AgentIdentity }) => identity,
}

export function identityRoutes({ definitions }: AgentDeps): Route[] {
  return [
    readSectionRoute(definitions, { ...part, summary: 'Read the identity' }),
    writeSectionRoute(definitions, {
      ...part,
      method: 'PUT',
      summary: 'Replace the identity',
      body: AgentIdentity,
      edit: (definition, identity) => ({ ...definition, identity }),
    }),
    writeSectionRoute(definitions, {
      ...part,
      method: 'PATCH',
      summary: 'Change fields of the identity',
      body: AgentIdentityPatch,
      edit: (definition, patch) => ({ ...definition, identity: applyPatch(definition.identity, patch) }),
    }),
  ]
}
