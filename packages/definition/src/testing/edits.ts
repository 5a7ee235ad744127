import fc from 'fast-check'
import { applyTemplate } from '../catalog/apply.ts'
import type { DefinitionEdit } from '../change.ts'
import { type AgentDefinition, type SectionName, sectionNames } from '../definition.ts'
import { putGoals } from '../goals.ts'
import { removeTemplate } from '../message-templates/message-template.ts'
import { addOutreach, removeOutreach } from '../outreach/edits.ts'
import { addPlaybook, patchPlaybook, removePlaybook, setDefaultPlaybook } from '../playbooks/edits.ts'
import { parseImportDocument } from '../portable/document.ts'

import { exportDocument, importSections } from '../portable/export-import.ts'
import { putCollections } from '../things/edits.ts'
import { looseDefinitions } from './definitions.ts'
import { idVocabulary } from './ids.ts'

const pick = <T>(list: readonly T[], at: number): T | undefined => list[at % Math.max(1, list.length)]
const position = fc.nat({ max: 9 })

/** Edits one of the existing items; does nothing if there are none. */
function editItem(
  section: 'playbooks' | 'outreaches' | 'messageTemplates',
  edit: (definition: AgentDefinition, id: string) => AgentDefinition,
): fc.Arbitrary<DefinitionEdit> {
  return position.map((at) => (definition) => {
    const item = pick<{ id: string }>(definition[section], at)
    return item ? edit(definition, item.id) : definition
  })
}

const removals = fc.tuple(fc.constantFrom(...sectionNames), position).map(
  ([name, at]): DefinitionEdit =>
    (definition) => {
      const list = definition[name]
      if (!Array.isArray(list)) return definition
      return { ...definition, [name]: list.filter((item) => item !== pick<unknown>(list, at)) }
    },
)

const imports = fc.tuple(looseDefinitions, fc.subarray<SectionName>(sectionNames, { minLength: 1 }), fc.boolean()).map(
  ([otherDefinition, sections, removesOwner]): DefinitionEdit =>
    (definition) => {
      const mixedDefinition = {
        ...definition,
        ...Object.fromEntries(sections.map((name) => [name, otherDefinition[name]])),
      }
      const { playbooks, ...document } = exportDocument(mixedDefinition) as unknown as {
        playbooks: { outreachId?: string }[]
      }
      const sentPlaybooks = removesOwner
        ? playbooks.map(({ outreachId: _, ...unownedPlaybook }) => unownedPlaybook)
        : playbooks
      const importDocument = parseImportDocument({ ...document, playbooks: sentPlaybooks })
      return importSections(definition, importDocument, { now: '2031-01-01T00:00:00.000Z', places: new Map() })
    },
)

const template = fc.constantFrom<string>(...idVocabulary.templates)
const goal = fc.constantFrom<string>(...idVocabulary.goals)

/** Edits of every kind, many of which must be refused. None refers to an item that does not exist. */
export const anyEdit: fc.Arbitrary<DefinitionEdit> = fc.oneof(
  { weight: 3, arbitrary: imports },
  { weight: 3, arbitrary: removals },
  editItem('playbooks', removePlaybook),
  editItem('playbooks', setDefaultPlaybook),
  editItem('outreaches', removeOutreach),
  editItem('messageTemplates', removeTemplate),
  fc.tuple(editItem('playbooks', setDefaultPlaybook), removals).map(
    ([first, second]): DefinitionEdit =>
      (definition) =>
        second(first(definition)),
  ),
  goal.chain((goalId) =>
    editItem('playbooks', (definition, id) => patchPlaybook(definition, id, { goal: { goalId }, isDefault: true })),
  ),
  template.map(
    (id): DefinitionEdit =>
      (definition) =>
        addPlaybook(definition, { name: 'New', body: `[[template: ${id}]]`, messageTemplateRefs: [id] }).definition,
  ),
  template.map(
    (openerTemplateId): DefinitionEdit =>
      (definition) =>
        addOutreach(definition, { name: 'New', openerTemplateId }).definition,
  ),
  fc.subarray<string>([...idVocabulary.collections]).map(
    (ids): DefinitionEdit =>
      (definition) =>
        putCollections(
          definition,
          ids.map((id) => ({ id, name: id })),
          true,
        ),
  ),
  goal.map(
    (id): DefinitionEdit =>
      (definition) =>
        putGoals(definition, { goals: [{ id, name: id, definition: { kind: 'judged', criterion: 'Is it?' } }] }),
  ),
  fc.constant<DefinitionEdit>((definition) =>
    applyTemplate(definition, {
      id: '@svc/agent.shop',
      version: '1.0.0',
      playbooks: [{ id: '@svc/playbook.shop', version: '1.0.0', name: 'Shop', description: '', body: 'Sell.' }],
    }),
  ),
)
