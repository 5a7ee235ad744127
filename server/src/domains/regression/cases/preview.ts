import type { AgentDefinition } from '@parley/definition'
import type { Finding } from '@parley/findings'
import type { CaseDocument } from '@parley/testcase'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { RegressionDeps } from '../deps.ts'
import type { StoredSuite } from '../suites/suite.ts'
import { lintCase } from './lint.ts'
import { findPreset, toSandboxPerson } from './sandbox-person.ts'
import type { CasePreviewResponse } from './serializer.ts'

type PreviewedCase = { definition: AgentDefinition; document: CaseDocument; suite: StoredSuite }

/** Shows what the first turn would see. A missing persona is reported and replaced by a stranger. */
export async function previewCase(
  db: Db,
  agent: AgentKey,
  { definition, document, suite }: PreviewedCase,
  { sandbox, personas }: Pick<RegressionDeps, 'sandbox' | 'personas'>,
): Promise<CasePreviewResponse> {
  const preset = await findPreset(db, agent, document, personas)
  const cast = toSandboxPerson({ document, suiteChannel: suite.channel, preset: preset ?? {} })
  const { brief, resolved } = await sandbox.preview(db, agent, { definition, cast, start: document.scenario?.start })
  const greetingOnly = resolved.greeting !== undefined && document.turns.length === 0
  const lint = [...lintCase(definition, document), ...(preset ? [] : [unknownPersona])]
  return { brief, resolved: { ...resolved, ...(greetingOnly && { greetingOnly }) }, lint }
}

const unknownPersona: Finding = {
  severity: 'error',
  code: 'case.persona.unknown',
  path: '/scenario/persona/id',
  message:
    'does not match any persona of this agent: the case would end in an error; the preview uses a stranger instead',
}
