import type { StepKey } from '@parley/definition'
import {
  type Icon,
  IconArrowFork,
  IconBolt,
  IconFlag,
  IconForms,
  IconMessage,
  IconRoute,
  IconUserShare,
} from '@tabler/icons-react'

/** Color and icon for each kind of step; its name is next to them. */
export const stepAppearance: Record<StepKey, { icon: Icon; color: string }> = {
  collect: { icon: IconForms, color: 'blue' },
  say: { icon: IconMessage, color: 'teal' },
  action: { icon: IconBolt, color: 'orange' },
  branch: { icon: IconArrowFork, color: 'grape' },
  call: { icon: IconRoute, color: 'cyan' },
  handoff: { icon: IconUserShare, color: 'pink' },
  end: { icon: IconFlag, color: 'gray' },
}
