import { TagsInput } from '@mantine/core'
import { words } from '#words/playbooks.ts'
import type { FieldsGiven } from './StepPanel.tsx'

const { step: said } = words

/** A slot that does not exist yet may be named: it is told, and can be made beside. */
export function CollectFields({ studio, step, change }: FieldsGiven<'collect'>) {
  const { slots } = studio.document.graph.head
  return (
    <TagsInput
      label={said.collect}
      description={said.collectHint}
      data={slots.map(({ name }) => name)}
      value={[step.collect].flat()}
      onChange={(names) =>
        names.length > 0 && change({ ...step, collect: names.length === 1 ? (names[0] as string) : names })
      }
    />
  )
}
