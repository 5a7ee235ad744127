import { TagsInput } from '@mantine/core'
import { strings } from '#i18n/playbooks.ts'
import type { StepFieldsProps } from './StepPanel.tsx'

const { step: texts } = strings

/** A slot that does not exist yet may be named: it is told, and can be made beside. */
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
