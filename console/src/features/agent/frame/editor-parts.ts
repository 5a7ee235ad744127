import {
  IconAlertTriangle,
  IconChecklist,
  IconFileCode,
  IconFlag,
  IconId,
  IconListCheck,
  IconMoodSmile,
  IconRefresh,
  IconRuler2,
  IconShield,
  IconTargetArrow,
  IconTemplate,
} from '@tabler/icons-react'
import { strings } from '#i18n/agent.ts'

const { parts: names, groups } = strings
const editTexts = '/orgs/$org/agents/$agent/edit'

/** Parts of the editor, in menu order. `section` is the prompt section that the part produces. */
export const editorParts = [
  { to: `${editTexts}/identity`, label: names.identity, icon: IconId, group: groups.identity, section: 'identity' },
  {
    to: `${editTexts}/personality`,
    label: names.personality,
    icon: IconMoodSmile,
    group: groups.identity,
    section: 'personality',
  },
  { to: `${editTexts}/goals`, label: names.goals, icon: IconFlag, group: groups.purpose, section: 'goal' },
  {
    to: `${editTexts}/objectives`,
    label: names.objectives,
    icon: IconTargetArrow,
    group: groups.purpose,
    section: 'objectives',
  },
  {
    to: `${editTexts}/standing-instructions`,
    label: names.instructions,
    icon: IconListCheck,
    group: groups.behavior,
    section: 'standing instructions',
  },
  {
    to: `${editTexts}/guardrails`,
    label: names.guardrails,
    icon: IconShield,
    group: groups.behavior,
    section: 'guardrails',
  },
  { to: `${editTexts}/rules`, label: names.rules, icon: IconRuler2, group: groups.behavior, section: 'rules' },
  { to: `${editTexts}/lint`, label: names.lint, icon: IconChecklist, group: groups.whole, section: undefined },
  { to: `${editTexts}/document`, label: names.document, icon: IconFileCode, group: groups.whole, section: undefined },
  { to: `${editTexts}/templates`, label: names.templates, icon: IconTemplate, group: groups.whole, section: undefined },
  { to: `${editTexts}/updates`, label: names.updates, icon: IconRefresh, group: groups.whole, section: undefined },
  { to: `${editTexts}/danger`, label: names.danger, icon: IconAlertTriangle, group: groups.whole, section: undefined },
] as const

export const editorPartGroups = [...new Set(editorParts.map(({ group }) => group))]
