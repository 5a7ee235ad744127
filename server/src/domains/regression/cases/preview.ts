import type { AgentDefinition } from '@parley/definition'
import type { Finding } from '@parley/findings'
import type { CaseDocument } from '@parley/testcase'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { RegressionDeps } from '../deps.ts'
import type { Suite } from '../suites/suite.ts'
import { castOf, presetOf } from './cast.ts'
import { lintOf } from './lint.ts'
import type { ShownPreview } from './shown.ts'

type Given = { definition: AgentDefinition; document: CaseDocument; suite: Suite }

/** Document 2, preview: what the first turn would see. A persona that is gone is told, and a stranger stands in. */
export async function previewOf(
  db: Db,
  agent: AgentKey,
  { definition, document, suite }: Given,
  { stage, personas }: Pick<RegressionDeps, 'stage' | 'personas'>,
): Promise<ShownPreview> {
  const preset = await presetOf(db, agent, document, personas)
  const cast = castOf({ document, suiteChannel: suite.channel, preset: preset ?? {} })
  const { brief, resolved } = await stage.preview(db, agent, { definition, cast, start: document.scenario?.start })
  const greetingOnly = resolved.greeting !== undefined && document.turns.length === 0
  const lint = [...lintOf(definition, document), ...(preset ? [] : [unknownPersona])]
  return { brief, resolved: { ...resolved, ...(greetingOnly && { greetingOnly }) }, lint }
}

const unknownPersona: Finding = {
  severity: 'error',
  code: 'case.persona.unknown',
  path: '/scenario/persona/id',
  message: 'names no persona of this agent: the case would error; shown with a stranger instead',
}
