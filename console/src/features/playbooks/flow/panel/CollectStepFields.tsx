import { TagsInput } from '@mantine/core'
import { strings } from '#i18n/playbooks.ts'
import type { StepFieldsProps } from './StepPanel.tsx'

const { step: texts } = strings

/**
 * The user may enter a slot that does not exist yet: the linter reports it, and it can be created in the slots panel.
 */
export function CollectStepFields({ studio, step, change }: StepFieldsProps<'collect'>) {
  const { slots } = studio.document.graph.head
  return (
    <TagsInput
      label={texts.collect}
      description={texts.collectHint}
      data={slots.map(({ name }) => name)}
      value={[step.collect].flat()}
      onChange={(names) =>
        names.length > 0 && change({ ...step, collect: names.length === 1 ? (names[0] as string) : names })
      }
    />
  )
}
