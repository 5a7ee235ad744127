import { AgentIdentity, IdentityPatch, patched } from '@parley/definition'
import type { Route } from '../../../platform/http/route.ts'
import type { AgentDeps } from '../deps.ts'
import { readPart, writePart } from './part.ts'

const part = {
  path: '/identity',
  tag: 'Identity',
  answer: AgentIdentity,
  show: ({ identity }: { identity: AgentIdentity }) => identity,
}

export function identityRoutes({ definitions }: AgentDeps): Route[] {
  return [
    readPart(definitions, { ...part, summary: 'Read the identity' }),
    writePart(definitions, {
      ...part,
      method: 'PUT',
      summary: 'Replace the identity',
      body: AgentIdentity,
      edit: (definition, identity) => ({ ...definition, identity }),
    }),
    writePart(definitions, {
      ...part,
      method: 'PATCH',
      summary: 'Change fields of the identity',
      body: IdentityPatch,
      edit: (definition, patch) => ({ ...definition, identity: patched(definition.identity, patch) }),
    }),
  ]
}
