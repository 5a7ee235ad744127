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
import { words } from '#words/agent.ts'

const { parts: names, groups } = words
const edit = '/orgs/$org/agents/$agent/edit'

/** The parts of the editor, in the order of its menu. `section` is the one of the prompt that it makes. */
export const parts = [
  { to: `${edit}/identity`, label: names.identity, icon: IconId, group: groups.who, section: 'identity' },
  {
    to: `${edit}/personality`,
    label: names.personality,
    icon: IconMoodSmile,
    group: groups.who,
    section: 'personality',
  },
  { to: `${edit}/goals`, label: names.goals, icon: IconFlag, group: groups.after, section: 'goal' },
  {
    to: `${edit}/objectives`,
    label: names.objectives,
    icon: IconTargetArrow,
    group: groups.after,
    section: 'objectives',
  },
  {
    to: `${edit}/standing-instructions`,
    label: names.instructions,
    icon: IconListCheck,
    group: groups.holds,
    section: 'standing instructions',
  },
  { to: `${edit}/guardrails`, label: names.guardrails, icon: IconShield, group: groups.holds, section: 'guardrails' },
  { to: `${edit}/rules`, label: names.rules, icon: IconRuler2, group: groups.holds, section: 'rules' },
  { to: `${edit}/lint`, label: names.lint, icon: IconChecklist, group: groups.whole, section: undefined },
  { to: `${edit}/document`, label: names.document, icon: IconFileCode, group: groups.whole, section: undefined },
  { to: `${edit}/templates`, label: names.templates, icon: IconTemplate, group: groups.whole, section: undefined },
  { to: `${edit}/updates`, label: names.updates, icon: IconRefresh, group: groups.whole, section: undefined },
  { to: `${edit}/danger`, label: names.danger, icon: IconAlertTriangle, group: groups.whole, section: undefined },
] as const

export const partGroups = [...new Set(parts.map(({ group }) => group))]
